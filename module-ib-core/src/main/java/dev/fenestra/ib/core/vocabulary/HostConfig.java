package dev.fenestra.ib.core.vocabulary;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The configuration of a host.
 *
 * @param name for listings and messages
 * @param memoryBytes physical memory, committed only when used
 * @param seed of the order of physical frames, and of the random bits of programs
 * @param commandTimeout how long a driver may wait for a command, on the wall clock
 * @param notesCreation whether lists of objects say who created each; this costs a stack walk per object
 * @param lockLimit how much memory each process may pin
 * @param iommu whether an IOMMU gives devices bus addresses, which are valid only while they are mapped
 * @param copyOnFork whether a fork copies pinned pages for the child at once, as Linux does since 5.12
 * @param confidential whether it is a confidential guest, whose memory its devices cannot read unless the guest shares
 *     it
 * @param blind whether the kernel leaves checks of the binding ledger to the device
 * @param mappable where kernel memory comes from that programs map
 * @param driverOptions options of drivers by name, like the environment variables of real providers
 */
public record HostConfig(
        String name,
        long memoryBytes,
        long seed,
        Duration commandTimeout,
        boolean notesCreation,
        LockLimit lockLimit,
        boolean iommu,
        boolean copyOnFork,
        boolean confidential,
        boolean blind,
        MappableMemory mappable,
        Map<String, String> driverOptions) {
    private static final long DEFAULT_MEMORY = 8L << 30;
    private static final Duration DEFAULT_COMMAND_TIMEOUT = Duration.ofSeconds(30);

    /** Keeps a copy of the options. */
    public HostConfig {
        driverOptions = Map.copyOf(driverOptions);
    }

    /**
     * {@return a host with 8 GiB of memory, seed 0 and 30 seconds for a command}
     *
     * @param name name of the host
     */
    public static HostConfig named(String name) {
        return new HostConfig(
                name,
                DEFAULT_MEMORY,
                0,
                DEFAULT_COMMAND_TIMEOUT,
                false,
                LockLimit.NONE,
                false,
                true,
                false,
                false,
                MappableMemory.PRIVATE,
                Map.of());
    }

    /**
     * Sets the physical memory, bytes.
     *
     * @param bytes at most 4 TiB
     * @return a changed copy
     */
    public HostConfig withMemory(long bytes) {
        return with(draft -> draft.memoryBytes = bytes);
    }

    /**
     * Sets the seed of the frames' order and of random bits.
     *
     * @param newSeed any number
     * @return a changed copy
     */
    public HostConfig withSeed(long newSeed) {
        return with(draft -> draft.seed = newSeed);
    }

    /**
     * Sets how long a driver may wait for a command, on the wall clock.
     *
     * @param timeout on the wall clock
     * @return a changed copy
     */
    public HostConfig withCommandTimeout(Duration timeout) {
        return with(draft -> draft.commandTimeout = timeout);
    }

    /**
     * Lets lists of objects say who created each.
     *
     * @return a changed copy
     */
    public HostConfig withCreationNoted() {
        return with(draft -> draft.notesCreation = true);
    }

    /**
     * {@return a host that limits what each process may pin (RLIMIT_MEMLOCK); without this there is no limit}
     *
     * @param bytes 0 when users may not lock memory at all
     * @param capIpcLock processes have CAP_IPC_LOCK, so that the limit does not apply
     */
    public HostConfig withLockLimit(long bytes, boolean capIpcLock) {
        LockLimit limit = new LockLimit(bytes, capIpcLock);
        return with(draft -> draft.lockLimit = limit);
    }

    /**
     * Puts an IOMMU between devices and memory.
     *
     * @return a changed copy
     */
    public HostConfig withIommu() {
        return with(draft -> draft.iommu = true);
    }

    /**
     * {@return a kernel before Linux 5.12: a fork shares pinned pages as well, and the first store afterwards moves
     * them away from the device}
     */
    public HostConfig withoutCopyOnFork() {
        return with(draft -> draft.copyOnFork = false);
    }

    /**
     * {@return a host that is a confidential guest: its memory is encrypted, and its devices reach only what it shares}
     * Its devices announce CC_DMA_BOUNCE, register no memory by its address (EOPNOTSUPP), and need queues in shared
     * memory.
     */
    public HostConfig asConfidentialGuest() {
        return with(draft -> draft.confidential = true);
    }

    /**
     * {@return a kernel that does not check the binding ledger} The device's own check is the last one, since a window
     * may be bound after the kernel's check. Tests of a device use this kernel to reach that check.
     */
    public HostConfig withBlindKernel() {
        return with(draft -> draft.blind = true);
    }

    /**
     * Sets where kernel memory comes from that programs map, such as queues that a kernel half makes.
     *
     * @param memory gives it out and takes it back; several hosts can have the same
     * @return a changed copy
     */
    public HostConfig withMappable(MappableMemory memory) {
        return with(draft -> draft.mappable = memory);
    }

    /**
     * Sets an option by name; a name that no driver knows is ignored.
     *
     * @param option name of the option, as its driver declares it
     * @param value what the option is set to
     * @return a changed copy
     */
    public HostConfig withDriverOption(String option, String value) {
        Map<String, String> options = new HashMap<>(driverOptions);
        options.put(option, value);
        return with(draft -> draft.driverOptions = options);
    }

    private HostConfig with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.config();
    }

    /** The values of a configuration, of which one is about to change. */
    private static final class Draft {
        final String name;
        long memoryBytes;
        long seed;
        Duration commandTimeout;
        boolean notesCreation;
        LockLimit lockLimit;
        boolean iommu;
        boolean copyOnFork;
        boolean confidential;
        boolean blind;
        MappableMemory mappable;
        Map<String, String> driverOptions;

        Draft(HostConfig from) {
            name = from.name;
            memoryBytes = from.memoryBytes;
            seed = from.seed;
            commandTimeout = from.commandTimeout;
            notesCreation = from.notesCreation;
            lockLimit = from.lockLimit;
            iommu = from.iommu;
            copyOnFork = from.copyOnFork;
            confidential = from.confidential;
            blind = from.blind;
            mappable = from.mappable;
            driverOptions = from.driverOptions;
        }

        HostConfig config() {
            return new HostConfig(
                    name,
                    memoryBytes,
                    seed,
                    commandTimeout,
                    notesCreation,
                    lockLimit,
                    iommu,
                    copyOnFork,
                    confidential,
                    blind,
                    mappable,
                    driverOptions);
        }
    }
}
