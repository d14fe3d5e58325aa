package dev.fenestra.ib.core.uverbs;

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
    private static final int EX_BYTES = 16;
    private static final int MODERATION = 1;
    private static final AbiField HANDLE = AbiField.u32(0);
    private static final AbiField CQE = AbiField.u32(4);

    private final UverbsContext context;
    private final KernelContext calls;
    private final Map<Integer, EventFile> channels = new ConcurrentHashMap<>();

    CqCommands(UverbsContext context) {
        this.context = context;
        calls = context.calls();
    }

    @Override
    public void register(Map<WriteCommand, Consumer<WriteCall>> handlers) {
        handlers.put(WriteCommand.CREATE_COMP_CHANNEL, call -> HANDLE.set(call.response(), context.createChannel()));
        handlers.put(
                WriteCommand.CREATE_CQ,
                call -> create(call.request().asSlice(Long.BYTES), call.response(), call.udata()));
        handlers.put(WriteCommand.EX_CREATE_CQ, this::createEx);
        handlers.put(WriteCommand.RESIZE_CQ, call -> resize(call.request(), call.response(), call.udata()));
        handlers.put(WriteCommand.EX_MODIFY_CQ, call -> moderate(call.request()));
        handlers.put(WriteCommand.DESTROY_CQ, call -> destroy(call.request(), call.response()));
    }

    private void createEx(WriteCall call) {
        AbiChecks.flags("comp_mask", AbiField.u32(20).getInt(call.request()), 0);
        AbiChecks.flags("flags", AbiField.u32(24).getInt(call.request()), KNOWN_FLAGS);
        create(call.request(), call.response(), call.udata());
        AbiField.u32(12).set(call.response(), Math.min(call.response().byteSize(), EX_BYTES));
    }

    /**
     * Both forms have the same fields.
     *
     * @param in from the user handle on
     */
    private void create(MemorySegment in, MemorySegment out, Udata udata) {
        int cqe = AbiField.u32(8).getInt(in);
        int descriptor = AbiField.u32(16).getInt(in);
        EventFile channel = descriptor == NO_CHANNEL ? null : context.channel(descriptor);
        int vector = AbiField.u32(12).getInt(in);
        int handle = channel == null
                ? calls.cqs().create(cqe, KernelCqs.NO_CHANNEL, vector, udata)
                : create(cqe, channel, vector, udata);
        context.name(handle, AbiField.u64(0).get(in));
        HANDLE.set(out, handle);
        CQE.set(out, cqe);
    }

    private int create(int cqe, EventFile channel, int vector, Udata udata) {
        boolean isCreated = false;
        channel.take();
        try {
            int handle = calls.cqs().create(cqe, channel.channel(), vector, udata);
            channels.put(handle, channel);
            isCreated = true;
            return handle;
        } finally {
            if (!isCreated) {
                channel.giveBack();
            }
        }
    }

    private void resize(MemorySegment in, MemorySegment out, Udata udata) {
        int cqe = AbiField.u32(12).getInt(in);
        calls.cqs().resize(AbiField.u32(8).getInt(in), cqe, udata);
        HANDLE.set(out, cqe);
    }

    private void moderate(MemorySegment in) {
        AbiChecks.flags("attr_mask", AbiField.u32(4).getInt(in), MODERATION);
        calls.cqs()
                .moderate(
                        AbiField.u32(0).getInt(in),
                        AbiField.u16(8).getInt(in),
                        AbiField.u16(10).getInt(in));
    }

    private void destroy(MemorySegment in, MemorySegment out) {
        int handle = AbiField.u32(8).getInt(in);
        EventCounts read = calls.cqs().destroy(handle);
        EventFile channel = channels.remove(handle);
        AbiField.u32(0).set(out, completions(handle, read, channel));
        AbiField.u32(4).set(out, context.forget(handle, read.async()));
        if (channel != null) {
            channel.giveBack();
        }
    }

    private int completions(int handle, EventCounts read, @Nullable EventFile channel) {
        return context.forgetCompletions(handle, read.completions(), channel);
    }
}
