package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.testing.Entry;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawQp;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Wqe;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests of QPs that ring no doorbell, among so many QPs that a look at the idle ones takes its time. */
class PolledQpTest {
    private static final int QPS = 8 * HotList.SLICE;
    private static final int BYTES = 8;

    private final RawPair pair = new RawPair(QpSetup.usual(), QpSetup.usual(), UnaryOperator.identity(), true);
    private final RawRegion from = pair.alice.host.region(pair.alice.pd, BYTES);
    private final RawRegion to = pair.bob.host.region(pair.bob.pd, BYTES);
    private final List<RawQp> senders = new ArrayList<>();

    PolledQpTest() {
        for (int i = 0; i < QPS; i++) {
            RawQp sender = pair.alice.host.polledQp(pair.alice.pd, pair.alice.sends, pair.alice.receives);
            RawQp receiver = pair.bob.host.qp(pair.bob.pd, pair.bob.sends, pair.bob.receives);
            RawPair.connect(pair.alice, sender, pair.bob, receiver, QpSetup.usual());
            RawPair.connect(pair.bob, receiver, pair.alice, sender, QpSetup.usual());
            receiver.receive(to, 0, BYTES);
            senders.add(sender);
        }
    }

    @AfterEach
    void close() {
        pair.close();
    }

    private List<Entry> received() {
        pair.settle();
        return pair.bob.receives.drain();
    }

    private static Wqe send(RawRegion region) {
        return Wqe.send().sge(region, 0, BYTES);
    }

    @ParameterizedTest
    @EnumSource(
            value = CommandOpcode.class,
            names = {"DESTROY_QP", "TO_ERR_QP", "TO_RST_QP"})
    void shouldSendWhatWasPostedBeforeTheCommandThatEndsTheSending(CommandOpcode command) {
        for (RawQp sender : senders) {
            sender.write(send(from));
            pair.alice.host.commands.execute(command, sender.number());
            assertEquals(1, received().size(), () -> command + " of QP " + sender.number());
        }
    }

    @Test
    void shouldSendWhatWasPostedBeforeTheQpDrains() {
        for (RawQp sender : senders) {
            sender.write(send(from));
            pair.alice.host.commands.execute(
                    QpSetup.usual().input(CommandOpcode.RTS2SQD_QP, sender.number(), 0, pair.bob.host.hca.config()),
                    16);
            assertEquals(1, received().size(), () -> "QP " + sender.number());
        }
    }

    @Test
    void shouldStillFlushWhatWaitsForThePeerWhenTheQpFails() {
        RawQp sender = senders.getFirst();
        sender.write(send(from));
        assertEquals(1, received().size());
        sender.write(send(from));
        pair.alice.host.commands.execute(CommandOpcode.TO_ERR_QP, sender.number());
        assertEquals(List.of(), received(), "bob has posted no second receive");
        assertEquals(
                List.of(CqeSyndrome.NONE, CqeSyndrome.FLUSHED),
                pair.alice.sends.drain().stream().map(Entry::syndrome).toList());
    }
}
