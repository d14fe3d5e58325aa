package dev.fenestra.hw.sim.fabric.clock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How much later than asked for the system may wake a thread from a sleep: 50 us on Linux, unless told otherwise. */
public final class TimerSlack {
    private static final Path THREAD = Path.of("/proc/thread-self");

    private TimerSlack() {}

    /**
     * Lets the current thread sleep for a few microseconds. On a system without this setting nothing changes: sleeps
     * are longer there.
     */
    public static void shorten() {
        try {
            Path thread =
                    Path.of("/proc").resolve(Files.readSymbolicLink(THREAD).getFileName());
            Files.writeString(thread.resolve("timerslack_ns"), "1");
        } catch (IOException | RuntimeException unused) {
            // A longer nap is still a nap.
        }
    }
}
