package dev.fenestra.tools.proof.oracle;

import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.proof.oracle.program.Program;
import dev.fenestra.tools.proof.oracle.program.Slots;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import java.util.List;

/** The objects of a program on one host of the bench. */
final class Rig {
    private final BenchHost host;
    private final Memory memory;
    private final Shelf<ProtectionDomain> pds = new Shelf<>(Slots.PDS);
    private final Shelf<MemoryRegion> regions = new Shelf<>(Slots.REGIONS);
    private final Shelf<MemoryWindow> windows = new Shelf<>(Slots.WINDOWS);
    private final Shelf<CompletionQueue> cqs = new Shelf<>(Slots.QPS);
    private final Shelf<QueuePair> qps = new Shelf<>(Slots.QPS);
    private Context context;
    private long refusedBefore;

    Rig(BenchHost host) {
        this.host = host;
        context = host.open();
        memory = context.allocate(Program.MEMORY_BYTES);
    }

    Context context() {
        return context;
    }

    Memory memory() {
        return memory;
    }

    Shelf<ProtectionDomain> pds() {
        return pds;
    }

    Shelf<MemoryRegion> regions() {
        return regions;
    }

    Shelf<MemoryWindow> windows() {
        return windows;
    }

    Shelf<CompletionQueue> cqs() {
        return cqs;
    }

    Shelf<QueuePair> qps() {
        return qps;
    }

    boolean hasOpenCq(int slot) {
        return cqs.has(slot) && cqs.at(slot).isOpen();
    }

    void markRefusals() {
        refusedBefore = host.kernel().refusals().total();
    }

    /** Ids of the rules that refused something here since the mark. */
    List<String> refusedBy() {
        List<Refusal> kept = host.refusals();
        long later = host.kernel().refusals().total() - refusedBefore;
        return kept.subList((int) Math.max(0, kept.size() - later), kept.size()).stream()
                .map(Refusal::ruleId)
                .toList();
    }

    void reopen() {
        context.close();
        context = host.open();
    }
}
