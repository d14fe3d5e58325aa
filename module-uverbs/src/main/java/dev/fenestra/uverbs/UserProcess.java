package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.Process;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** The process that opened a {@link Context}, with what verbs keep once per process: forks, and what they do to regions. */
public final class UserProcess implements AutoCloseable {
    private final Process process;
    private final ForkGuard guard;

    private UserProcess(Process process, boolean guarded) {
        this.process = process;
        guard = new ForkGuard(process.memory(), guarded);
    }

    static UserProcess of(Process process) {
        return process.local(UserProcess.class, made -> new UserProcess(made, false));
    }

    public String name() {
        return process.name();
    }

    /**
     * Makes a child ({@code fork}). It has all memory of this process, but for what is DONTFORK, at the same addresses; each page is shared until
     * one of the two stores there, and then that one gets a copy. Pages that a device has pinned stay with this process, unless the
     * kernel is older than 5.12: there they, too, stay with whoever stores last. Devices that are open stay this process's own. Segments of the
     * Java program and memory of other devices are common to both. No other thread may use memory of this process meanwhile.
     *
     * @throws VerbsException ENOMEM when the host has no frames left for what is copied at once
     */
    public UserProcess fork(String child) {
        return process.fork(child).local(UserProcess.class, made -> new UserProcess(made, guard.isEnabled()));
    }

    /**
     * Keeps pages of regions from children from now on ({@code ibv_fork_init}); does nothing where {@link #forkStatus} is UNNEEDED.
     *
     * @throws VerbsException EINVAL when a region was registered before
     */
    public void forkInit() {
        if (!process.copiesOnFork()) {
            guard.enable();
        }
    }

    /** Whether forks are safe for regions ({@code ibv_is_fork_initialized}). */
    public ForkStatus forkStatus() {
        if (process.copiesOnFork()) {
            return ForkStatus.UNNEEDED;
        }
        return guard.isEnabled() ? ForkStatus.ENABLED : ForkStatus.DISABLED;
    }

    /**
     * What this process has at some addresses, such as memory that it got from its parent. Touching what is not mapped there is a segmentation
     * fault.
     *
     * @param length bytes
     */
    public Memory memoryAt(long address, long length) {
        return new Memory(process.memory(), address, length);
    }

    /** Opens a device for this process; ENXIO when the host has none of this name. */
    public Context open(String device) {
        return Context.open(process, device);
    }

    /** Ends the process: its open devices are closed, its memory is freed. Ending it twice is harmless. */
    @Override
    public void close() {
        process.close();
    }

    ForkGuard guard() {
        return guard;
    }
}
