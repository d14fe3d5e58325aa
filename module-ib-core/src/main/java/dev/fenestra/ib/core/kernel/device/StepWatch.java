package dev.fenestra.ib.core.kernel.device;

import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/**
 * Notices a device whose clock stands still while a program waits until a later time. Such a wait would never end. It
 * counts steps, not time, so the same program is stopped at the same step on every machine.
 */
public final class StepWatch {
    /** A device may take so many steps at one time of its clock. */
    static final int MOST_STEPS = 1_000_000;

    private final RdmaDevice driver;
    private int steps;

    StepWatch(RdmaDevice driver) {
        this.driver = driver;
    }

    /**
     * Lets the device work for a caller that waits. Callers on several threads may count a step too few.
     *
     * @param limitNanos on the device's clock
     * @throws VerbsException EIO when the clock has stood still for {@value #MOST_STEPS} steps
     */
    public void progressUntil(long limitNanos) {
        long before = driver.now();
        driver.progressUntil(limitNanos);
        boolean stands = before - limitNanos < 0 && driver.now() == before;
        steps = stands ? steps + 1 : 0;
        if (steps >= MOST_STEPS) {
            steps = 0;
            throw new VerbsException(
                    KernelRule.CLOCK_GOES_ON,
                    driver.name() + " at " + before + " ns, waited for until " + limitNanos + " ns");
        }
    }
}
