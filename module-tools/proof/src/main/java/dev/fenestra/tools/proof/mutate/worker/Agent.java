package dev.fenestra.tools.proof.mutate.worker;

import java.lang.instrument.Instrumentation;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The agent of a worker. The JVM gives it the instrumentation that changes loaded classes. */
public final class Agent {
    private static volatile @Nullable Instrumentation given;

    private Agent() {}

    /** Called by the JVM before the program. */
    public static void premain(String options, Instrumentation instrumentation) {
        given = instrumentation;
    }

    static Instrumentation instrumentation() {
        return Objects.requireNonNull(given, "the worker was started without its agent");
    }
}
