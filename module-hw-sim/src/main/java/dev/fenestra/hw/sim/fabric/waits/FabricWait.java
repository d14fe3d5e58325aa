package dev.fenestra.hw.sim.fabric.waits;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who waits on a fabric in real time: a thread that sleeps, work that no thread runs, or those who need the
 * turn of the thread that drives.
 *
 * @param party who waits
 * @param thread that waits; null for work, and for whoever comes
 * @param what must happen, to be read behind "waits"
 * @param debtor who owes it
 * @param debtors the threads that alone can make it happen; empty when others can too
 * @param since when it began, as {@link System#nanoTime} has it; 0 when that is unknown
 * @param key equal for the same wait, as long as nothing moves
 * @param isHere whether what is waited for has happened
 * @param canCome whether somebody is left who can make it happen
 * @param lastEvent what happened last; empty when that is unknown
 */
public record FabricWait(
        String party,
        @Nullable Thread thread,
        String what,
        String debtor,
        List<Thread> debtors,
        long since,
        Object key,
        boolean isHere,
        boolean canCome,
        String lastEvent) {}
