package dev.fenestra.tools.demo;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.Memory;
import dev.fenestra.uverbs.MemoryRegion;

/** What all steps share: two connected ends, and bob's memory for the file with the region over it. */
final class Stage {
    private final TestBench bench;
    private final FilePlan plan;
    private final End alice;
    private final End bob;
    private final Memory memory;
    private final MemoryRegion region;
    private final Cost registering;

    /** Bob registers memory for the file, without any remote right. */
    Stage(TestBench bench, FilePlan plan, End alice, End bob) {
        this.bench = bench;
        this.plan = plan;
        this.alice = alice;
        this.bob = bob;
        memory = bob.context().allocate(plan.regionBytes());
        Cost before = Cost.of(bob.host());
        region = bob.pd().regMr(memory, AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND);
        registering = Cost.of(bob.host()).since(before);
    }

    FilePlan plan() {
        return plan;
    }

    End alice() {
        return alice;
    }

    End bob() {
        return bob;
    }

    /** Bob's memory, in which the file arrives. */
    Memory memory() {
        return memory;
    }

    MemoryRegion region() {
        return region;
    }

    /** What registering the region cost bob. */
    Cost registering() {
        return registering;
    }

    /** Takes both QPs through RESET to RTS again. */
    void reconnect() {
        bench.reconnectPair(alice.qp(), bob.qp());
    }
}
