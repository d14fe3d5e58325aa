package dev.fenestra.tools.conformance.cases;

import dev.fenestra.hw.sim.device.HcaObserver;
import dev.fenestra.hw.sim.device.KeyChange;
import java.util.List;

/** Notes when packets come in, and when windows are bound or invalidated. */
record BindWatch(List<String> events) implements HcaObserver {
    static final String PACKET = "packet received";
    static final String BOUND = "window bound";
    static final String INVALIDATED = "window invalidated";

    @Override
    public void keyChanged(KeyChange change, int key) {
        if (change == KeyChange.BOUND) {
            events.add(BOUND);
        } else if (change == KeyChange.INVALIDATED) {
            events.add(INVALIDATED);
        }
    }

    @Override
    public void packetReceived(byte[] header, int headerBytes, int payloadBytes) {
        events.add(PACKET);
    }

    @Override
    public void command(int opcode, int status) {}

    @Override
    public void doorbell(int qpn) {}

    @Override
    public void wqeFetched(int qpn, int index, int opcode, int octowords) {}

    @Override
    public void translationsWritten(int count) {}

    @Override
    public void packetSent(byte[] header, int headerBytes, int payloadBytes) {}

    @Override
    public void completion(int cqn, int qpn, int opcode, int syndrome) {}

    @Override
    public void qpState(int qpn, int state) {}
}
