package dev.fenestra.hw.sim.hca.number;

import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * The QP is in the set already when a program rings again, and the device takes it out meanwhile: it sees the new
 * counter, or the QP is in the set again. A program that took the bit it finds for its own would lose the wake-up.
 */
@JCStressTest
@Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "taken out before: it finds the QP again")
@Outcome(id = "2, 7, 0", expect = Expect.ACCEPTABLE, desc = "taken out after")
@Outcome(id = "2, 7, 1", expect = Expect.ACCEPTABLE, desc = "taken out between record and bell: it looks once in vain")
@Outcome(id = "1, 7, 1", expect = Expect.ACCEPTABLE, desc = "the WQE may be seen before its counter")
@Outcome(expect = Expect.FORBIDDEN, desc = "a WQE in part, or a lost wake-up")
@State
public class NextDoorbell {
    private static final int QP = 70;
    private static final int RECORD = 64;

    private final MemorySegment memory = MemorySegment.ofArray(new long[16]);
    private final ReadySet ready = new ReadySet(128);

    public NextDoorbell() {
        DataSegment.LKEY.set(memory, 0, 1);
        DoorbellRecord.publish(DoorbellRecord.SEND, memory, RECORD, 1);
        ready.add(QP);
    }

    @Actor
    public void program() {
        DataSegment.LKEY.set(memory, 0, 7);
        DoorbellRecord.publish(DoorbellRecord.SEND, memory, RECORD, 2);
        ready.add(QP);
    }

    @Actor
    public void device(III_Result result) {
        boolean isFound = ready.takeFrom(0) == QP;
        result.r1 = isFound ? DoorbellRecord.observe(DoorbellRecord.SEND, memory, RECORD) : -1;
        result.r2 = isFound ? DataSegment.LKEY.get(memory, 0) : -1;
    }

    @Arbiter
    public void later(III_Result result) {
        result.r3 = ready.takeFrom(0) == QP ? 1 : 0;
    }
}
