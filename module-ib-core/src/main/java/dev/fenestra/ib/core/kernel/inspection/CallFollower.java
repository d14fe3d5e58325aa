package dev.fenestra.ib.core.kernel.inspection;

import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.inspection.LoggedRefusal.Caller;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import org.jspecify.annotations.Nullable;

/**
 * Follows a host beside its observer, of which there is one: its system calls, and what is refused without one. It is
 * called on the thread that does the work, which holds locks. So it only notes and returns.
 */
public interface CallFollower {

    /**
     * A system call is about to return.
     *
     * @param nanos time of the host's first device, nanoseconds; -1 when there is none
     * @param caller the process
     * @param call the call
     * @param arguments what it was given
     * @param refused why it was refused; null when it succeeds
     */
    void returned(
            long nanos, Caller caller, SystemCall call, CallArguments arguments, @Nullable VerbsException refused);

    /**
     * Something was refused that was no system call, such as a request on its way.
     *
     * @param refusal the refusal
     */
    void refused(LoggedRefusal refusal);
}
