package dev.fenestra.tools.duties;

/** Finds the line of a program that has called into the stack. */
final class SourcePlace {
    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final String[] STACK = {
        "dev.fenestra.uverbs.",
        "dev.fenestra.ib.core.",
        "dev.fenestra.vendor.",
        "dev.fenestra.hw.sim.",
        "dev.fenestra.tools.bench.",
        "dev.fenestra.tools.duties."
    };

    private SourcePlace() {}

    /** {@return the innermost line outside of the stack, such as {@code GreetingTest.greet(GreetingTest.java:12)}} */
    static String ofCaller() {
        return WALKER.walk(frames -> frames.filter(frame -> !isOfStack(frame.getClassName()))
                .findFirst()
                .map(frame -> frame.toStackTraceElement().toString())
                .orElse("an unknown place"));
    }

    private static boolean isOfStack(String className) {
        for (String prefix : STACK) {
            if (className.startsWith(prefix)) {
                return true;
            }
        }
        return className.startsWith("java.") || className.startsWith("jdk.");
    }
}
