package dev.fenestra.hw.sim.hca.engine;

import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.hw.sim.mlx5.prm.CqeOwnership;
import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** The device writes a CQE, and the bytes that it is about, while a program polls: it sees nothing, or all. */
@JCStressTest
@Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "too early")
@Outcome(id = "1, 4096, 9", expect = Expect.ACCEPTABLE, desc = "the entry, and what was received")
@Outcome(expect = Expect.FORBIDDEN, desc = "an entry in part, or data that is not there yet")
@State
public class CompletionHandOver {
    private static final int LOG_ENTRIES = 4;
    private static final int DATA = 64;

    private final MemorySegment memory = MemorySegment.ofArray(new long[16]);

    public CompletionHandOver() {
        CqeOwnership.publish(memory, 0, Cqe.FRESH);
    }

    @Actor
    public void device() {
        Cqe.BYTE_COUNT.set(memory, DATA, 9);
        Cqe.BYTE_COUNT.set(memory, 0, 4096);
        CqeOwnership.publish(memory, 0, Cqe.OPCODE.insert(Cqe.RESP_SEND));
    }

    @Actor
    public void program(III_Result result) {
        int lastWord = CqeOwnership.observe(memory, 0);
        if (CqeOwnership.isSoftwares(lastWord, 0, LOG_ENTRIES)) {
            result.r1 = 1;
            result.r2 = Cqe.BYTE_COUNT.get(memory, 0);
            result.r3 = Cqe.BYTE_COUNT.get(memory, DATA);
        }
    }
}
