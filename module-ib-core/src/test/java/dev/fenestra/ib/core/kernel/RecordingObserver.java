package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.kernel.inspection.HostObserver;
import dev.fenestra.ib.core.spi.Refusal;
import java.util.ArrayList;
import java.util.List;

/** Writes down what it is told. */
final class RecordingObserver implements HostObserver {
    final List<String> events = new ArrayList<>();

    @Override
    public void systemCall(String process, SystemCall call, int errno) {
        events.add("call " + process + " " + call + " " + errno);
    }

    @Override
    public void pinned(String process, long pages) {
        events.add("pinned " + process + " " + pages);
    }

    @Override
    public void unpinned(String process, long pages) {
        events.add("unpinned " + process + " " + pages);
    }

    @Override
    public void providerCall(String device, String operation) {
        events.add("provider " + device + " " + operation);
    }

    @Override
    public void refused(Refusal refusal) {
        events.add("refused " + refusal.ruleId());
    }

    @Override
    public void command(String device, int opcode, int status) {
        events.add("command " + device + " " + opcode + " " + status);
    }

    @Override
    public void wqeWritten(int qpNumber, int index, long wrId, int opcode, int octowords) {
        events.add("wqe " + qpNumber + " " + index + " " + opcode + " " + octowords);
    }

    @Override
    public void doorbell(int qpNumber, int counter) {
        events.add("doorbell " + qpNumber + " " + counter);
    }

    @Override
    public void cqeRead(int qpNumber, int opcode, int syndrome) {
        events.add("cqe " + qpNumber + " " + opcode + " " + syndrome);
    }
}
