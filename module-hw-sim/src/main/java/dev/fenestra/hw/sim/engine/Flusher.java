package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.manual.ControlSegment;
import dev.fenestra.hw.sim.manual.CqeSyndrome;

/** Completes everything that a QP in error has, or still gets, in its queues with "flushed" (IBA 10.3.1). */
final class Flusher {
    private static final int VENDOR = HcaRule.Q1.code();

    private final Engine engine;

    Flusher(Engine engine) {
        this.engine = engine;
    }

    void run(QpContext qp) {
        runSends(qp);
        flushReceives(qp);
    }

    /** The send queue alone has failed. */
    void runSends(QpContext qp) {
        flushFetched(qp);
        flushPosted(qp);
    }

    /** Whether receives were posted since; they ring no doorbell. */
    boolean hasNewReceives(QpContext qp) {
        return qp.queues.receiveEntries() > 0 && qp.nextReceive != qp.receiveCounter();
    }

    private void flushFetched(QpContext qp) {
        SendRing ring = qp.sends;
        while (ring.head != ring.tail) {
            int slot = ring.head++ & ring.mask;
            engine.completions.requestFailed(qp, ring.wqeIndex[slot], ring.opcode[slot], CqeSyndrome.FLUSHED, VENDOR);
        }
        ring.cursor = ring.tail;
    }

    private void flushPosted(QpContext qp) {
        int posted = qp.sendCounter();
        while (qp.nextFetch != posted) {
            int at = qp.queues.sendUnit(qp.nextFetch, 0);
            RingMemory memory = qp.queues.memory();
            int opcode = ControlSegment.OPCODE.get(memory.segment(at), memory.offset(at));
            int units = ControlSegment.DS.get(memory.segment(at), memory.offset(at));
            engine.completions.requestFailed(qp, qp.nextFetch, opcode, CqeSyndrome.FLUSHED, VENDOR);
            int blocks = Math.max(1, units + 3 >>> 2);
            qp.nextFetch = Math.min(blocks, posted - qp.nextFetch & 0xffff) + qp.nextFetch & 0xffff;
        }
    }

    private void flushReceives(QpContext qp) {
        engine.receives.failTaken(qp, CqeSyndrome.FLUSHED, HcaRule.Q1);
        if (qp.srq != null && !qp.lastReceiveTold) {
            qp.lastReceiveTold = true;
            engine.lastReceive(qp);
        }
        while (hasNewReceives(qp)) {
            engine.completions.receiveFailed(qp, qp.nextReceive, CqeSyndrome.FLUSHED, VENDOR);
            qp.nextReceive = qp.nextReceive + 1 & 0xffff;
        }
    }
}
