package dev.fenestra.ib.core.kernel.inspection;

import dev.fenestra.ib.core.kernel.SystemCall;
import java.lang.StackWalker.StackFrame;
import java.util.List;
import java.util.stream.Stream;

/** The calls that create objects. */
public final class CreationSites {
    private static final int DEPTH = 64;
    private static final String KERNEL = SystemCall.class.getPackageName();

    private CreationSites() {}

    /** {@return the calls that led into the kernel, innermost first} */
    public static List<StackTraceElement> here() {
        return StackWalker.getInstance().walk(CreationSites::callers);
    }

    private static List<StackTraceElement> callers(Stream<StackFrame> frames) {
        return frames.dropWhile(frame -> frame.getClassName().startsWith(KERNEL))
                .limit(DEPTH)
                .map(StackFrame::toStackTraceElement)
                .toList();
    }
}
