package dev.fenestra.tools.duties;

import java.util.List;
import java.util.Set;

/** Finds the line of a program that has called into the stack. */
public final class SourcePlace {
    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final String UNKNOWN = "an unknown place";
    private static final List<String> LAYERS = List.of(
            "dev.fenestra.uverbs.",
            "dev.fenestra.ib.core.",
            "dev.fenestra.vendor.",
            "dev.fenestra.hw.sim.",
            "java.",
            "jdk.");
    /** Programs may lie in packages below these. */
    private static final Set<String> HELPERS =
            Set.of("dev.fenestra.tools.bench", "dev.fenestra.tools.duties", "dev.fenestra.tools.junit");

    private SourcePlace() {}

    /** {@return the innermost line outside of the stack, such as {@code GreetingTest.greet(GreetingTest.java:12)}} */
    public static String ofCaller() {
        return WALKER.walk(frames -> frames.filter(frame -> !isOfStack(frame.getClassName()))
                .findFirst()
                .map(frame -> frame.toStackTraceElement().toString())
                .orElse(UNKNOWN));
    }

    /**
     * {@return the innermost line outside of the stack}
     *
     * @param frames of a call, innermost first
     */
    public static String of(List<StackTraceElement> frames) {
        return frames.stream()
                .filter(frame -> !isOfStack(frame.getClassName()))
                .findFirst()
                .map(StackTraceElement::toString)
                .orElse(UNKNOWN);
    }

    private static boolean isOfStack(String className) {
        for (String layer : LAYERS) {
            if (className.startsWith(layer)) {
                return true;
            }
        }
        return HELPERS.contains(className.substring(0, Math.max(0, className.lastIndexOf('.'))));
    }
}
