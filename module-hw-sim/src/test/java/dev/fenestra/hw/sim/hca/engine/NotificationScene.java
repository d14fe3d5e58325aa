package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.Cqc;
import dev.fenestra.hw.sim.mlx5.prm.CreateCq;
import dev.fenestra.hw.sim.mlx5.prm.Eqe;
import dev.fenestra.hw.sim.mlx5.prm.EventType;
import dev.fenestra.hw.sim.mlx5.prm.ModifyCq;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawCq;
import dev.fenestra.hw.sim.testing.RawEq;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawQp;
import dev.fenestra.hw.sim.testing.Wqe;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;

/** A CQ with an event queue, and a QP that completes there. */
abstract class NotificationScene {
    static final int LINE = 3;
    static final int LOG_EVENTS = 2;
    static final int LOG_CQ = 4;
    final RawPair pair = new RawPair();
    final RawHost host = pair.bob.host;
    final List<Integer> interrupts = new ArrayList<>();
    final RawEq events = host.eq(LOG_EVENTS, LINE, EventType.bit(EventType.CQ_ERROR));
    final RawCq cq;
    final RawQp receiver;
    final RawQp sender = pair.alice.host.qp(pair.alice.pd, pair.alice.sends, pair.alice.receives);

    NotificationScene() {
        this(false);
    }

    /**
     * @param polled whether the device polls the arm of the CQ
     */
    NotificationScene(boolean polled) {
        cq = polled ? host.polledCq(LOG_CQ, events) : host.cq(LOG_CQ, events);
        receiver = host.qp(pair.bob.pd, pair.bob.sends, cq);
        host.hca.interrupts(interrupts::add);
        RawPair.connect(pair.alice, sender, pair.bob, receiver, QpSetup.usual());
        RawPair.connect(pair.bob, receiver, pair.alice, sender, QpSetup.usual());
    }

    @AfterEach
    void close() {
        pair.close();
    }

    void complete(Wqe send) {
        receiver.receive();
        sender.post(send);
        pair.settle();
    }

    void complete(int count) {
        for (int i = 0; i < count; i++) {
            complete(Wqe.send());
        }
    }

    /** Events told since the last time, each of which must be of the CQ. */
    int told() {
        pair.settle();
        List<Integer> numbers = events.take(Eqe.NUMBER);
        numbers.forEach(number -> assertEquals(cq.number(), number));
        events.update();
        return numbers.size();
    }

    void modify(int logEntries, long[] pages, Consumer<MemorySegment> change) {
        MemorySegment in = host.cqInput(logEntries, pages, 0);
        CommandInput.OPCODE.set(in, 0, CommandOpcode.MODIFY_CQ.code());
        CommandInput.OBJECT.set(in, 0, cq.number());
        change.accept(in);
        RawHost.good(host.commands.execute(in, 16));
    }

    void moderate(int count, int micros) {
        modify(LOG_CQ, host.memory.pages(1), in -> {
            ModifyCq.SELECT.set(in, 0, ModifyCq.PERIOD | ModifyCq.MAX_COUNT);
            Cqc.PERIOD.set(in, CreateCq.CQC_OFFSET, micros);
            Cqc.MAX_COUNT.set(in, CreateCq.CQC_OFFSET, count);
        });
    }
}
