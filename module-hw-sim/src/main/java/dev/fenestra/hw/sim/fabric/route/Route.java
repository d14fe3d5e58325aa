package dev.fenestra.hw.sim.fabric.route;

import dev.fenestra.hw.sim.fabric.link.FabricDevice;
import dev.fenestra.hw.sim.fabric.link.Link;
import dev.fenestra.hw.sim.fabric.link.LinkStage;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.fabric.link.PacketTap;
import dev.fenestra.hw.sim.fabric.link.Reach;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The route of every packet from one port to another: past the tap, through the stages, to the ports.
 *
 * <p>A device calls {@link #transmit} for each packet, and all work up to the receiver's memory is compiled as one. So
 * every level of calls counts.
 */
public final class Route implements Link {
    /** Turns in which a stage may have more than it could hand on before timers run all the same. */
    private static final int TURNS_BEHIND = 64;

    private final Ports ports;
    private final Link lastLink = new LastLink();
    private volatile Path path = new Path(new LinkStage[0], new Link[] {lastLink});
    private volatile @Nullable PacketTap tap;
    private int turnsBehind;
    private long shown;

    /** The stages in order, and for each the link after it. The first link leads into the first stage. */
    private record Path(LinkStage[] stages, Link[] links) {}

    /** Leads to the ports. */
    private final class LastLink implements Link {
        @Override
        public void transmit(Packet packet, long time) {
            deliver(packet, time);
        }

        @Override
        public void kept(Packet packet, Verdict why, long time) {
            judge(packet, why, time);
        }
    }

    /** Leads into a stage. */
    private final class Hop implements Link {
        private final LinkStage stage;
        private final Link next;

        Hop(LinkStage stage, Link next) {
            this.stage = stage;
            this.next = next;
        }

        @Override
        public void transmit(Packet packet, long time) {
            stage.transmit(packet, time, next);
        }

        @Override
        public void kept(Packet packet, Verdict why, long time) {
            judge(packet, why, time);
        }
    }

    /**
     * Makes a route without stages.
     *
     * @param ports where it leads
     */
    public Route(Ports ports) {
        this.ports = ports;
    }

    /**
     * Adds a stage after those added before.
     *
     * @param stage the stage
     */
    public synchronized void through(LinkStage stage) {
        LinkStage[] stages = Arrays.copyOf(path.stages, path.stages.length + 1);
        stages[stages.length - 1] = stage;
        Link[] links = new Link[stages.length + 1];
        links[stages.length] = lastLink;
        for (int i = stages.length - 1; i >= 0; i--) {
            links[i] = new Hop(stages[i], links[i + 1]);
        }
        path = new Path(stages, links);
    }

    /** {@return packets that a QP may have under way to other machines without an acknowledgement} */
    public int window() {
        int window = Integer.MAX_VALUE;
        for (LinkStage stage : path.stages) {
            window = Math.min(window, stage.window());
        }
        return window;
    }

    /**
     * {@return whether somebody has a GID: a port with a link, or somebody beyond a stage} The own port has one.
     *
     * @param sourceHigh upper half of the sender's GID, one of a port
     * @param sourceLow lower half of it
     * @param gidHigh upper half of the other GID
     * @param gidLow lower half of it
     */
    public Reach reach(long sourceHigh, long sourceLow, long gidHigh, long gidLow) {
        int own = ports.portOf(sourceHigh, sourceLow);
        int port = ports.portOf(gidHigh, gidLow);
        if (own == Packet.NO_PORT) {
            return Reach.SILENT;
        }
        if (own == port) {
            return Reach.ANSWERS;
        }
        if (!ports.device(own).hasLink()) {
            return Reach.SILENT;
        }
        if (port != Packet.NO_PORT) {
            return ports.device(port).hasLink() ? Reach.ANSWERS : Reach.SILENT;
        }
        Reach found = Reach.SILENT;
        for (LinkStage stage : path.stages) {
            Reach beyond = stage.reach(sourceHigh, sourceLow, gidHigh, gidLow);
            found = beyond == Reach.SILENT ? found : beyond;
        }
        return found;
    }

    /**
     * Sets the observer of all packets; null removes it.
     *
     * @param newTap sees every packet and its fate
     */
    public void tap(@Nullable PacketTap newTap) {
        tap = newTap;
    }

    @Override
    public void transmit(Packet packet, long time) {
        if (packet.packets() > 1 && !carriesBursts(packet.destinationPort)) {
            enterSingly(packet, time);
            return;
        }
        show(packet, time);
        Path current = path;
        if (current.stages.length == 0) {
            deliver(packet, time);
        } else {
            current.links[0].transmit(packet, time);
        }
    }

    /** A port without a link keeps a packet that no tap has seen. */
    @Override
    public void kept(Packet packet, Verdict why, long time) {
        tell(packet, why);
    }

    /** For a stage, and for a tap that was set after the burst was made. */
    private void enterSingly(Packet burst, long time) {
        int count = burst.packets();
        int port = burst.destinationPort;
        burst.split();
        transmit(burst, time);
        for (int i = 1; i < count; i++) {
            burst.next();
            burst.destinationPort = port;
            transmit(burst, time);
        }
    }

    private void show(Packet packet, long time) {
        PacketTap watcher = tap;
        if (watcher != null) {
            packet.serial = ++shown;
            watcher.packet(packet, time);
        }
    }

    private void judge(Packet packet, Verdict verdict, long time) {
        if (verdict != Verdict.Plain.ACCEPTED && verdict != Verdict.Plain.LEFT) {
            tell(packet, verdict);
        }
        PacketTap watcher = tap;
        if (watcher != null) {
            watcher.judged(packet, verdict, time);
        }
    }

    /** Tells the device whose request does not go on. */
    private void tell(Packet packet, Verdict verdict) {
        boolean isAnswer = (WireOpcode.maskOf(Bth.opcode(packet.header, 0)) & OpcodeMask.RESPONSE) != 0;
        int port = isAnswer ? packet.destinationPort : ports.portOf(packet.sourceGidHigh, packet.sourceGidLow);
        FabricDevice[] devices = ports.devices();
        if (port >= 0 && port < devices.length) {
            devices[port].lost(packet, verdict, isAnswer);
        }
    }

    private void deliver(Packet packet, long time) {
        if (packet.fromOutside) {
            show(packet, time);
        }
        FabricDevice[] devices = ports.devices();
        int port = packet.destinationPort;
        boolean isOne = port >= 0 && port < devices.length;
        judge(packet, isOne ? devices[port].receive(packet, time) : deliverToGroup(devices, packet, time), time);
    }

    private static Verdict deliverToGroup(FabricDevice[] devices, Packet packet, long time) {
        return packet.toGroup ? GroupDelivery.deliver(devices, packet, time) : Verdict.Plain.NO_PORT;
    }

    /**
     * {@return whether bursts reach a port unsplit: no tap sees single packets, and no stage takes them}
     *
     * @param port number of the port, or {@link Packet#NO_PORT}
     */
    public boolean carriesBursts(int port) {
        return tap == null
                && port != Packet.NO_PORT
                && path.stages.length == 0
                && ports.device(port).takesBursts();
    }

    /**
     * {@return whether more packets have arrived than the stages could hand on} A timer may then wait for them. A flood
     * ends this after some turns, so that timers run out all the same.
     */
    public boolean isBehind() {
        return turnsBehind > 0;
    }

    /**
     * Lets each stage hand on the packets that are due.
     *
     * @param now the clock of the fabric, nanoseconds
     * @return whether any had some
     */
    public boolean poll(long now) {
        Path current = path;
        boolean any = false;
        boolean behind = false;
        for (int i = 0; i < current.stages.length; i++) {
            LinkStage stage = current.stages[i];
            if (stage.isReady(now)) {
                stage.poll(now, current.links[i + 1]);
                behind |= stage.isBehind();
                any = true;
            }
        }
        turnsBehind = behind && turnsBehind < TURNS_BEHIND ? turnsBehind + 1 : 0;
        return any;
    }

    /**
     * {@return whether a stage has packets that are due}
     *
     * @param now the clock of the fabric, nanoseconds
     */
    public boolean isReady(long now) {
        for (LinkStage stage : path.stages) {
            if (stage.isReady(now)) {
                return true;
            }
        }
        return false;
    }

    /**
     * {@return the earliest time at which a stage has a packet that is due, nanoseconds; {@link Long#MAX_VALUE} for
     * never}
     */
    public long nextDeadline() {
        long next = Long.MAX_VALUE;
        for (LinkStage stage : path.stages) {
            next = Math.min(next, stage.nextDeadline());
        }
        return next;
    }
}
