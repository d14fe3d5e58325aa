package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.kernel.EventCounts;
import dev.fenestra.ib.core.kernel.SrqResponse;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.vocabulary.SrqAttributes;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.function.Consumer;

/** The commands about shared receive queues. */
final class SrqCommands implements CommandGroup {
    private static final int BASIC = 0;
    private static final int XRC = 1;
    private static final AbiField NAME = AbiField.u64(8);

    private final UverbsContext context;
    private final KernelContext calls;

    SrqCommands(UverbsContext context) {
        this.context = context;
        calls = context.calls();
    }

    @Override
    public void register(Map<WriteCommand, Consumer<WriteCall>> handlers) {
        handlers.put(WriteCommand.CREATE_SRQ, this::create);
        handlers.put(WriteCommand.CREATE_XSRQ, this::createTyped);
        handlers.put(WriteCommand.MODIFY_SRQ, this::modify);
        handlers.put(WriteCommand.QUERY_SRQ, call -> query(AbiField.u32(8).getInt(call.request()), call.response()));
        handlers.put(
                WriteCommand.DESTROY_SRQ, call -> destroy(AbiField.u32(8).getInt(call.request()), call.response()));
    }

    private void create(WriteCall call) {
        MemorySegment in = call.request();
        SrqCapacity capacity = capacity(in, AbiField.u32(20));
        int limit = AbiField.u32(28).getInt(in);
        answer(call, calls.srqs().create(AbiField.u32(16).getInt(in), capacity, limit, call.udata()), capacity);
    }

    private void createTyped(WriteCall call) {
        MemorySegment in = call.request();
        int pd = AbiField.u32(20).getInt(in);
        SrqCapacity capacity = capacity(in, AbiField.u32(24));
        int limit = AbiField.u32(32).getInt(in);
        int type = AbiField.u32(16).getInt(in);
        SrqResponse made = switch (type) {
            case BASIC -> calls.srqs().create(pd, capacity, limit, call.udata());
            case XRC ->
                calls.xrc()
                        .createSrq(
                                pd,
                                AbiField.u32(40).getInt(in),
                                AbiField.u32(44).getInt(in),
                                capacity,
                                limit,
                                call.udata());
            default -> throw AbiChecks.unknown("srq_type", type);
        };
        answer(call, made, capacity);
    }

    /** A request for an SRQ without room gets the smallest one, as in Linux. */
    private static SrqCapacity capacity(MemorySegment in, AbiField first) {
        int most = first.getInt(in);
        return new SrqCapacity(most == 0 ? 1 : most, first.at(4).getInt(in));
    }

    private void answer(WriteCall call, SrqResponse made, SrqCapacity capacity) {
        context.name(made.handle(), NAME.get(call.request()));
        MemorySegment out = call.response();
        AbiField.u32(0).set(out, made.handle());
        AbiField.u32(4).set(out, capacity.maxWr());
        AbiField.u32(8).set(out, capacity.maxSge());
        AbiField.u32(12).set(out, made.number());
    }

    private void modify(WriteCall call) {
        MemorySegment in = call.request();
        calls.srqs()
                .modify(
                        AbiField.u32(0).getInt(in),
                        AbiField.u32(4).getInt(in),
                        AbiField.u32(8).getInt(in),
                        AbiField.u32(12).getInt(in),
                        call.udata());
    }

    private void query(int srq, MemorySegment out) {
        SrqAttributes told = calls.srqs().query(srq);
        AbiField.u32(0).set(out, told.capacity().maxWr());
        AbiField.u32(4).set(out, told.capacity().maxSge());
        AbiField.u32(8).set(out, told.limit());
    }

    private void destroy(int srq, MemorySegment out) {
        EventCounts read = calls.srqs().destroy(srq);
        AbiField.u32(0).set(out, context.forget(srq, read.async()));
    }
}
