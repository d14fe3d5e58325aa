package dev.fenestra.ib.core.kernel;

import java.lang.StackWalker.StackFrame;
import java.util.List;
import java.util.stream.Stream;

/** Notes who creates objects, on hosts that are asked to. */
final class CreationSites {
    private static final int DEPTH = 64;
    private static final String KERNEL = CreationSites.class.getPackageName();

    private final boolean noted;

    CreationSites(boolean noted) {
        this.noted = noted;
    }

    /** The calls that led into the kernel, innermost first; none when nobody asked. */
    List<StackTraceElement> here() {
        return noted ? StackWalker.getInstance().walk(CreationSites::callers) : List.of();
    }

    private static List<StackTraceElement> callers(Stream<StackFrame> frames) {
        return frames.dropWhile(frame -> frame.getClassName().startsWith(KERNEL))
                .limit(DEPTH)
                .map(StackFrame::toStackTraceElement)
                .toList();
    }
}
