package dev.fenestra.tools.transport;

import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;

/**
 * One end of a conversation: a QP of some service with a CQ for each direction, and a region that the peer may do
 * anything to.
 */
final class End {
    static final int BYTES = 1 << 16;
    private static final int ENTRIES = 256;

    final BenchHost host;
    final Context context;
    final ProtectionDomain pd;
    final CompletionQueue sent;
    final CompletionQueue received;
    final QueuePair qp;
    final Memory memory;
    final MemoryRegion region;

    End(BenchHost host, QpType type) {
        this.host = host;
        context = host.open();
        pd = context.allocPd();
        sent = context.createCq(ENTRIES);
        received = context.createCq(ENTRIES);
        qp = pd.createQp(
                switch (type) {
                    case RC -> QpSpec.rc(sent, received);
                    case UC -> QpSpec.uc(sent, received);
                    case UD -> QpSpec.ud(sent, received);
                    case XRC_INI, XRC_TGT, RAW_PACKET, DRIVER ->
                        throw new IllegalArgumentException(type + " has one direction only");
                });
        memory = context.allocate(BYTES);
        region = pd.regMr(
                memory,
                AccessFlag.LOCAL_WRITE,
                AccessFlag.REMOTE_WRITE,
                AccessFlag.REMOTE_READ,
                AccessFlag.REMOTE_ATOMIC,
                AccessFlag.MW_BIND);
    }

    MemorySlice slice(long offset, long length) {
        return region.slice(offset, length);
    }

    Completion awaitSent(long wrId) {
        return sent.await(wrId, Patience.LIMIT);
    }

    Completion awaitReceived(long wrId) {
        return received.await(wrId, Patience.LIMIT);
    }

    /** Looks once, after the device has worked; true when nothing has completed. */
    boolean isQuiet() {
        return sent.poll(new Completions(1)) == 0 && received.poll(new Completions(1)) == 0;
    }

    /** The rule that this host's device refused last. */
    String lastRefusal() {
        return host.kernel().refusals().refusals().stream()
                .reduce((first, second) -> second)
                .map(Refusal::ruleId)
                .orElse("none");
    }
}
