package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.hca.observe.HcaObserver;
import dev.fenestra.hw.sim.hca.observe.KeyChange;
import dev.fenestra.hw.sim.hca.observe.KeyEntry;
import dev.fenestra.hw.sim.hca.observe.SentPacket;
import dev.fenestra.hw.sim.hca.observe.TranslationChange;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionKind;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.hca.vocabulary.EventKind;
import dev.fenestra.hw.sim.hca.vocabulary.QpState;
import java.util.function.Supplier;

/** Notes what an HCA does. */
record HcaWatch(Journal journal, String host) implements HcaObserver {

    @Override
    public void command(int opcode, int status) {
        journal.add(host, Layer.HW_SIM, stamp -> new JournalEvent.CommandEnded(stamp, opcode, status));
    }

    @Override
    public void doorbell(int qpn) {
        journal.add(host, Layer.HW_SIM, stamp -> new JournalEvent.DoorbellSeen(stamp, qpn));
    }

    @Override
    public void wqeFetched(int qpn, int index, int opcode, int octowords) {
        journal.add(host, Layer.HW_SIM, stamp -> new JournalEvent.WqeFetched(stamp, qpn, index, opcode, octowords));
    }

    @Override
    public void keyChanged(KeyChange change, int key) {
        journal.add(host, Layer.HW_SIM, stamp -> new JournalEvent.KeyChanged(stamp, change, key));
    }

    @Override
    public void keyChanged(KeyChange change, int key, Supplier<KeyEntry> entry) {
        long sequence = journal.add(host, Layer.HW_SIM, stamp -> new JournalEvent.KeyChanged(stamp, change, key));
        journal.addEntry(sequence, entry);
    }

    @Override
    public void translationsWritten(int count) {
        journal.add(host, Layer.HW_SIM, stamp -> new JournalEvent.TranslationsWritten(stamp, count));
    }

    @Override
    public void translationsWritten(int count, Supplier<TranslationChange> change) {
        long sequence = journal.add(host, Layer.HW_SIM, stamp -> new JournalEvent.TranslationsWritten(stamp, count));
        journal.addTranslations(sequence, change);
    }

    @Override
    public void packetSent(byte[] header, int headerBytes, int payloadBytes) {
        journal.addPacket(host, header, headerBytes, payloadBytes);
    }

    @Override
    public void packetSent(byte[] header, int headerBytes, int payloadBytes, Supplier<SentPacket> packet) {
        long sequence = journal.addPacket(host, header, headerBytes, payloadBytes);
        journal.addSent(sequence, host, header, headerBytes, payloadBytes, packet);
    }

    /** A packet is noted when it is sent. Only an observer of details gets its arrival. */
    @Override
    public void packetReceived(byte[] header, int headerBytes, int payloadBytes) {
        journal.addArrival(host, header, headerBytes);
    }

    @Override
    public void completion(int cqn, int qpn, CompletionKind kind, CompletionStatus status) {
        journal.add(host, Layer.HW_SIM, stamp -> new JournalEvent.CqeWritten(stamp, cqn, qpn, kind, status));
    }

    @Override
    public void event(EventKind kind, int number) {
        journal.add(host, Layer.HW_SIM, stamp -> new JournalEvent.EventRaised(stamp, kind, number));
    }

    @Override
    public void qpState(int qpn, QpState state) {
        journal.add(host, Layer.HW_SIM, stamp -> new JournalEvent.QpStateChanged(stamp, qpn, state));
    }
}
