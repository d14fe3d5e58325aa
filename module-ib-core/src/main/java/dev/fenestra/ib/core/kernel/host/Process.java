package dev.fenestra.ib.core.kernel.host;

import dev.fenestra.ib.core.cm.CmChannelCalls;
import dev.fenestra.ib.core.kernel.calls.ContextOwner;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.kernel.device.DmaSpace;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.device.LentMemories;
import dev.fenestra.ib.core.kernel.inspection.LoggedRefusal.Caller;
import dev.fenestra.ib.core.kernel.inspection.Resource;
import dev.fenestra.ib.core.kernel.inspection.ResourceDetail;
import dev.fenestra.ib.core.kernel.inspection.SystemCallGate;
import dev.fenestra.ib.core.kernel.inspection.TransitionCounter;
import dev.fenestra.ib.core.memory.DmaBuf;
import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.spi.AddressSpace;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** A process of a host: its memory and the devices it has opened. Made by {@link Host#createProcess}. */
public final class Process implements AutoCloseable {
    private final HostKernel kernel;
    private final Forking forking;
    private final Consumer<Process> onEnd;
    private final int number;
    private final ProcessMemory memory;
    private final SystemCallGate gate;
    private final FileTable files;
    private volatile boolean capNetRaw;
    private final List<KernelContext> contexts = new CopyOnWriteArrayList<>();
    private final List<CmChannelCalls> channels = new CopyOnWriteArrayList<>();
    private final Map<Class<?>, Object> locals = new ConcurrentHashMap<>();

    /** Makes a child of a process. */
    interface Forking {
        Process fork(Process parent, String child);
    }

    /**
     * @param onEnd called when the process has ended
     */
    Process(
            HostKernel kernel,
            Forking forking,
            Consumer<Process> onEnd,
            String name,
            int number,
            ProcessMemory memory,
            FileTable files) {
        this.kernel = kernel;
        this.forking = forking;
        this.onEnd = onEnd;
        this.number = number;
        this.memory = memory;
        this.files = files;
        gate = new SystemCallGate(kernel.trace(), new Caller(name, number));
    }

    /** {@return the name that its host's listings and messages use} */
    public String name() {
        return gate.caller().process();
    }

    /** {@return its number on its host, from 1 on} */
    public int number() {
        return number;
    }

    /** {@return its address space} */
    public ProcessMemory memory() {
        return memory;
    }

    /** {@return its file descriptors} */
    public FileTable files() {
        return files;
    }

    /**
     * {@return zeroed memory of its host as a dma-buf}
     *
     * @param bytes rounded up to whole pages
     */
    public DmaBuf exportHostMemory(long bytes) {
        return DmaBuf.ofHost(kernel.memory(), bytes);
    }

    /**
     * {@return a native segment of the Java program as a dma-buf}
     *
     * @param segment native memory that is not confined to a thread
     */
    public DmaBuf exportSegment(MemorySegment segment) {
        return DmaBuf.ofSegment(kernel.memory(), segment);
    }

    /**
     * {@return zeroed memory that a confidential guest shares with its devices, as a dma-buf} On another host it is
     * ordinary memory.
     *
     * @param bytes rounded up to whole pages
     */
    public DmaBuf allocateShared(long bytes) {
        return DmaBuf.ofSharedHeap(kernel.memory(), bytes);
    }

    /** {@return whether it may use raw packets and controlled Q_Keys; a new process may not} */
    public boolean hasCapNetRaw() {
        return capNetRaw;
    }

    /**
     * Gives the process CAP_NET_RAW, or takes it away. Open devices use the new setting at once.
     *
     * @param granted whether the process has CAP_NET_RAW
     */
    public void capNetRaw(boolean granted) {
        capNetRaw = granted;
    }

    /** {@return the system calls it made so far} */
    public TransitionCounter transitions() {
        return gate.transitions();
    }

    /**
     * Begins to open a device.
     *
     * @param device name of the device
     * @return the way to open it
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException ENXIO when the host has no device of this name
     */
    public DeviceOpening open(String device) {
        KernelDevice found = kernel.devices().find(device);
        return new DeviceOpening(found, gate, () -> ownerOf(found), contexts);
    }

    /** {@return a channel of the host's connection manager ({@code /dev/infiniband/rdma_cm}); the process ends it} */
    public CmChannelCalls openConnections() {
        CmChannelCalls channel = kernel.connections().open();
        channels.add(channel);
        return channel;
    }

    /**
     * Makes a child that has the memory of this process,
     * {@linkplain ProcessMemory#fork shared until one of them stores}. Devices that are open stay the parent's: the
     * child opens its own. No other thread of this process may use its memory meanwhile.
     *
     * @param child its name, for messages
     * @return the process
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException ENOMEM when the host has no frames left
     */
    public Process fork(String child) {
        return forking.fork(this, child);
    }

    /**
     * {@return whether the kernel copies pinned pages for a child at once, so that programs need no protection
     * (IBV_FORK_UNNEEDED)}
     */
    public boolean copiesOnFork() {
        return kernel.config().copyOnFork();
    }

    /**
     * {@return the state of a user-space library in this process, like its static variables; created at the first call}
     *
     * @param <T> type of the state
     * @param type its key
     * @param creation creates it, once per process
     */
    public <T> T local(Class<T> type, Function<Process, T> creation) {
        return type.cast(locals.computeIfAbsent(type, _ -> creation.apply(this)));
    }

    /** Ends the process: closes its devices and frees its memory. A second call does nothing. */
    @Override
    public void close() {
        channels.forEach(CmChannelCalls::close);
        contexts.forEach(KernelContext::close);
        files.closeAll();
        memory.freeAll();
        onEnd.accept(this);
    }

    /** A device is taken away. */
    void disassociate(KernelDevice device) {
        contexts.stream().filter(context -> context.isOf(device)).forEach(KernelContext::disassociate);
    }

    Stream<Resource> resources() {
        return Stream.concat(contexts.stream().flatMap(KernelContext::resources), cmIds().resources());
    }

    Stream<ResourceDetail> inspect() {
        return Stream.concat(
                contexts.stream().flatMap(KernelContext::inspect),
                cmIds().inspect(kernel.devices().all().stream()
                        .map(device -> device.driver().name())
                        .toList()));
    }

    private CmIds cmIds() {
        return new CmIds(name(), number, channels);
    }

    /** Its memory as the driver of a device gets it. */
    private AddressSpace spaceOf(KernelDevice device, LentMemories lent) {
        return new DmaSpace(
                memory,
                device.dma().domain(),
                kernel.trace(),
                name(),
                kernel.config().confidential(),
                lent);
    }

    private ContextOwner ownerOf(KernelDevice device) {
        LentMemories lent = new LentMemories(kernel.config().mappable());
        return new ContextOwner(
                kernel.nextContext(),
                number,
                gate,
                spaceOf(device, lent),
                lent,
                this::hasCapNetRaw,
                files::buffer,
                kernel.config().notesCreation(),
                kernel::random);
    }
}
