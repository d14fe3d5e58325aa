package dev.fenestra.tools.observe.journal;

import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.inspection.HostObserver;
import dev.fenestra.ib.core.spi.Invalidation;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import java.util.function.Supplier;

/** Notes what a kernel and the drivers in it do. */
record HostWatch(Journal journal, String host) implements HostObserver {

    @Override
    public void systemCall(String process, SystemCall call, int errno) {
        long sequence =
                journal.add(host, Layer.IB_CORE, stamp -> new JournalEvent.SystemCalled(stamp, call.name(), errno));
        journal.addCaller(sequence, process);
    }

    @Override
    public void systemCall(String process, SystemCall call, int errno, Supplier<CallArguments> arguments) {
        long sequence =
                journal.add(host, Layer.IB_CORE, stamp -> new JournalEvent.SystemCalled(stamp, call.name(), errno));
        journal.addCaller(sequence, process);
        journal.addArguments(sequence, arguments);
    }

    @Override
    public void pinned(String process, long pages) {
        journal.add(host, Layer.IB_CORE, stamp -> new JournalEvent.Pinned(stamp, pages));
    }

    @Override
    public void unpinned(String process, long pages) {
        journal.add(host, Layer.IB_CORE, stamp -> new JournalEvent.Unpinned(stamp, pages));
    }

    @Override
    public void pagesTaken(String process, long address, long length, Invalidation reason) {
        journal.add(host, Layer.IB_CORE, stamp -> new JournalEvent.PagesTaken(stamp, address, length, reason));
    }

    @Override
    public void providerCall(String device, String operation) {
        journal.add(host, Layer.IB_CORE, stamp -> new JournalEvent.ProviderCalled(stamp, device, operation));
    }

    @Override
    public void refused(Refusal refusal) {
        journal.add(host, layerOf(refusal), stamp -> new JournalEvent.Refused(stamp, refusal));
    }

    @Override
    public void command(String device, int opcode, int status) {
        journal.add(host, Layer.DRIVER, stamp -> new JournalEvent.CommandEnded(stamp, opcode, status));
    }

    @Override
    public void wqeWritten(int qpNumber, int index, long wrId, int opcode, int octowords) {
        journal.add(
                host,
                Layer.DRIVER,
                stamp -> new JournalEvent.WqeWritten(stamp, qpNumber, index, wrId, opcode, octowords));
    }

    @Override
    public void wqeWritten(int qpNumber, int index, long wrId, int opcode, int octowords, Supplier<byte[]> bytes) {
        long sequence = journal.add(
                host,
                Layer.DRIVER,
                stamp -> new JournalEvent.WqeWritten(stamp, qpNumber, index, wrId, opcode, octowords));
        journal.addBytes(sequence, bytes);
    }

    @Override
    public void doorbell(int qpNumber, int counter) {
        journal.add(host, Layer.DRIVER, stamp -> new JournalEvent.DoorbellRung(stamp, qpNumber, counter));
    }

    @Override
    public void cqeRead(int qpNumber, int opcode, int syndrome) {
        journal.add(host, Layer.DRIVER, stamp -> new JournalEvent.CqeRead(stamp, qpNumber, opcode, syndrome));
    }

    @Override
    public void cqeRead(int qpNumber, int opcode, int syndrome, Supplier<byte[]> bytes) {
        long sequence =
                journal.add(host, Layer.DRIVER, stamp -> new JournalEvent.CqeRead(stamp, qpNumber, opcode, syndrome));
        journal.addBytes(sequence, bytes);
    }

    private static Layer layerOf(Refusal refusal) {
        for (Layer layer : Layer.values()) {
            if (layer.toString().equals(refusal.layer())) {
                return layer;
            }
        }
        return Layer.DRIVER;
    }
}
