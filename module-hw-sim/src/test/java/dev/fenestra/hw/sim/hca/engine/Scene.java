package dev.fenestra.hw.sim.hca.engine;

import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Wqe;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A pair with a region at each end, in which a rule is to be broken. */
final class Scene implements AutoCloseable {
    static final int BYTES = 3 * 4096;
    static final int NONE = -1;
    private static final int PACKET = 1024;

    /**
     * One way to break a rule, and what must come of it.
     *
     * @param rule that is broken
     * @param sent syndrome of alice's first completion, or {@link #NONE}
     * @param nak syndrome on the wire, or {@link #NONE}
     * @param received syndrome of bob's first receive completion, or {@link #NONE}
     * @param provoke breaks it
     */
    record Case(
            HcaRule rule,
            int sent,
            int nak,
            int received,
            boolean aliceFails,
            boolean bobFails,
            QpSetup alice,
            QpSetup bob,
            Consumer<Scene> provoke) {

        /** Refused by the requester itself. */
        static Case local(HcaRule rule, int syndrome, Consumer<Scene> provoke) {
            return new Case(rule, syndrome, NONE, NONE, true, false, QpSetup.usual(), QpSetup.usual(), provoke);
        }

        /** Refused by the responder, both ends fail. */
        static Case remote(HcaRule rule, int syndrome, int nak, Consumer<Scene> provoke) {
            return new Case(rule, syndrome, nak, NONE, true, true, QpSetup.usual(), QpSetup.usual(), provoke);
        }

        /** Nothing of it is seen by alice. */
        static Case unseen(HcaRule rule, int nak, Consumer<Scene> provoke) {
            return new Case(rule, NONE, nak, NONE, false, true, QpSetup.usual(), QpSetup.usual(), provoke);
        }

        Case receives(int syndrome) {
            return new Case(rule, sent, nak, syndrome, aliceFails, bobFails, alice, bob, provoke);
        }

        Case bobWith(QpSetup setup) {
            return new Case(rule, sent, nak, received, aliceFails, bobFails, alice, setup, provoke);
        }

        Case aliceWith(QpSetup setup) {
            return new Case(rule, sent, nak, received, aliceFails, bobFails, setup, bob, provoke);
        }

        @Override
        public String toString() {
            return rule.id() + ": " + rule.text();
        }
    }

    /** Data in two pieces and a WRITE of several packets, where else one piece in one packet would do. */
    private final boolean inParts;

    final RawPair pair;
    final RawRegion from;
    final RawRegion to;

    Scene(QpSetup alice, QpSetup bob) {
        this(alice, bob, false);
    }

    Scene(QpSetup alice, QpSetup bob, boolean inParts) {
        this(alice, bob, inParts, UnaryOperator.identity());
    }

    /**
     * @param options what is special about the devices
     */
    Scene(QpSetup alice, QpSetup bob, boolean inParts, UnaryOperator<HcaConfig> options) {
        this.inParts = inParts;
        pair = new RawPair(alice, bob, options);
        from = pair.alice.host.region(pair.alice.pd, BYTES);
        to = pair.bob.host.region(pair.bob.pd, BYTES);
        from.pattern(0, BYTES);
        to.pattern(0, BYTES);
    }

    RawHost aliceHost() {
        return pair.alice.host;
    }

    RawHost bobHost() {
        return pair.bob.host;
    }

    void post(Wqe wqe) {
        pair.alice.qp.post(wqe);
    }

    /** A write of 64 bytes to an address of bob; in parts more than a packet. */
    void write(long address, int rkey) {
        Wqe wqe = Wqe.write(address, rkey).sge(from, 0, 64);
        post(inParts ? wqe.sge(from, 64, PACKET) : wqe);
    }

    void send(int lkey, long address, int length) {
        Wqe wqe = Wqe.send();
        int first = inParts ? length / 2 : 0;
        post((first > 0 ? wqe.sge(lkey, address, first) : wqe).sge(lkey, address + first, length - first));
    }

    /** A bind by alice of a new type-2 window. */
    void bind(RawRegion region, long address, long length, int rights) {
        post(Wqe.bind(aliceHost().window(pair.alice.pd, 2), 7, region, address, length, rights));
    }

    /** A region of alice with rights of its own. */
    RawRegion region(int pd, int rights, int classBits) {
        return aliceHost().region(pd, 0x5000_0000L, BYTES, rights, classBits);
    }

    /** The key of a window that bob bound to the first 4096 bytes of his region, through his QP. */
    int boundAtBob(int rights) {
        int window = bobHost().window(pair.bob.pd, 2);
        pair.bob.qp.post(Wqe.bind(window, 0x55, to, to.address(), 4096, rights));
        pair.settle();
        pair.bob.sent();
        return window & ~0xff | 0x55;
    }

    @Override
    public void close() {
        pair.close();
    }
}
