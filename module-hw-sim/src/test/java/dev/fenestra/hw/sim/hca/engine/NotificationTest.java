package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.Cqc;
import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.hw.sim.mlx5.prm.CreateCq;
import dev.fenestra.hw.sim.mlx5.prm.Eqe;
import dev.fenestra.hw.sim.mlx5.prm.EventType;
import dev.fenestra.hw.sim.mlx5.prm.ModifyCq;
import dev.fenestra.hw.sim.testing.Entry;
import dev.fenestra.hw.sim.testing.RawCommands;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawMemory;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Moderation of events, the event queue, and a CQ that is resized or overrun. */
class NotificationTest extends NotificationScene {
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
