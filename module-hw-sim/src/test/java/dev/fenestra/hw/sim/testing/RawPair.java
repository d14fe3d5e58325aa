package dev.fenestra.hw.sim.testing;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.roce.wire.Bth;
import java.util.function.UnaryOperator;

/** Alice and bob on a fabric, each with a PD, a CQ for each direction and a QP that is connected to the other's. */
public final class RawPair implements AutoCloseable {
    private static final int ALICE_IP = 0x0a000001;
    private static final int BOB_IP = 0x0a000002;
    private static final int TURNS = 2_000;

    /** One end. */
    public static final class Side {
        public final RawHost host;
        public final int pd;
        public final RawCq sends;
        public final RawCq receives;
        public final RawQp qp;

        private Side(Fabric fabric, HcaConfig config, boolean polled) {
            host = new RawHost(config, fabric);
            pd = host.pd();
            sends = host.cq();
            receives = host.cq();
            qp = polled ? host.polledQp(pd, sends, receives) : host.qp(pd, sends, receives);
        }

        public int state() {
            return host.state(qp.number());
        }

        /** The only send completion there is. */
        public Entry sent() {
            return RawPair.only(sends);
        }

        /** The only receive completion there is. */
        public Entry received() {
            return RawPair.only(receives);
        }
    }

    public final Fabric fabric = new Fabric();
    public final WireLog wire = new WireLog();
    public final Side alice;
    public final Side bob;

    public RawPair() {
        this(QpSetup.usual());
    }

    public RawPair(QpSetup both) {
        this(both, both);
    }

    public RawPair(QpSetup aliceSetup, QpSetup bobSetup) {
        this(aliceSetup, bobSetup, UnaryOperator.identity());
    }

    /**
     * @param options what is special about the devices
     */
    public RawPair(QpSetup aliceSetup, QpSetup bobSetup, UnaryOperator<HcaConfig> options) {
        this(aliceSetup, bobSetup, options, false);
    }

    /**
     * @param options what is special about the devices
     * @param polled whether the devices poll the doorbell records of the QPs
     */
    public RawPair(QpSetup aliceSetup, QpSetup bobSetup, UnaryOperator<HcaConfig> options, boolean polled) {
        alice = new Side(fabric, options.apply(HcaConfig.ofIpv4(ALICE_IP)), polled);
        bob = new Side(fabric, options.apply(HcaConfig.ofIpv4(BOB_IP)), polled);
        connect(alice, alice.qp, bob, bob.qp, aliceSetup);
        connect(bob, bob.qp, alice, alice.qp, bobSetup);
        fabric.tap(wire);
    }

    public static void connect(Side from, RawQp fromQp, Side to, RawQp toQp, QpSetup setup) {
        from.host.connect(fromQp.number(), toQp.number(), to.host.hca.config(), setup);
    }

    /** Hands a packet made by hand to an end, as if the other one had sent it. */
    public void inject(Side to, int opcode, int psn, byte[] extensions, long payload, int length) {
        Side from = to == bob ? alice : bob;
        inject(from.host.hca.config(), to, opcode, psn, extensions, payload, length);
    }

    /** Hands a packet made by hand to an end, as if a device of this configuration had sent it. */
    public void inject(HcaConfig sender, Side to, int opcode, int psn, byte[] extensions, long payload, int length) {
        Packet packet = new Packet((to == bob ? alice : bob).host.memory);
        packet.sourceGidHigh = sender.gidHigh();
        packet.sourceGidLow = sender.gidLow();
        packet.destinationPort = to == bob ? 1 : 0;
        Bth.write(packet.header, 0, opcode, false, -length & 3, 0xffff, to.qp.number(), true, psn);
        System.arraycopy(extensions, 0, packet.header, Bth.BYTES, extensions.length);
        packet.headerBytes = Bth.BYTES + extensions.length;
        if (length > 0) {
            packet.addPayload(payload, length);
        }
        fabric.link().transmit(packet, fabric.now());
    }

    /** A QP more at an end, connected to the other end's first one but in one direction only. */
    public RawQp anotherQp(Side end, int pd) {
        Side other = end == alice ? bob : alice;
        RawQp qp = end.host.qp(pd, end.sends, end.receives);
        connect(end, qp, other, other.qp, QpSetup.usual());
        return qp;
    }

    /** Lets everything happen that happens without waiting for a timer. */
    public void settle() {
        for (int i = 0; i < 8; i++) {
            fabric.progress();
        }
    }

    /** Lets everything happen up to a time. */
    public void runUntil(long nanos) {
        for (int i = 0; fabric.now() < nanos; i++) {
            if (i > TURNS * 100) {
                throw new AssertionError("time stands still at " + fabric.now());
            }
            fabric.progressUntil(nanos);
        }
        fabric.progressUntil(nanos);
    }

    /** Waits until a CQ has something, jumping from deadline to deadline. */
    public Entry await(RawCq cq) {
        for (int i = 0; i < TURNS && !cq.hasNext(); i++) {
            fabric.progressUntil(Long.MAX_VALUE);
        }
        return only(cq);
    }

    private static Entry only(RawCq cq) {
        var entries = cq.drain();
        if (entries.size() != 1) {
            throw new AssertionError("expected one completion, saw " + entries);
        }
        return entries.getFirst();
    }

    @Override
    public void close() {
        alice.host.close();
        bob.host.close();
    }
}
