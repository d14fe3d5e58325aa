package dev.fenestra.hw.sim.fabric.fault;

import dev.fenestra.hw.sim.fabric.link.Link;
import dev.fenestra.hw.sim.fabric.link.LinkStage;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.RoceFrame;
import dev.fenestra.hw.sim.roce.wire.RoceFrameWriter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A stage of the link that fails as a {@link FaultPlan} says. Only its fabric drives it. */
public final class FaultStage implements LinkStage {
    /** FECN, BECN and reserved bits: routers may change them, and the ICRC does not cover them. */
    private static final int BTH_VARIANT_BYTE = 4;

    private FaultPlan plan;
    private SplittableRandom random;
    private int[] matched;
    /** Delayed packets. A plan may delay tens of thousands, so a packet that passes never searches them. */
    private final PriorityQueue<Held> delayed = new PriorityQueue<>(Held.FIRST_DUE);
    /** Packets that go on behind the next one of their sender. There are few, since most packets release them. */
    private final PriorityQueue<Held> overtaken = new PriorityQueue<>(Held.FIRST_DUE);

    private final RoceFrameWriter frames = new RoceFrameWriter();
    private final byte[] frame = new byte[RoceFrameWriter.MAX_FRAME_BYTES];
    private long orders;
    private long hits;
    private long wrongIcrcs;

    /** A packet that waits. */
    private record Held(Packet packet, long due, long order) {
        static final Comparator<Held> FIRST_DUE =
                Comparator.comparingLong(Held::due).thenComparingLong(Held::order);
    }

    /**
     * Makes a stage that has seen no packet.
     *
     * @param plan the faults
     */
    public FaultStage(FaultPlan plan) {
        this.plan = plan;
        this.random = new SplittableRandom(plan.seed());
        this.matched = new int[plan.faults().size()];
    }

    /**
     * Begins again with another plan. Packets that were held back are lost. Nobody may drive the fabric meanwhile.
     *
     * @param newPlan the faults
     */
    public void restart(FaultPlan newPlan) {
        plan = newPlan;
        random = new SplittableRandom(newPlan.seed());
        matched = new int[newPlan.faults().size()];
        delayed.clear();
        overtaken.clear();
        hits = 0;
        wrongIcrcs = 0;
    }

    /** {@return packets that a fault has hit} */
    public long hits() {
        return hits;
    }

    /** {@return packets that a port dropped for a wrong ICRC} */
    public long wrongIcrcs() {
        return wrongIcrcs;
    }

    @Override
    public void transmit(Packet packet, long now, Link next) {
        Fault fault = faultFor(packet);
        if (fault == null) {
            next.transmit(packet, now);
        } else {
            hits++;
            apply(fault, packet, now, next);
        }
        if (fault == null || fault.action() != FaultAction.REORDER) {
            releaseOvertaken(packet, now, next);
        }
    }

    private @Nullable Fault faultFor(Packet packet) {
        Fault found = null;
        for (int i = 0; i < matched.length; i++) {
            Fault fault = plan.faults().get(i);
            if (fault.match().matches(packet)) {
                matched[i]++;
                found = found == null && fault.hits(matched[i]) ? fault : found;
            }
        }
        return found == null && plan.rates() != FaultRates.NONE ? drawn() : found;
    }

    private @Nullable Fault drawn() {
        FaultAction action = plan.rates().pick(random.nextDouble());
        return action == null
                ? null
                : new Fault(
                        action,
                        PacketMatch.ANY,
                        1,
                        1,
                        random.nextLong(plan.rates().maxDelayNanos() + 1));
    }

    private void apply(Fault fault, Packet packet, long now, Link next) {
        switch (fault.action()) {
            case DROP -> next.kept(packet, Verdict.Plain.LOST, now);
            case DUPLICATE -> {
                Packet again = packet.held();
                next.transmit(packet, now);
                hold(delayed, again, now + fault.delayNanos());
            }
            case DELAY -> hold(delayed, packet.held(), now + fault.delayNanos());
            case REORDER -> hold(overtaken, packet.held(), now + fault.delayNanos());
            case CORRUPT -> corrupt(packet, now, next);
        }
    }

    private void hold(PriorityQueue<Held> queue, Packet packet, long due) {
        queue.add(new Held(packet, due, orders++));
    }

    private void releaseOvertaken(Packet passed, long now, Link next) {
        if (overtaken.isEmpty()) {
            return;
        }
        Held[] waiting = overtaken.stream()
                .filter(one -> isSameSender(one.packet, passed))
                .sorted(Comparator.comparingLong(Held::order))
                .toArray(Held[]::new);
        overtaken.removeAll(Arrays.asList(waiting));
        for (Held one : waiting) {
            next.transmit(one.packet, now);
        }
    }

    private static boolean isSameSender(Packet a, Packet b) {
        return a.sourceGidHigh == b.sourceGidHigh && a.sourceGidLow == b.sourceGidLow;
    }

    /** Writes the packet as bytes, flips a bit, and checks the ICRC as the receiving port does. */
    private void corrupt(Packet packet, long now, Link next) {
        byte[] payload = new byte[packet.payloadBytes()];
        packet.copyPayload(payload, 0);
        int bytes = frames.begin(
                        frame,
                        0,
                        packet.sourceGidHigh,
                        packet.sourceGidLow,
                        packet.destinationGidHigh,
                        packet.destinationGidLow,
                        packet.udpSourcePort)
                .headers(packet.header, 0, packet.headerBytes)
                .payload(payload, 0, payload.length)
                .end();
        int at = frames.bthAt() + covered(bytes - frames.bthAt());
        frame[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        if (RoceFrame.parse(frame, 0, bytes).filter(RoceFrame::icrcValid).isPresent()) {
            next.transmit(packet, now);
        } else {
            wrongIcrcs++;
            next.kept(packet, Verdict.Plain.CORRUPTED, now);
        }
    }

    private int covered(int bytes) {
        int at = random.nextInt(bytes);
        return at == BTH_VARIANT_BYTE ? Bth.BYTES - 1 : at;
    }

    @Override
    public boolean isReady(long now) {
        return nextDeadline() <= now;
    }

    @Override
    public void poll(long now, Link next) {
        while (isReady(now)) {
            next.transmit(firstDue().remove().packet, now);
        }
    }

    @Override
    public long nextDeadline() {
        Held first = firstDue().peek();
        return first == null ? Long.MAX_VALUE : first.due;
    }

    /** The queue whose first packet goes on next; any when both are empty. */
    private PriorityQueue<Held> firstDue() {
        Held late = delayed.peek();
        Held passed = overtaken.peek();
        boolean isPassedFirst = passed != null && (late == null || Held.FIRST_DUE.compare(passed, late) < 0);
        return isPassedFirst ? overtaken : delayed;
    }
}
