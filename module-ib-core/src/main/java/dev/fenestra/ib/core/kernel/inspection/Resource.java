package dev.fenestra.ib.core.kernel.inspection;

import java.util.List;

/**
 * A kernel object of a process, as {@code rdma resource show} lists it: an open device or an object of one.
 *
 * @param process name of the process
 * @param device name of the device
 * @param context number of the open device on its host, from 1 on
 * @param kind CTX, PD, MR, MW, CQ or QP
 * @param handle number of the object in its context, 0 for the context itself
 * @param holders the objects that must be destroyed before it, such as {@code MW 4, QP 5} or {@code 2 bound windows};
 *     empty for nothing
 * @param creation the calls that made it, innermost first, from outside of the kernel; empty unless the host is
 *     configured to note them
 */
public record Resource(
        String process,
        String device,
        int context,
        String kind,
        int handle,
        String holders,
        List<StackTraceElement> creation) {
    /** Kind of a context. */
    public static final String CONTEXT = "CTX";

    /** Keeps copies of the lists. */
    public Resource {
        creation = List.copyOf(creation);
    }

    /** {@return whether it is the open device itself} */
    public boolean isContext() {
        return kind.equals(CONTEXT);
    }

    /** {@return for example {@code MR 7}} */
    public String name() {
        return kind + " " + (isContext() ? context : handle);
    }
}
