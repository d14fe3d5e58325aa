package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.kernel.host.DeviceOpening;
import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.memory.AccessObserver;
import dev.fenestra.ib.core.memory.MemoryCopier;
import dev.fenestra.ib.core.memory.SegmentationFault;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.device.ForkGuard;
import dev.fenestra.uverbs.memory.DmaBuf;
import dev.fenestra.uverbs.memory.Memory;
import java.lang.foreign.MemorySegment;

/**
 * The process that opened a {@link Context}. It holds the state that verbs keep once per process, such as the
 * protection of regions against forks.
 */
public final class UserProcess implements AutoCloseable {
    private final Process process;

    private UserProcess(Process process) {
        this.process = process;
    }

    static UserProcess of(Process process) {
        return process.local(UserProcess.class, UserProcess::new);
    }

    /** {@return its name on the host} */
    public String name() {
        return process.name();
    }

    /**
     * Makes a child ({@code fork}). The child has the memory of this process at the same addresses, except for DONTFORK
     * ranges. Both share each page until one of them stores there; the one that stores gets a copy. Pages that a device
     * has pinned stay with this process. Before kernel 5.12 they go to the process that does not store first. The child
     * has no open devices. Both processes share segments of the Java program and memory of other devices. No other
     * thread may use memory of this process meanwhile.
     *
     * @param child its name, for messages
     * @return the child
     * @throws VerbsException ENOMEM when the host has no frames left for pages that are copied at once
     */
    public UserProcess fork(String child) {
        Process made = process.fork(child);
        ForkGuard.of(process).inherit(made);
        return of(made);
    }

    /**
     * Hides pages of regions from children from now on ({@code ibv_fork_init}); does nothing where {@link #forkStatus}
     * is UNNEEDED.
     *
     * @throws VerbsException EINVAL when a region was registered before
     */
    public void forkInit() {
        if (!process.copiesOnFork()) {
            ForkGuard.of(process).enable();
        }
    }

    /** {@return whether forks are safe for regions ({@code ibv_is_fork_initialized})} */
    public ForkStatus forkStatus() {
        if (process.copiesOnFork()) {
            return ForkStatus.UNNEEDED;
        }
        return ForkGuard.of(process).isEnabled() ? ForkStatus.ENABLED : ForkStatus.DISABLED;
    }

    /**
     * {@return the memory of this process at some addresses, for example memory that it got from its parent} An access
     * to an unmapped page is a segmentation fault.
     *
     * @param address virtual address of the first byte
     * @param length bytes
     */
    public Memory memoryAt(long address, long length) {
        return new Memory(process.memory(), address, length, MapOptions.USUAL);
    }

    /**
     * {@return zeroed memory of the host as a dma-buf: a memfd behind {@code udmabuf}}
     *
     * @param bytes rounded up to whole pages
     * @throws VerbsException EINVAL for no bytes, ENOMEM when the host has no frames left
     */
    public DmaBuf exportDmaBuf(long bytes) {
        return DmaBuf.open(process.files(), process.exportHostMemory(bytes));
    }

    /**
     * {@return a native segment of this Java program as a dma-buf, as the driver of another device exports its memory}
     *
     * @param segment native memory that is not confined to a thread
     * @throws VerbsException EINVAL for a segment on the heap, of a confined or closed arena, read-only, or of 0 bytes;
     *     ENOMEM when the host has no bus addresses left for it
     */
    public DmaBuf exportDmaBuf(MemorySegment segment) {
        return DmaBuf.open(process.files(), process.exportSegment(segment));
    }

    /**
     * Opens a buffer of another process here, as a socket does that carries the descriptor.
     *
     * @param buffer opened by another process of this host
     * @return another object for the same buffer, with a descriptor of this process
     * @throws VerbsException EBADF when it is closed
     */
    public DmaBuf receive(DmaBuf buffer) {
        return buffer.sendTo(process.files());
    }

    /**
     * Reads memory of the process from outside, as a debugger does. Observers of the process do not see it.
     *
     * @param address virtual address of the first byte
     * @param target is filled
     * @return false when some of the bytes are not mapped; then the target is undefined
     */
    public boolean peek(long address, byte[] target) {
        try {
            new MemoryCopier(process.memory()).get(address, target, 0, target.length);
            return true;
        } catch (SegmentationFault unmapped) {
            return false;
        }
    }

    /**
     * Adds an observer of what the program does with its memory.
     *
     * @param observer gets each access from now on, after the observers before it
     */
    @SuppressWarnings("exports") // ib-core shows its memory to the tools only
    public void addObserver(AccessObserver observer) {
        process.memory().addObserver(observer);
    }

    /**
     * Removes an observer.
     *
     * @param observer gets no more accesses; one that was not added is ignored
     */
    @SuppressWarnings("exports") // ib-core shows its memory to the tools only
    public void removeObserver(AccessObserver observer) {
        process.memory().removeObserver(observer);
    }

    /**
     * Opens a device for this process; ENXIO when the host has none of this name.
     *
     * @param device name of the device on its host, such as {@code mlx5_0}
     * @return the opened device
     */
    public Context open(String device) {
        return Context.open(process, device);
    }

    /**
     * {@return a second context for a device that this process has open ({@code ibv_import_device})} PDs and regions of
     * the first are imported there by their handles.
     *
     * @param descriptor {@link Context#descriptor} of the first
     * @throws VerbsException EBADF for a descriptor that is not open, EINVAL for one of something else, EOPNOTSUPP when
     *     the driver cannot
     */
    public Context importDevice(int descriptor) {
        KernelContext kernel = process.files().device(descriptor);
        DeviceOpening opening = process.open(kernel.device());
        LateSystemCalls calls = new LateSystemCalls();
        Pending<UserContext> pending =
                opening.userProvider().prepareContext(process.memory(), calls, opening.observer());
        pending.during(udata -> queried(kernel, udata));
        calls.open(kernel);
        return new Context(kernel, pending.complete(0), process, process.files().duplicate(descriptor));
    }

    private static KernelContext queried(KernelContext kernel, Udata udata) {
        kernel.queryContext(udata);
        return kernel;
    }

    /** Ends the process: closes its devices and frees its memory. A second call does nothing. */
    @Override
    public void close() {
        process.close();
    }
}
