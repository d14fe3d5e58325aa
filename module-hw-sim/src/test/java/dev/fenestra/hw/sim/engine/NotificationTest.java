package dev.fenestra.hw.sim.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.prm.CommandInput;
import dev.fenestra.hw.sim.prm.CommandOpcode;
import dev.fenestra.hw.sim.prm.Cqc;
import dev.fenestra.hw.sim.prm.Cqe;
import dev.fenestra.hw.sim.prm.CreateCq;
import dev.fenestra.hw.sim.prm.Eqe;
import dev.fenestra.hw.sim.prm.EventType;
import dev.fenestra.hw.sim.prm.ModifyCq;
import dev.fenestra.hw.sim.testing.Entry;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawCommands;
import dev.fenestra.hw.sim.testing.RawCq;
import dev.fenestra.hw.sim.testing.RawEq;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawMemory;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawQp;
import dev.fenestra.hw.sim.testing.Wqe;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When a CQ tells the host, and how event queues carry it. */
class NotificationTest {
    private static final int LINE = 3;
    private static final int LOG_EVENTS = 2;
    private static final int LOG_CQ = 4;

    private final RawPair pair = new RawPair();
    private final RawHost host = pair.server.host;
    private final List<Integer> interrupts = new ArrayList<>();
    private final RawEq events = host.eq(LOG_EVENTS, LINE, EventType.bit(EventType.CQ_ERROR));
    private final RawCq cq = host.cq(LOG_CQ, events);
    private final RawQp receiver = host.qp(pair.server.pd, pair.server.sends, cq);
    private final RawQp sender = pair.client.host.qp(pair.client.pd, pair.client.sends, pair.client.receives);

    NotificationTest() {
        host.hca.interrupts(interrupts::add);
        RawPair.connect(pair.client, sender, pair.server, receiver, QpSetup.usual());
        RawPair.connect(pair.server, receiver, pair.client, sender, QpSetup.usual());
    }

    @AfterEach
    void close() {
        pair.close();
    }

    private void complete(Wqe send) {
        receiver.receive();
        sender.post(send);
        pair.settle();
    }

    private void complete(int count) {
        for (int i = 0; i < count; i++) {
            complete(Wqe.send());
        }
    }

    /** Events told since the last time, each of which must be of the CQ. */
    private int told() {
        pair.settle();
        List<Integer> numbers = events.take(Eqe.NUMBER);
        numbers.forEach(number -> assertEquals(cq.number(), number));
        events.update();
        return numbers.size();
    }

    private void modify(int logEntries, long[] pages, Consumer<MemorySegment> change) {
        MemorySegment in = host.cqInput(logEntries, pages, 0);
        CommandInput.OPCODE.set(in, 0, CommandOpcode.MODIFY_CQ.code());
        CommandInput.OBJECT.set(in, 0, cq.number());
        change.accept(in);
        RawHost.good(host.commands.execute(in, 16));
    }

    private void moderate(int count, int micros) {
        modify(LOG_CQ, host.memory.pages(1), in -> {
            ModifyCq.SELECT.set(in, 0, ModifyCq.PERIOD | ModifyCq.MAX_COUNT);
            Cqc.PERIOD.set(in, CreateCq.CQC_OFFSET, micros);
            Cqc.MAX_COUNT.set(in, CreateCq.CQC_OFFSET, count);
        });
    }

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

    @Test
    void shouldWaitForSoManyEntriesWhenModerated() {
        moderate(3, 1000);
        cq.arm(0, false);
        complete(2);
        assertEquals(0, told());

        complete(1);
        assertEquals(1, told());
    }

    @Test
    void shouldNotWaitLongerThanThePeriodWhenModerated() {
        moderate(3, 1000);
        cq.arm(0, false);
        complete(1);
        long from = pair.fabric.now();

        pair.runUntil(from + 900_000);
        assertEquals(0, told());
        pair.runUntil(from + 1_000_000);
        assertEquals(1, told());
    }

    @Test
    void shouldNotModerateWhenEitherValueIsZero() {
        moderate(3, 0);
        cq.arm(0, false);
        complete(1);
        assertEquals(1, told());
    }

    @Test
    void shouldSayWhatItKnowsOfACq() {
        moderate(3, 1000);
        complete(2);
        cq.take();

        MemorySegment out = RawHost.good(host.commands.execute(
                        RawCommands.input(CommandOpcode.QUERY_CQ, cq.number(), 16), CreateCq.BYTES))
                .output();

        int cqc = CreateCq.CQC_OFFSET;
        assertEquals(Cqc.STATUS_OK, Cqc.STATUS.get(out, cqc));
        assertEquals(LOG_CQ, Cqc.LOG_ENTRIES.get(out, cqc));
        assertEquals(1000, Cqc.PERIOD.get(out, cqc));
        assertEquals(3, Cqc.MAX_COUNT.get(out, cqc));
        assertEquals(events.number(), Cqc.EQN.get(out, cqc));
        assertEquals(1, Cqc.CONSUMER.get(out, cqc));
        assertEquals(2, Cqc.PRODUCER.get(out, cqc));
    }

    @Test
    void shouldInterruptOnceUntilTheEventQueueIsArmedAgain() {
        events.arm();
        for (int i = 0; i < 3; i++) {
            cq.drain();
            cq.arm(i, false);
            complete(1);
        }
        assertEquals(List.of(LINE), interrupts);

        events.arm();
        pair.settle();
        assertEquals(List.of(LINE, LINE), interrupts, "of what was not read when it was armed");
    }

    @Test
    void shouldHoldEventsBackThatDoNotFit() {
        for (int i = 0; i < 7; i++) {
            cq.drain();
            cq.arm(i, false);
            complete(1);
        }
        assertEquals(4, told());
        assertEquals(3, told());
        assertEquals(0, told());
    }

    @Test
    void shouldEndTheOldRingWithAMarkerAndGoOnInTheNewOne() {
        complete(2);
        int log = 5;
        long[] ring = host.memory.pages(1);
        for (int at = 0; at < RawMemory.PAGE; at += Cqe.BYTES) {
            Cqe.OWNER.word(host.memory.segment(ring[0]), host.memory.offset(ring[0]) + at, Cqe.FRESH);
        }
        modify(log, ring, in -> CommandInput.OP_MOD.set(in, 0, ModifyCq.RESIZE));
        complete(1);

        assertEquals(
                List.of(Cqe.RESP_SEND, Cqe.RESP_SEND, Cqe.RESIZE_CQ),
                cq.drain().stream().map(Entry::opcode).toList());
        cq.moveTo(ring, log);
        assertEquals(
                List.of(Cqe.RESP_SEND), cq.drain().stream().map(Entry::opcode).toList());
    }

    @Test
    void shouldTellOfAnOverrunOnceAndRefuseToResize() {
        complete((1 << LOG_CQ) + 2);

        MemorySegment event = events.peek();
        assertEquals(EventType.CQ_ERROR, Eqe.TYPE.get(event, 0));
        assertEquals(cq.number(), Eqe.ERROR_CQN.get(event, 0));
        assertEquals(Eqe.CQ_OVERRUN, Eqe.ERROR_SYNDROME.get(event, 0));
        assertEquals(1, events.take(Eqe.TYPE).size());
        MemorySegment out = RawHost.good(host.commands.execute(
                        RawCommands.input(CommandOpcode.QUERY_CQ, cq.number(), 16), CreateCq.BYTES))
                .output();
        assertEquals(Cqc.STATUS_OVERRUN, Cqc.STATUS.get(out, CreateCq.CQC_OFFSET));
    }
}
