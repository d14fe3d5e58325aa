package dev.fenestra.uverbs.device;

import dev.fenestra.ib.core.kernel.inspection.Awaited;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.VerbsRule;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The next event or completion that a program waits for.
 *
 * @param name of what brings it; asked for only when somebody wants to know
 * @param what as {@link Awaited#what} has it
 * @param rule by which a wait is refused that lasts too long
 * @param unread whether the kernel has it already; false where only the waiting thread can look
 * @param inFlight what is in flight; asked for only when a wait gives up
 */
public record NextEvent(
        Supplier<String> name, String what, VerbsRule rule, BooleanSupplier unread, Supplier<String> inFlight)
        implements Awaited {
    @Override
    public String object() {
        return name.get();
    }

    @Override
    public String debtor() {
        return "the device";
    }

    @Override
    public boolean isHere() {
        return unread.getAsBoolean();
    }

    /**
     * The refusal of a wait that gives up.
     *
     * @param broken why it gives up
     * @param values how long it was to wait
     */
    VerbsException refused(VerbsRule broken, String values) {
        return new VerbsException(broken, object() + ", " + values + ": " + inFlight.get());
    }
}
