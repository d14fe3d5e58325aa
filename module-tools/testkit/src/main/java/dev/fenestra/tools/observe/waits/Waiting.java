package dev.fenestra.tools.observe.waits;

import dev.fenestra.hw.sim.fabric.waits.FabricWait;
import dev.fenestra.ib.core.kernel.inspection.Awaited;
import dev.fenestra.ib.core.kernel.inspection.Wait;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who waits, as seen at one moment.
 *
 * @param party who waits
 * @param thread that waits; null for work, and for whoever comes
 * @param object that it is about
 * @param what must happen, to be read behind "waits"
 * @param debtor who owes it
 * @param debtors the threads that alone can make it happen; empty when others can too
 * @param since when it began, as {@link System#nanoTime} has it; 0 when that is unknown
 * @param key equal for the same wait, as long as nothing moves
 * @param isHere whether what is waited for has happened
 * @param canCome whether somebody is left who can make it happen
 * @param lastEvent what happened last; empty when that is unknown
 */
public record Waiting(
        String party,
        @Nullable Thread thread,
        String object,
        String what,
        String debtor,
        List<Thread> debtors,
        long since,
        Object key,
        boolean isHere,
        boolean canCome,
        String lastEvent) {

    static Waiting of(FabricWait wait) {
        return new Waiting(
                wait.party(),
                wait.thread(),
                "fabric",
                wait.what(),
                wait.debtor(),
                wait.debtors(),
                wait.since(),
                wait.key(),
                wait.isHere(),
                wait.canCome(),
                wait.lastEvent());
    }

    static Waiting of(Wait wait) {
        Thread thread = wait.thread();
        return of(thread.getName(), thread, wait.awaited(), wait.since(), wait);
    }

    /**
     * {@return something that no thread waits for, such as events that nobody sends}
     *
     * @param party who waits
     * @param awaited what for
     * @param key equal for the same wait
     */
    public static Waiting of(String party, Awaited awaited, Object key) {
        return of(party, null, awaited, 0, key);
    }

    private static Waiting of(String party, @Nullable Thread thread, Awaited awaited, long since, Object key) {
        return new Waiting(
                party,
                thread,
                awaited.object(),
                awaited.what(),
                awaited.debtor(),
                awaited.debtors(),
                since,
                key,
                asked(awaited::isHere, false),
                asked(awaited::canCome, true),
                awaited.lastEvent());
    }

    /** What is asked about may be gone, or lie in memory whose file has become shorter: then the wait ends soon. */
    private static boolean asked(BooleanSupplier question, boolean whenGone) {
        try {
            return question.getAsBoolean();
        } catch (RuntimeException | InternalError gone) {
            return whenGone;
        }
    }

    /** {@return who waits for what, who owes it and what happened last} */
    String text() {
        return String.format(
                "%s waits %s (%s); %s owes it%s",
                party, what, object, debtor, lastEvent.isEmpty() ? "" : "; last: " + lastEvent);
    }
}
