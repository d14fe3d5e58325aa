package dev.fenestra.hw.sim.roce.udp;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Whether a packet is believed that would be good with an identification other than 0. */
class PeerHabitsTest {
    private static final long LINUX = 0xffff_0a09_0001L;
    private static final long FENESTRA = 0xffff_0a09_0002L;

    private final PeerHabits habits = new PeerHabits();

    @Test
    void shouldBelieveTheFirstPacketsOfAPeer() {
        assertTrue(habits.mayUseAnother(LINUX));
        assertTrue(habits.mayUseAnother(LINUX));
    }

    @Test
    void shouldNotBelieveACorruptedPacketOfAPeerThatUsesZero() {
        habits.usedZero(FENESTRA);
        assertFalse(habits.mayUseAnother(FENESTRA));
        habits.usedZero(FENESTRA);
        assertFalse(habits.mayUseAnother(FENESTRA));
    }

    /** One of 65,536 packets of Linux has identification 0, too. */
    @Test
    void shouldBelieveTheSecondInARowOfAPeerThatHappenedToUseZero() {
        habits.usedZero(LINUX);
        assertFalse(habits.mayUseAnother(LINUX));
        assertTrue(habits.mayUseAnother(LINUX));
        assertTrue(habits.mayUseAnother(LINUX));
    }

    @Test
    void shouldKeepPeersApart() {
        habits.usedZero(FENESTRA);
        assertTrue(habits.mayUseAnother(LINUX));
        assertFalse(habits.mayUseAnother(FENESTRA));
    }
}
