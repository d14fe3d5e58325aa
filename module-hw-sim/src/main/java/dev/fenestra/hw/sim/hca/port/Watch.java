package dev.fenestra.hw.sim.hca.port;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.event.EventObserver;
import dev.fenestra.hw.sim.hca.observe.HcaCounters;
import dev.fenestra.hw.sim.hca.observe.HcaObserver;
import dev.fenestra.hw.sim.hca.observe.KeyChange;
import dev.fenestra.hw.sim.hca.observe.KeyEntry;
import dev.fenestra.hw.sim.hca.observe.SentPacket;
import dev.fenestra.hw.sim.hca.observe.TranslationChange;
import dev.fenestra.hw.sim.hca.protection.KeyObserver;
import dev.fenestra.hw.sim.hca.qp.QpObserver;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.rules.RefusalListener;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionKind;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.hca.vocabulary.EventKind;
import dev.fenestra.hw.sim.hca.vocabulary.QpState;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The observers of a device, and its counters. Without an observer, an event costs one test. */
public final class Watch implements EventObserver, KeyObserver, QpObserver {
    private static final int TAG_BITS = 8;

    private final HcaCounters counters = new HcaCounters();
    private volatile @Nullable HcaObserver observer;
    private volatile @Nullable RefusalListener refusals;
    private @Nullable IntFunction<KeyEntry> entries;

    /** Makes a watch without observers. */
    public Watch() {}

    /**
     * Sets the function that copies entries of the key table, for observers that ask for them.
     *
     * @param copies gives the entry of an index
     */
    public void entries(IntFunction<KeyEntry> copies) {
        entries = copies;
    }

    /**
     * Sets the observer; null removes it.
     *
     * @param newObserver gets every step
     */
    public void observer(@Nullable HcaObserver newObserver) {
        observer = newObserver;
    }

    /**
     * Sets the listener for refusals; null removes it.
     *
     * @param listener gets every refusal
     */
    public void refusals(@Nullable RefusalListener listener) {
        refusals = listener;
    }

    /** {@return the counters} */
    public HcaCounters counters() {
        return counters;
    }

    /**
     * Shows an executed command.
     *
     * @param opcode of the command
     * @param status of the reply; 0 for success
     */
    public void command(int opcode, int status) {
        HcaObserver o = observer;
        if (o != null) {
            o.command(opcode, status);
        }
    }

    /**
     * Shows a doorbell.
     *
     * @param qpn the QP
     */
    public void doorbell(int qpn) {
        HcaObserver o = observer;
        if (o != null) {
            o.doorbell(qpn);
        }
    }

    /**
     * Shows a fetched WQE.
     *
     * @param qpn the QP
     * @param index of the WQE
     * @param opcode its operation
     * @param octowords length in units of 16 bytes
     */
    public void wqeFetched(int qpn, int index, int opcode, int octowords) {
        HcaObserver o = observer;
        if (o != null) {
            o.wqeFetched(qpn, index, opcode, octowords);
        }
    }

    @Override
    public void keyChanged(KeyChange change, int key) {
        HcaObserver o = observer;
        if (o != null) {
            o.keyChanged(change, key, () -> Objects.requireNonNull(entries).apply(key >>> TAG_BITS));
        }
    }

    /**
     * Shows written translations.
     *
     * @param count 1 and up
     * @param change copies them
     */
    public void translationsWritten(int count, Supplier<TranslationChange> change) {
        HcaObserver o = observer;
        if (o != null) {
            o.translationsWritten(count, change);
        }
    }

    /** {@return whether an observer sees each packet and each WQE} */
    boolean isObserved() {
        return observer != null;
    }

    /**
     * Counts and shows a packet that was sent.
     *
     * @param packet the packet, or a burst
     */
    void packetSent(Packet packet) {
        counters.packetsSent += packet.packets();
        counters.payloadBytesSent += packet.payloadBytes();
        HcaObserver o = observer;
        // An observer that is set at this moment sees what follows the burst that is on its way.
        if (o != null && packet.packets() == 1) {
            o.packetSent(packet.header, packet.headerBytes, packet.payloadBytes(), () -> copy(packet));
        }
    }

    private static SentPacket copy(Packet packet) {
        byte[] payload = new byte[packet.payloadBytes()];
        packet.copyPayload(payload, 0);
        return new SentPacket(
                packet.sourceQpn,
                packet.hasWqe,
                packet.wqeIndex,
                packet.wqeOpcode,
                packet.again,
                packet.sourceGidHigh,
                packet.sourceGidLow,
                packet.destinationGidHigh,
                packet.destinationGidLow,
                packet.udpSourcePort,
                packet.trafficClass,
                packet.flowLabel,
                packet.hopLimit,
                Arrays.copyOf(payload, Math.min(payload.length, SentPacket.MOST_PAYLOAD)));
    }

    /**
     * Counts packets that left by a lane, for a device without observer.
     *
     * @param count packets
     * @param bytes of their payloads
     */
    public void sentByLane(int count, long bytes) {
        counters.packetsSent += count;
        counters.payloadBytesSent += bytes;
    }

    /**
     * Counts packets that arrived by a lane, for a device without observer.
     *
     * @param count packets
     * @param bytes of their payloads
     */
    public void receivedByLane(int count, long bytes) {
        counters.packetsReceived += count;
        counters.payloadBytesReceived += bytes;
    }

    /**
     * Counts and shows a packet that arrived.
     *
     * @param packet the packet, or a burst
     */
    public void packetReceived(Packet packet) {
        counters.packetsReceived += packet.packets();
        counters.payloadBytesReceived += packet.payloadBytes();
        HcaObserver o = observer;
        if (o != null && packet.packets() == 1) {
            o.packetReceived(packet.header, packet.headerBytes, packet.payloadBytes());
        }
    }

    @Override
    public void completion(int cqn, int qpn, CompletionKind kind, CompletionStatus status) {
        HcaObserver o = observer;
        if (o != null) {
            o.completion(cqn, qpn, kind, status);
        }
    }

    @Override
    public void event(EventKind kind, int number) {
        HcaObserver o = observer;
        if (o != null) {
            o.event(kind, number);
        }
    }

    @Override
    public void qpState(int qpn, QpState state) {
        HcaObserver o = observer;
        if (o != null) {
            o.qpState(qpn, state);
        }
    }

    /** Counts a packet that was dropped. */
    public void dropped() {
        counters.packetsDropped++;
    }

    /**
     * Counts and shows a refusal.
     *
     * @param rule the broken rule
     * @param qpn the QP; 0 for a command
     * @param values the compared values
     */
    public void refused(HcaRule rule, int qpn, String values) {
        counters.refusals++;
        RefusalListener listener = refusals;
        if (listener != null) {
            listener.refused(rule, qpn, values);
        }
    }
}
