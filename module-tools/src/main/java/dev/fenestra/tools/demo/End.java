package dev.fenestra.tools.demo;

import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.uverbs.Completion;
import dev.fenestra.uverbs.CompletionQueue;
import dev.fenestra.uverbs.Context;
import dev.fenestra.uverbs.Memory;
import dev.fenestra.uverbs.MemoryRegion;
import dev.fenestra.uverbs.MemorySlice;
import dev.fenestra.uverbs.ProtectionDomain;
import dev.fenestra.uverbs.QpSpec;
import dev.fenestra.uverbs.QueuePair;
import dev.fenestra.uverbs.RemoteBuffer;
import dev.fenestra.uverbs.WorkRequest;
import java.time.Duration;
import java.util.List;

/**
 * One end of the connection: a host with an open device, a QP, and a page for messages and for probes of what is
 * refused.
 */
final class End {
    /** On the virtual clock; nothing here waits on the wall clock. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int CQ_ENTRIES = 256;
    private static final int PAGE = 4096;
    private static final int INBOX = 1024;
    private static final int PROBE = 2048;

    /** Most bytes that a probe reads or writes. */
    static final int PROBE_BYTES = 64;

    private static final byte PROBE_PATTERN = (byte) 0xee;

    private final BenchHost host;
    private final Context context;
    private final ProtectionDomain pd;
    private final CompletionQueue cq;
    private final QueuePair qp;
    private final Memory page;
    private final MemoryRegion messages;
    private long lastRequest;

    End(BenchHost host) {
        this.host = host;
        context = host.open();
        pd = context.allocPd();
        cq = context.createCq(CQ_ENTRIES);
        qp = pd.createQp(QpSpec.rc(cq, cq));
        page = context.allocate(PAGE);
        page.fill(PROBE_PATTERN);
        messages = pd.regMr(page, AccessFlag.LOCAL_WRITE);
    }

    BenchHost host() {
        return host;
    }

    String name() {
        return host.name();
    }

    Context context() {
        return context;
    }

    ProtectionDomain pd() {
        return pd;
    }

    QueuePair qp() {
        return qp;
    }

    QpState state() {
        return qp.state();
    }

    /** A number for the next request. */
    long nextRequest() {
        return ++lastRequest;
    }

    void post(WorkRequest... requests) {
        qp.post(requests);
    }

    /** Waits for a request, failed or not. */
    Completion outcome(long wrId) {
        return cq.await(wrId, PATIENCE);
    }

    /** Waits for a request that must succeed. */
    Completion.Done done(long wrId) {
        return outcome(wrId).orThrow();
    }

    /** Puts a receive for one message in the queue. */
    long receive() {
        long wrId = nextRequest();
        qp.postRecv(wrId, messages.slice(INBOX, RemoteBuffer.BYTES));
        return wrId;
    }

    /** The message that was received last. */
    RemoteBuffer message() {
        return RemoteBuffer.decode(page.get(INBOX, RemoteBuffer.BYTES));
    }

    /** Writes a message to be sent. */
    MemorySlice message(RemoteBuffer content) {
        page.put(0, content.encode());
        return messages.slice(0, RemoteBuffer.BYTES);
    }

    /** Where a refused READ would land, and what a refused WRITE would carry. */
    MemorySlice probe(int bytes) {
        return messages.slice(PROBE, bytes);
    }

    byte[] probeBytes() {
        return page.get(PROBE, PROBE_BYTES);
    }

    /** What the host's refusal log gained since it had this many entries. */
    List<Refusal> refusalsSince(long total) {
        var log = host.kernel().refusals();
        var kept = log.refusals();
        int gained = (int) Math.min(kept.size(), log.total() - total);
        return kept.subList(kept.size() - gained, kept.size());
    }
}
