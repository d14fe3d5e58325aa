package dev.fenestra.tools.proof.oracle;

import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.proof.oracle.program.Slots;
import dev.fenestra.tools.proof.oracle.program.VerbsProgram;
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
    private final ObjectSlots<ProtectionDomain> pds = new ObjectSlots<>(Slots.PDS);
    private final ObjectSlots<MemoryRegion> regions = new ObjectSlots<>(Slots.REGIONS);
    private final ObjectSlots<MemoryWindow> windows = new ObjectSlots<>(Slots.WINDOWS);
    private final ObjectSlots<CompletionQueue> cqs = new ObjectSlots<>(Slots.QPS);
    private final ObjectSlots<QueuePair> qps = new ObjectSlots<>(Slots.QPS);
    private Context context;
    private long refusedBefore;

    Rig(BenchHost host) {
        this.host = host;
        context = host.open();
        memory = context.allocate(VerbsProgram.MEMORY_BYTES);
    }

    Context context() {
        return context;
    }

    Memory memory() {
        return memory;
    }

    ObjectSlots<ProtectionDomain> pds() {
        return pds;
    }

    ObjectSlots<MemoryRegion> regions() {
        return regions;
    }

    ObjectSlots<MemoryWindow> windows() {
        return windows;
    }

    ObjectSlots<CompletionQueue> cqs() {
        return cqs;
    }

    ObjectSlots<QueuePair> qps() {
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
