package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.testing.Wqe;
import org.junit.jupiter.api.Test;

/** Events of a CQ whose software arms it without a doorbell. */
class PolledCqTest extends NotificationScene {
    PolledCqTest() {
        super(true);
    }

    @Test
    void shouldRaiseOneEventForEachArm() {
        for (int arms = 0; arms < 3; arms++) {
            cq.armSilently(arms, false);
            complete(1);
            assertEquals(1, told());
            complete(1);
            assertEquals(0, told());
            cq.drain();
        }
    }

    @Test
    void shouldFindAFirstArmAfterItsEntry() {
        complete(2);
        assertEquals(0, told());
        cq.armSilently(0, false);
        assertEquals(1, told());
    }

    @Test
    void shouldWaitForASolicitedEntryWhenArmedForOne() {
        cq.armSilently(0, true);
        complete(1);
        assertEquals(0, told());
        cq.armSilently(0, false);
        assertEquals(1, told());
    }

    @Test
    void shouldKeepAnyArmWhenALookFoundItBeforeTheNarrowerOne() {
        cq.armSilently(0, false);
        assertEquals(0, told());
        cq.armSilently(0, true);

        complete(1);

        assertEquals(1, told());
    }

    @Test
    void shouldWaitForASolicitedEntryOnceTheWiderArmThatALookFoundGotItsEvent() {
        cq.armSilently(0, false);
        complete(1);
        assertEquals(1, told());
        cq.drain();

        cq.armSilently(1, true);
        complete(1);
        assertEquals(0, told(), "of an ordinary entry");

        complete(Wqe.send().solicited());
        assertEquals(1, told(), "of a solicited one");
    }
}
