package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;

/**
 * Another process of a host, which has opened the same device and made what the first process has made, in the same
 * order: a PD, a CQ, a region of four pages, and a QP.
 *
 * @param context the device as the process has opened it
 * @param pd its first PD
 * @param cq where everything of the QP completes
 * @param memory four pages
 * @param region all of the memory, with every right that the region of the host has
 * @param qp in RESET
 */
public record Stranger(
        Context context, ProtectionDomain pd, CompletionQueue cq, Memory memory, MemoryRegion region, QueuePair qp) {
    private static final int CQ_ENTRIES = 16;
    private static final int MEMORY_BYTES = 4 * 4096;

    static Stranger on(BenchHost host) {
        String device = host.kernel().devices().keySet().iterator().next();
        Context context = Context.open(host.kernel().createProcess("stranger"), device);
        ProtectionDomain pd = context.allocPd();
        CompletionQueue cq = context.createCq(CQ_ENTRIES);
        Memory memory = context.allocate(MEMORY_BYTES);
        memory.fill((byte) 0xcc);
        MemoryRegion region = pd.regMr(memory, AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND);
        QpSpec small = QpSpec.rc(cq, cq).maxSend(4).maxRecv(4).maxSge(1).maxInline(0);
        return new Stranger(context, pd, cq, memory, region, pd.createQp(small));
    }
}
