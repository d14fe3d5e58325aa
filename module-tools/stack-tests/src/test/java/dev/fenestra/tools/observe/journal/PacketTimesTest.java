package dev.fenestra.tools.observe.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.tools.observe.cost.CostModel;
import org.junit.jupiter.api.Test;

class PacketTimesTest {
    /**
     * At 100 Gbit/s, with what surrounds a frame: 4170 bytes take 333.6 ns, 62 bytes 4.96 ns; each packet costs 5 ns
     * more.
     */
    private static final int FULL = 4146;

    private static final int FULL_NANOS = 339;
    private static final int SMALL = 38;
    private static final int SMALL_NANOS = 10;
    private static final int FLIGHT = 100;

    private final PacketTimes times = new PacketTimes(CostModel.builtIn());

    @Test
    void shouldSendOnePacketAfterTheOtherAtTheSpeedOfTheLink() {
        assertEquals(1000, times.leaves(0, FULL, 1000));
        assertEquals(1000 + FULL_NANOS, times.leaves(0, FULL, 1000));
        assertEquals(1000 + 2 * FULL_NANOS, times.leaves(0, SMALL, 1000));
        assertEquals(1000 + 2 * FULL_NANOS + SMALL_NANOS, times.leaves(0, SMALL, 1000));
    }

    @Test
    void shouldAnswerWhenThePacketHasArrived() {
        long request = times.leaves(0, FULL, 0);
        times.arrives(1, request, FULL, 0);

        assertEquals(FULL_NANOS + FLIGHT, times.leaves(1, SMALL, 0));
    }

    @Test
    void shouldAnswerAPacketThatWasHeldBackWhenItCame() {
        long request = times.leaves(0, FULL, 0);
        times.arrives(1, request, FULL, 50_000);

        assertEquals(50_000, times.leaves(1, SMALL, 50_000));
    }

    @Test
    void shouldFollowTheClockWhenItIsAhead() {
        times.leaves(0, FULL, 0);

        assertEquals(7_000, times.leaves(0, FULL, 7_000));
    }

    @Test
    void shouldGiveNoTwoPacketsOneTime() {
        assertEquals(5, times.leaves(0, SMALL, 5));
        assertEquals(6, times.leaves(1, SMALL, 5));
        assertEquals(7, times.leaves(2, SMALL, 5));
    }
}
