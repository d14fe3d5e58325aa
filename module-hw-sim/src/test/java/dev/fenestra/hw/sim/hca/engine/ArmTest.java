package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.Wqe;
import org.junit.jupiter.api.Test;

/** Arms of a CQ: for any completion, for solicited ones, and one after the other. */
class ArmTest extends NotificationScene {
    @Test
    void shouldTellNothingOfACqThatIsNotArmed() {
        complete(2);

        assertEquals(0, told());
    }

    @Test
    void shouldTellOnceForEachArm() {
        cq.arm(0, false);
        complete(3);
        assertEquals(1, told());

        cq.drain();
        cq.arm(1, false);
        complete(1);
        assertEquals(1, told());
    }

    @Test
    void shouldSeeTheFirstArmOfANewCqAlthoughItIsZero() {
        cq.arm(0, false);
        complete(1);

        assertEquals(1, told());
    }

    @Test
    void shouldTellAtOnceOfEntriesThatSlippedInBeforeTheArm() {
        complete(1);

        cq.arm(0, false);

        assertEquals(1, told());
    }

    @Test
    void shouldTellAtOnceOfEntriesThatWereLeftInTheQueue() {
        cq.arm(0, false);
        complete(2);
        assertEquals(1, told());
        cq.take();

        cq.arm(1, false);

        assertEquals(1, told());
    }

    @Test
    void shouldNotTellTwiceOfEntriesWhenSoftwareArmsFirstAndPollsThen() {
        cq.arm(0, false);
        complete(1);
        assertEquals(1, told());

        cq.arm(1, false);
        assertEquals(0, told(), "of the same entry");

        cq.drain();
        complete(1);
        assertEquals(1, told(), "of the next");
    }

    @Test
    void shouldTellOfSolicitedEntriesOnlyWhereThatIsAskedFor() {
        cq.arm(0, true);
        complete(1);
        assertEquals(0, told());

        complete(Wqe.send().solicited());
        assertEquals(1, told());
        assertEquals(2, cq.drain().size());
    }

    @Test
    void shouldTellOfErrorsWhereSolicitedEntriesAreAskedFor() {
        cq.arm(0, true);
        receiver.receive();
        RawHost.good(host.commands.execute(CommandOpcode.TO_ERR_QP, receiver.number()));

        assertEquals(1, told());
    }

    @Test
    void shouldKeepAnyArmWhenArmedForSolicitedLater() {
        cq.arm(0, false);
        cq.arm(0, true);

        complete(1);

        assertEquals(1, told());
    }

    @Test
    void shouldKeepAnyArmWhenTheDeviceSawItBeforeTheNarrowerOne() {
        cq.arm(0, false);
        pair.settle();
        cq.arm(0, true);
        pair.settle();

        complete(1);

        assertEquals(1, told());
    }

    @Test
    void shouldServeBothArmsWithOneEvent() {
        cq.arm(0, false);
        cq.arm(0, true);
        complete(Wqe.send().solicited());
        assertEquals(1, told());

        complete(Wqe.send().solicited());

        assertEquals(0, told());
    }

    @Test
    void shouldWaitForASolicitedEntryOnceTheWiderArmGotItsEvent() {
        cq.arm(0, false);
        cq.arm(0, true);
        complete(1);
        assertEquals(1, told());
        cq.drain();

        cq.arm(1, true);
        complete(1);
        assertEquals(0, told(), "of an ordinary entry");

        complete(Wqe.send().solicited());
        assertEquals(1, told(), "of a solicited one");
    }

    @Test
    void shouldWidenAnArmForSolicitedEntries() {
        cq.arm(0, true);
        cq.arm(0, false);

        complete(1);

        assertEquals(1, told());
    }

    @Test
    void shouldKeepAnyArmAcrossAnEventThatWasTakenLate() {
        cq.arm(0, false);
        complete(1);
        cq.drain();
        cq.arm(0, false);
        assertEquals(1, told());

        cq.arm(1, true);
        complete(1);

        assertEquals(1, told());
    }
}
