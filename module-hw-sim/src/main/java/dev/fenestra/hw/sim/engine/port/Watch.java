package dev.fenestra.hw.sim.engine.port;

import dev.fenestra.hw.sim.device.HcaCounters;
import dev.fenestra.hw.sim.device.HcaObserver;
import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.device.KeyChange;
import dev.fenestra.hw.sim.device.RefusalListener;
import dev.fenestra.hw.sim.device.Verdict;
import dev.fenestra.hw.sim.engine.event.EventObserver;
import dev.fenestra.hw.sim.engine.protection.KeyObserver;
import dev.fenestra.hw.sim.engine.qp.QpObserver;
import dev.fenestra.hw.sim.fabric.Packet;
import org.jspecify.annotations.Nullable;

/** Who watches a device, and what it counts. With nobody watching an event costs one test. */
public final class Watch implements EventObserver, KeyObserver, QpObserver {
    private final HcaCounters counters = new HcaCounters();
    private Verdict verdict = Verdict.Plain.ACCEPTED;
    private volatile @Nullable HcaObserver observer;
    private volatile @Nullable RefusalListener refusals;

    public Watch() {}

    public void observer(@Nullable HcaObserver newObserver) {
        observer = newObserver;
    }

    public void refusals(@Nullable RefusalListener listener) {
        refusals = listener;
    }

    public HcaCounters counters() {
        return counters;
    }

    public void command(int opcode, int status) {
        HcaObserver o = observer;
        if (o != null) {
            o.command(opcode, status);
        }
    }

    public void doorbell(int qpn) {
        HcaObserver o = observer;
        if (o != null) {
            o.doorbell(qpn);
        }
    }

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
            o.keyChanged(change, key);
        }
    }

    public void translationsWritten(int count) {
        HcaObserver o = observer;
        if (o != null) {
            o.translationsWritten(count);
        }
    }

    /** Whether an observer sees each packet and each WQE. */
    public boolean isObserved() {
        return observer != null;
    }

    public void packetSent(Packet packet) {
        counters.packetsSent += packet.packets();
        counters.payloadBytesSent += packet.payloadBytes();
        HcaObserver o = observer;
        // An observer that is set at this moment sees what follows the burst that is on its way.
        if (o != null && packet.packets() == 1) {
            o.packetSent(packet.header, packet.headerBytes, packet.payloadBytes());
        }
    }

    /** Counts WRITEs that have left as one burst, for a device without observer. */
    public void writesSent(int count, long bytes) {
        counters.packetsSent += count;
        counters.payloadBytesSent += bytes;
    }

    /** Counts WRITEs that were taken as one burst, for a device without observer. */
    public void writesReceived(int count) {
        counters.packetsReceived += count;
    }

    public void packetReceived(Packet packet) {
        counters.packetsReceived += packet.packets();
        verdict = Verdict.Plain.ACCEPTED;
        HcaObserver o = observer;
        if (o != null && packet.packets() == 1) {
            o.packetReceived(packet.header, packet.headerBytes, packet.payloadBytes());
        }
    }

    @Override
    public void completion(int cqn, int qpn, int opcode, int syndrome) {
        HcaObserver o = observer;
        if (o != null) {
            o.completion(cqn, qpn, opcode, syndrome);
        }
    }

    @Override
    public void event(int type, int number) {
        HcaObserver o = observer;
        if (o != null) {
            o.event(type, number);
        }
    }

    @Override
    public void qpState(int qpn, int state) {
        HcaObserver o = observer;
        if (o != null) {
            o.qpState(qpn, state);
        }
    }

    /** Notes what becomes of the packet that is being received; it is accepted unless something else is said. */
    public void judge(Verdict newVerdict) {
        verdict = newVerdict;
    }

    /** Drops the packet that is being received. */
    public void drop(Verdict newVerdict) {
        judge(newVerdict);
        drop();
    }

    /** Drops the packet that is being received, whose verdict is known. */
    public void drop() {
        counters.packetsDropped++;
    }

    /** What became of the packet received last. */
    public Verdict verdict() {
        return verdict;
    }

    public void refused(HcaRule rule, int qpn, String values) {
        counters.refusals++;
        verdict = Verdict.refusedBy(rule);
        RefusalListener listener = refusals;
        if (listener != null) {
            listener.refused(rule, qpn, values);
        }
    }
}
