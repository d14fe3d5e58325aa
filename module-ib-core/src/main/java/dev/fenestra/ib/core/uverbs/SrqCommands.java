package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.abi.uverbs.SrqLayouts.CreateSrq;
import dev.fenestra.ib.core.abi.uverbs.SrqLayouts.CreateSrqResp;
import dev.fenestra.ib.core.abi.uverbs.SrqLayouts.CreateXsrq;
import dev.fenestra.ib.core.abi.uverbs.SrqLayouts.DestroySrq;
import dev.fenestra.ib.core.abi.uverbs.SrqLayouts.DestroySrqResp;
import dev.fenestra.ib.core.abi.uverbs.SrqLayouts.ModifySrq;
import dev.fenestra.ib.core.abi.uverbs.SrqLayouts.QuerySrq;
import dev.fenestra.ib.core.abi.uverbs.SrqLayouts.QuerySrqResp;
import dev.fenestra.ib.core.abi.uverbs.WriteCommand;
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
        handlers.put(
                WriteCommand.QUERY_SRQ, call -> query(QuerySrq.SRQ_HANDLE.getInt(call.request()), call.response()));
        handlers.put(
                WriteCommand.DESTROY_SRQ,
                call -> destroy(DestroySrq.SRQ_HANDLE.getInt(call.request()), call.response()));
    }

    private void create(WriteCall call) {
        MemorySegment in = call.request();
        SrqCapacity capacity = capacity(CreateSrq.MAX_WR.getInt(in), CreateSrq.MAX_SGE.getInt(in));
        int limit = CreateSrq.SRQ_LIMIT.getInt(in);
        SrqResponse made = calls.srqs().create(CreateSrq.PD_HANDLE.getInt(in), capacity, limit, call.udata());
        answer(CreateSrq.USER_HANDLE.get(in), made, call.response());
    }

    private void createTyped(WriteCall call) {
        MemorySegment in = call.request();
        int pd = CreateXsrq.PD_HANDLE.getInt(in);
        SrqCapacity capacity = capacity(CreateXsrq.MAX_WR.getInt(in), CreateXsrq.MAX_SGE.getInt(in));
        int limit = CreateXsrq.SRQ_LIMIT.getInt(in);
        int type = CreateXsrq.SRQ_TYPE.getInt(in);
        SrqResponse made = switch (type) {
            case CreateXsrq.BASIC -> calls.srqs().create(pd, capacity, limit, call.udata());
            case CreateXsrq.XRC ->
                calls.xrc()
                        .createSrq(
                                pd,
                                CreateXsrq.XRCD_HANDLE.getInt(in),
                                CreateXsrq.CQ_HANDLE.getInt(in),
                                capacity,
                                limit,
                                call.udata());
            default -> throw AbiChecks.unknown("srq_type", type);
        };
        answer(CreateXsrq.USER_HANDLE.get(in), made, call.response());
    }

    /** A request for an SRQ without room gets the smallest one, as in Linux. */
    private static SrqCapacity capacity(int maxWr, int maxSge) {
        return new SrqCapacity(maxWr == 0 ? 1 : maxWr, maxSge);
    }

    private void answer(long name, SrqResponse made, MemorySegment out) {
        context.name(made.handle(), name);
        CreateSrqResp.SRQ_HANDLE.set(out, made.handle());
        CreateSrqResp.MAX_WR.set(out, made.capacity().maxWr());
        CreateSrqResp.MAX_SGE.set(out, made.capacity().maxSge());
        CreateSrqResp.SRQN.set(out, made.number());
    }

    private void modify(WriteCall call) {
        MemorySegment in = call.request();
        calls.srqs()
                .modify(
                        ModifySrq.SRQ_HANDLE.getInt(in),
                        ModifySrq.ATTR_MASK.getInt(in),
                        ModifySrq.MAX_WR.getInt(in),
                        ModifySrq.SRQ_LIMIT.getInt(in),
                        call.udata());
    }

    private void query(int srq, MemorySegment out) {
        SrqAttributes told = calls.srqs().query(srq);
        QuerySrqResp.MAX_WR.set(out, told.capacity().maxWr());
        QuerySrqResp.MAX_SGE.set(out, told.capacity().maxSge());
        QuerySrqResp.SRQ_LIMIT.set(out, told.limit());
    }

    private void destroy(int srq, MemorySegment out) {
        EventCounts read = calls.srqs().destroy(srq);
        DestroySrqResp.EVENTS_REPORTED.set(out, context.forget(srq, read.async()));
    }
}
