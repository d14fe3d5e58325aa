package dev.fenestra.hw.sim.hca.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each limit is changed by itself, within its range. */
class HcaLimitsTest {
    private static final HcaLimits USUAL = HcaLimits.DEFAULT;

    static Stream<Arguments> limits() {
        return Stream.of(
                limit("keys", USUAL::withLogMaxMkey, HcaLimits::logMaxMkey, 24),
                limit("QPs", USUAL::withLogMaxQp, HcaLimits::logMaxQp, 24),
                limit("blocks of a QP", USUAL::withLogMaxQpSize, HcaLimits::logMaxQpSize, 30),
                limit("CQs", USUAL::withLogMaxCq, HcaLimits::logMaxCq, 24),
                limit("entries of a CQ", USUAL::withLogMaxCqSize, HcaLimits::logMaxCqSize, 30),
                limit("PDs", USUAL::withLogMaxPd, HcaLimits::logMaxPd, 24),
                limit("READs and atomics", USUAL::withLogRdAtomic, HcaLimits::logRdAtomic, 30),
                limit("bytes of a message", USUAL::withLogMaxMessage, HcaLimits::logMaxMessage, 31),
                limit("SRQs", USUAL::withLogMaxSrq, HcaLimits::logMaxSrq, 24),
                limit("WQEs of an SRQ", USUAL::withLogMaxSrqSize, HcaLimits::logMaxSrqSize, 15));
    }

    private static Arguments limit(String what, IntFunction<HcaLimits> with, ToIntFunction<HcaLimits> get, int most) {
        return argumentSet(what, what, with, get, most);
    }

    @ParameterizedTest
    @MethodSource("limits")
    void shouldChangeOneLimitWithinItsRange(
            String what, IntFunction<HcaLimits> with, ToIntFunction<HcaLimits> get, int most) {
        assertEquals(most, get.applyAsInt(with.apply(most)));
        assertEquals(0, get.applyAsInt(with.apply(0)));
        assertEquals(USUAL, with.apply(get.applyAsInt(USUAL)));
        refused(what, with, -1, most);
        refused(what, with, most + 1, most);
    }

    private static void refused(String what, IntFunction<HcaLimits> with, int log, int most) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> with.apply(log));
        String message = String.valueOf(refused.getMessage());
        assertEquals(what + " is 0 to " + most + ", not " + log, message.replaceFirst("^log2 of (the )?", ""));
    }

    @Test
    void shouldTakeQueuesAwayAndAddNone() {
        HcaLimits few = USUAL.withFewerQueues(10);
        assertEquals(USUAL.withLogMaxQp(10).withLogMaxCq(10).withLogMaxSrq(10), few);
        assertEquals(few, few.withFewerQueues(20));
    }
}
