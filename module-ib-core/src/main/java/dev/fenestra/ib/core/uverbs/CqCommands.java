package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.abi.uverbs.CqLayouts.CreateCompChannelResp;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.CreateCq;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.CreateCqResp;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.DestroyCq;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.DestroyCqResp;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.ExCreateCq;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.ExCreateCqResp;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.ExModifyCq;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.ReqNotifyCq;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.ResizeCq;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.ResizeCqResp;
import dev.fenestra.ib.core.abi.uverbs.WriteCommand;
import dev.fenestra.ib.core.kernel.CqResponse;
import dev.fenestra.ib.core.kernel.EventCounts;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.kernel.calls.KernelCqs;
import dev.fenestra.ib.core.spi.Udata;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The commands about completion channels and completion queues. */
final class CqCommands implements CommandGroup {
    /** TIMESTAMP_COMPLETION and IGNORE_OVERRUN. */
    private static final int KNOWN_FLAGS = 3;

    private static final int NO_CHANNEL = -1;

    private final UverbsContext context;
    private final KernelContext calls;
    private final Map<Integer, EventFile> channels = new ConcurrentHashMap<>();

    CqCommands(UverbsContext context) {
        this.context = context;
        calls = context.calls();
    }

    @Override
    public void register(Map<WriteCommand, Consumer<WriteCall>> handlers) {
        handlers.put(
                WriteCommand.CREATE_COMP_CHANNEL,
                call -> CreateCompChannelResp.FD.set(call.response(), context.createChannel()));
        handlers.put(
                WriteCommand.CREATE_CQ,
                call -> create(call.request().asSlice(CreateCq.USER_HANDLE.offset()), call.response(), call.udata()));
        handlers.put(WriteCommand.EX_CREATE_CQ, this::createEx);
        handlers.put(WriteCommand.RESIZE_CQ, call -> resize(call.request(), call.response(), call.udata()));
        handlers.put(WriteCommand.EX_MODIFY_CQ, call -> moderate(call.request()));
        handlers.put(WriteCommand.REQ_NOTIFY_CQ, call -> notify(call.request()));
        handlers.put(WriteCommand.DESTROY_CQ, call -> destroy(call.request(), call.response()));
    }

    private void createEx(WriteCall call) {
        AbiChecks.flags("comp_mask", ExCreateCq.COMP_MASK.getInt(call.request()), 0);
        AbiChecks.flags("flags", ExCreateCq.FLAGS.getInt(call.request()), KNOWN_FLAGS);
        create(call.request(), call.response(), call.udata());
        ExCreateCqResp.RESPONSE_LENGTH.set(
                call.response(), Math.min(call.response().byteSize(), ExCreateCqResp.SIZE));
    }

    /**
     * Both forms have the same fields.
     *
     * @param in from the user handle on, as in an {@link ExCreateCq}
     */
    private void create(MemorySegment in, MemorySegment out, Udata udata) {
        int cqe = ExCreateCq.CQE.getInt(in);
        int descriptor = ExCreateCq.COMP_CHANNEL.getInt(in);
        EventFile channel = descriptor == NO_CHANNEL ? null : context.channel(descriptor);
        int vector = ExCreateCq.COMP_VECTOR.getInt(in);
        CqResponse made = channel == null
                ? calls.cqs().make(cqe, KernelCqs.NO_CHANNEL, vector, udata)
                : create(cqe, channel, vector, udata);
        context.name(made.handle(), ExCreateCq.USER_HANDLE.get(in));
        CreateCqResp.CQ_HANDLE.set(out, made.handle());
        CreateCqResp.CQE.set(out, made.cqe());
    }

    private CqResponse create(int cqe, EventFile channel, int vector, Udata udata) {
        boolean isCreated = false;
        channel.take();
        try {
            CqResponse made = calls.cqs().make(cqe, channel.channel(), vector, udata);
            channels.put(made.handle(), channel);
            isCreated = true;
            return made;
        } finally {
            if (!isCreated) {
                channel.giveBack();
            }
        }
    }

    private void resize(MemorySegment in, MemorySegment out, Udata udata) {
        int made = calls.cqs().resize(ResizeCq.CQ_HANDLE.getInt(in), ResizeCq.CQE.getInt(in), udata);
        ResizeCqResp.CQE.set(out, made);
    }

    private void moderate(MemorySegment in) {
        AbiChecks.flags("attr_mask", ExModifyCq.ATTR_MASK.getInt(in), ExModifyCq.MODERATION);
        calls.cqs()
                .moderate(
                        ExModifyCq.CQ_HANDLE.getInt(in),
                        ExModifyCq.CQ_COUNT.getInt(in),
                        ExModifyCq.CQ_PERIOD.getInt(in));
    }

    private void notify(MemorySegment in) {
        calls.cqs().requestNotify(ReqNotifyCq.CQ_HANDLE.getInt(in), ReqNotifyCq.SOLICITED_ONLY.getInt(in) != 0);
    }

    private void destroy(MemorySegment in, MemorySegment out) {
        int handle = DestroyCq.CQ_HANDLE.getInt(in);
        EventCounts read = calls.cqs().destroy(handle);
        EventFile channel = channels.remove(handle);
        DestroyCqResp.COMP_EVENTS_REPORTED.set(out, completions(handle, read, channel));
        DestroyCqResp.ASYNC_EVENTS_REPORTED.set(out, context.forget(handle, read.async()));
        if (channel != null) {
            channel.giveBack();
        }
    }

    private int completions(int handle, EventCounts read, @Nullable EventFile channel) {
        return context.forgetCompletions(handle, read.completions(), channel);
    }
}
