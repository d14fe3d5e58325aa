package dev.fenestra.ib.core.kernel.inspection;

import dev.fenestra.ib.core.kernel.SystemCall;
import java.lang.StackWalker.StackFrame;
import java.util.List;
import java.util.stream.Stream;

/** Notes the calls that create objects, on hosts that are configured to. */
public final class CreationSites {
    private static final int DEPTH = 64;
    private static final String KERNEL = SystemCall.class.getPackageName();

    private final boolean noted;

    /**
     * Notes where objects are created, if that is wanted.
     *
     * @param noted whether creations are noted at all
     */
    public CreationSites(boolean noted) {
        this.noted = noted;
    }

    /** {@return the calls that led into the kernel, innermost first; none when they are not recorded} */
    public List<StackTraceElement> here() {
        return noted ? StackWalker.getInstance().walk(CreationSites::callers) : List.of();
    }

    private static List<StackTraceElement> callers(Stream<StackFrame> frames) {
        return frames.dropWhile(frame -> frame.getClassName().startsWith(KERNEL))
                .limit(DEPTH)
                .map(StackFrame::toStackTraceElement)
                .toList();
    }
}
