package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.manual.MkeyContext;
import dev.fenestra.hw.sim.wire.Bth;
import dev.fenestra.hw.sim.wire.Feth;
import dev.fenestra.hw.sim.wire.OpcodeMask;
import dev.fenestra.hw.sim.wire.Reth;
import dev.fenestra.hw.sim.wire.WireOpcode;
import org.jspecify.annotations.Nullable;

/**
 * Checks FLUSH requests at the responder (IBTA annex A19). There is nothing to execute: what the device has written is visible at once,
 * and as persistent as host memory is. Of memory that is paged on demand, what is to be persistent must be there (rxe_resp.c process_flush,
 * rxe_odp.c rxe_odp_flush_pmem_iova); what is to be visible has gone to where the process sees it when its page went.
 */
final class FlushUnit {
    private static final int GLOBAL = 1;
    private static final int PERSISTENT = 2;
    /** All that the key names; the range of the request means nothing. */
    private static final int WHOLE = 1;

    private final KeyChecks checks;
    private final PageFaults faults;
    private final Explain explain;

    FlushUnit(Engine engine) {
        checks = engine.checks;
        faults = engine.faults;
        explain = engine.explain;
    }

    /** What the request makes writes to be: bit 0 globally visible, bit 1 persistent. */
    int types(Packet packet) {
        return Feth.placementType(packet.header, feth(packet));
    }

    /** Null when the key allows the request and its pages are there; O2 when the QP must wait for one; else the rule it breaks. */
    @Nullable
    HcaRule check(QpContext qp, Packet packet) {
        int right = (types(packet) & GLOBAL) != 0 ? MkeyContext.FLUSH_GLOBAL.place(1) : 0;
        right |= (types(packet) & PERSISTENT) != 0 ? MkeyContext.FLUSH_PERSISTENT.place(1) : 0;
        int rkey = rkey(packet);
        boolean whole = Feth.selectivity(packet.header, feth(packet)) == WHOLE;
        HcaRule refusal = whole
                ? checks.remote(qp, rkey, checks.start(rkey), 0, right, 0)
                : checks.remote(qp, rkey, address(packet), length(packet), right, 0);
        if (refusal != null) {
            return refusal;
        }
        boolean needsPages = (types(packet) & PERSISTENT) != 0;
        long length = whole ? checks.length(rkey) : length(packet);
        return faults.checkFlush(qp, needsPages ? length : 0);
    }

    int rkey(Packet packet) {
        return Reth.rkey(packet.header, reth(packet));
    }

    long address(Packet packet) {
        return Reth.address(packet.header, reth(packet));
    }

    long length(Packet packet) {
        return Reth.length(packet.header, reth(packet)) & 0xffffffffL;
    }

    String explain(QpContext qp, Packet packet) {
        return explain.access("rkey", rkey(packet), address(packet), length(packet), qp);
    }

    private static int feth(Packet packet) {
        return WireOpcode.offsetOf(Bth.opcode(packet.header, 0), OpcodeMask.FETH);
    }

    private static int reth(Packet packet) {
        return WireOpcode.offsetOf(Bth.opcode(packet.header, 0), OpcodeMask.RETH);
    }
}
