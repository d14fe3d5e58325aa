package dev.fenestra.tools.bench;

import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.WorkRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One end of a {@link QpPair}: a PD, a CQ, a QP, and memory with a region over it. By default no peer may touch the
 * region, but windows may be bound to it; {@link PairOptions} has the choices.
 */
public final class Peer implements AutoCloseable {
    /** Bytes of the memory: 16 pages. */
    public static final int MEMORY_BYTES = 16 * 4096;

    /** On the device's clock. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Collection<BenchHost> everyone;
    private final Consumer<Fault> link;
    private final BenchHost host;
    private final Context context;
    private final ProtectionDomain pd;
    private final CompletionQueue cq;
    private final QueuePair qp;
    private final Memory memory;
    private final MemoryRegion region;
    private final List<VerbsObject> objects = new ArrayList<>();

    private CmPair.@Nullable End end;

    /** Of its own binds, counted where no program's numbers are. */
    private long bindId = Long.MIN_VALUE;

    /**
     * @param everyone all hosts of the bench
     * @param link gets faults for packets to this end
     */
    Peer(Collection<BenchHost> everyone, BenchHost host, Context context, PairOptions options, Consumer<Fault> link) {
        this.everyone = everyone;
        this.link = link;
        this.host = host;
        this.context = context;
        pd = owned(context.allocPd());
        cq = owned(context.createCq(options.cqEntries()));
        memory = context.allocate(MEMORY_BYTES);
        region = owned(pd.regMr(memory, options.access().toArray(AccessFlag[]::new)));
        qp = owned(pd.createQp(options.qp().apply(cq)));
    }

    /** {@return the host of this end} */
    public BenchHost host() {
        return host;
    }

    /** {@return the open device of this end} */
    public Context context() {
        return context;
    }

    /** {@return the PD of the QP and the region} */
    public ProtectionDomain pd() {
        return pd;
    }

    /** {@return the CQ of all completions of the QP} */
    public CompletionQueue cq() {
        return cq;
    }

    /** {@return the connected QP} */
    public QueuePair qp() {
        return qp;
    }

    /** {@return the memory under the region} */
    public Memory memory() {
        return memory;
    }

    /** {@return all of the memory, with the rights of the options} */
    public MemoryRegion region() {
        return region;
    }

    /** {@return the end of the connection that RDMA CM has made; empty for a pair that was connected without it} */
    public Optional<CmPair.End> cm() {
        return Optional.ofNullable(end);
    }

    void connected(CmPair.@Nullable End byCm) {
        end = byCm;
    }

    /** {@return everything that is closed with this end, oldest first} */
    public synchronized List<VerbsObject> objects() {
        return List.copyOf(objects);
    }

    /**
     * Opens a window on a part of the memory. It allocates a window of type 1, binds it and waits.
     *
     * @param offset first byte of the memory that the window shows
     * @param length bytes that it shows
     * @param access what the other end may do through it
     * @return what the other end must know to use it
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EOPNOTSUPP when the device has no windows
     * @throws dev.fenestra.uverbs.handles.WorkCompletionException when the device refuses the bind
     */
    public synchronized RemoteBuffer window(long offset, long length, AccessFlag... access) {
        MemoryWindow window = owned(pd.allocMw(MwType.TYPE_1));
        qp.bindMw(bindId, window, region.slice(offset, length), access);
        await(bindId++).orThrow();
        return window.remote(region.address() + offset, length);
    }

    /**
     * Posts a signaled request and waits for its completion, successful or not. One that failed has the reason of the
     * host that refused it, its own or the peer's.
     *
     * @param request the request
     * @return its completion
     */
    public Completion attempt(WorkRequest request) {
        RefusalMark before = RefusalMark.of(everyone);
        qp.post(request);
        Completion completion = await(request.wrId());
        return completion instanceof Completion.Failed failed && failed.reason().isEmpty()
                ? failed.because(before.newest())
                : completion;
    }

    /**
     * Posts a signaled request that must succeed, and waits for it.
     *
     * @param request the request
     * @return its completion
     * @throws dev.fenestra.uverbs.handles.WorkCompletionException when it fails
     */
    public Completion.Done perform(WorkRequest request) {
        return attempt(request).orThrow();
    }

    /**
     * Waits for the completion of a request.
     *
     * @param wrId id of the request
     * @return the completion
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EAGAIN when there is none within a minute of the device's
     *     clock
     */
    public Completion await(long wrId) {
        return cq.await(wrId, PATIENCE);
    }

    /** {@return words for packets to this end that never arrive, such as {@code drop().next(WRITE)}} */
    public FaultWords drop() {
        return FaultWords.drop().to(qp, link);
    }

    /** {@return words for packets to this end that arrive twice} */
    public FaultWords duplicate() {
        return FaultWords.duplicate().to(qp, link);
    }

    /**
     * {@return words for packets to this end that arrive late}
     *
     * @param time how late, on the clock of the fabric
     * @throws IllegalArgumentException when the time is negative
     */
    public FaultWords delay(Duration time) {
        return FaultWords.delay(time).to(qp, link);
    }

    /** {@return words for packets to this end that arrive with a wrong bit, so that the port drops them} */
    public FaultWords corrupt() {
        return FaultWords.corrupt().to(qp, link);
    }

    /** {@return words for packets to this end that arrive behind the next one of their sender} */
    public FaultWords reorder() {
        return FaultWords.reorder().to(qp, link);
    }

    /** Closes what belongs to it, newest first; EBUSY names what still uses it. The context stays open. */
    @Override
    public synchronized void close() {
        objects.reversed().forEach(VerbsObject::close);
        memory.close();
    }

    private <T extends VerbsObject> T owned(T object) {
        objects.add(object);
        return object;
    }
}
