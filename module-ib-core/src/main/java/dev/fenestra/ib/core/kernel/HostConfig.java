package dev.fenestra.ib.core.kernel;

import java.time.Duration;

/**
 * How a host is built.
 *
 * @param name for listings and messages
 * @param memoryBytes physical memory, committed only when used
 * @param seed of the order in which physical frames are handed out, and of the random bits that programs get
 * @param commandTimeout how long a driver may wait for a command, on the wall clock
 * @param notesCreation whether each object's {@link Resource} says who created it, which costs a stack walk per object
 */
public record HostConfig(String name, long memoryBytes, long seed, Duration commandTimeout, boolean notesCreation) {
    private static final long DEFAULT_MEMORY = 8L << 30;
    private static final Duration DEFAULT_COMMAND_TIMEOUT = Duration.ofSeconds(30);

    /** A host with 8 GiB of memory, seed 0 and 30 seconds for a command. */
    public static HostConfig named(String name) {
        return new HostConfig(name, DEFAULT_MEMORY, 0, DEFAULT_COMMAND_TIMEOUT, false);
    }

    public HostConfig withMemory(long bytes) {
        return new HostConfig(name, bytes, seed, commandTimeout, notesCreation);
    }

    public HostConfig withSeed(long newSeed) {
        return new HostConfig(name, memoryBytes, newSeed, commandTimeout, notesCreation);
    }

    public HostConfig withCommandTimeout(Duration timeout) {
        return new HostConfig(name, memoryBytes, seed, timeout, notesCreation);
    }

    public HostConfig withCreationNoted() {
        return new HostConfig(name, memoryBytes, seed, commandTimeout, true);
    }
}
