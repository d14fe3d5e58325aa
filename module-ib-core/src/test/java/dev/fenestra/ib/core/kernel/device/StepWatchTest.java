package dev.fenestra.ib.core.kernel.device;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A wait for a device whose clock stands still ends. */
public class StepWatchTest {
    private final AtomicLong clock = new AtomicLong(7);
    private final StepWatch watch = new StepWatch(device(clock));

    /** No mock: it would remember each of millions of calls. */
    private static RdmaDevice device(AtomicLong clock) {
        return (RdmaDevice) Proxy.newProxyInstance(
                RdmaDevice.class.getClassLoader(),
                new Class<?>[] {RdmaDevice.class},
                (_, called, _) -> switch (called.getName()) {
                    case "now" -> clock.get();
                    case "name" -> "stuck_0";
                    default -> null;
                });
    }

    private void steps(int count, long limit) {
        for (int i = 0; i < count; i++) {
            watch.progressUntil(limit);
        }
    }

    @Test
    @Provokes("HOST-4")
    void shouldEndAWaitAfterAMillionStepsAtOneTime() {
        steps(StepWatch.MOST_STEPS - 1, 8);

        VerbsException stuck = assertRefused(KernelRule.CLOCK_GOES_ON, () -> watch.progressUntil(8));

        assertEquals("stuck_0 at 7 ns, waited for until 8 ns", stuck.values());
    }

    @Test
    void shouldBeginAnewWhenTheClockGoesOn() {
        steps(StepWatch.MOST_STEPS - 1, 100);
        clock.incrementAndGet();
        steps(1, 7);

        steps(StepWatch.MOST_STEPS - 1, 100);
        assertRefused(KernelRule.CLOCK_GOES_ON, () -> watch.progressUntil(100));
    }

    @Test
    void shouldLetAProgramAskForNoTimeAsOftenAsItLikes() {
        assertDoesNotThrow(() -> steps(2 * StepWatch.MOST_STEPS, 7));
    }
}
