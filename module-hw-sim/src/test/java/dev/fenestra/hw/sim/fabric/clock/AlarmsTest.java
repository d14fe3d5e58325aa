package dev.fenestra.hw.sim.fabric.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.fabric.Fabric;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Work of kernels that waits for a time on the clock of the fabric. */
class AlarmsTest {
    private final Fabric fabric = new Fabric();
    private final List<String> ran = new ArrayList<>();

    private void alarm(long nanos, String name) {
        fabric.at(nanos, () -> ran.add(name + " at " + fabric.now()));
    }

    private void waitUntil(long nanos) {
        while (fabric.now() < nanos) {
            fabric.progressUntil(nanos);
            fabric.runDeferred();
        }
        fabric.progressUntil(nanos);
        fabric.runDeferred();
    }

    @Test
    void shouldRunWorkAtItsTimeAndNotJumpPastIt() {
        alarm(5_000, "late");
        alarm(2_000, "early");

        waitUntil(10_000);

        assertEquals(List.of("early at 2000", "late at 5000"), ran);
        assertEquals(10_000, fabric.now());
    }

    @Test
    void shouldRunWorkOfOneTimeInTheOrderOfTheCalls() {
        alarm(3_000, "first");
        alarm(3_000, "second");

        waitUntil(3_000);

        assertEquals(List.of("first at 3000", "second at 3000"), ran);
    }

    @Test
    void shouldLeaveWorkAloneWhoseTimeHasNotCome() {
        alarm(3_000, "later");

        waitUntil(2_999);
        assertEquals(List.of(), ran);

        waitUntil(3_000);
        assertEquals(1, ran.size());
    }

    @Test
    void shouldRunWorkThatAnAlarmAsksFor() {
        fabric.at(1_000, () -> alarm(4_000, "again"));

        waitUntil(8_000);

        assertEquals(List.of("again at 4000"), ran);
    }
}
