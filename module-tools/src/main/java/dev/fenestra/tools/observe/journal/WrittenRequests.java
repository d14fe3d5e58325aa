package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.prm.Qpc;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Which request the WQE in a place of a send queue serves now. A driver tells it when it writes the WQE, so before a
 * device can fetch it; the place is written again only when the request is done.
 */
final class WrittenRequests implements Consumer<JournalEvent> {
    private final Map<Queue, Map<Integer, Long>> queues = new HashMap<>();

    private record Queue(String host, int qpNumber) {}

    @Override
    public synchronized void accept(JournalEvent event) {
        switch (event) {
            case JournalEvent.WqeWritten wqe ->
                queues.computeIfAbsent(new Queue(wqe.stamp().host(), wqe.qpNumber()), queue -> new HashMap<>())
                        .put(wqe.index(), wqe.wrId());
            case JournalEvent.QpStateChanged change
            when change.state() == Qpc.STATE_RST ->
                queues.remove(new Queue(change.stamp().host(), change.qpNumber()));
            default -> {}
        }
    }

    /** The wr_id of the request, when its WQE was written since this began to listen. */
    synchronized OptionalLong wrId(String host, int qpNumber, int wqeIndex) {
        Long wrId = queues.getOrDefault(new Queue(host, qpNumber), Map.of()).get(wqeIndex);
        return wrId == null ? OptionalLong.empty() : OptionalLong.of(wrId);
    }
}
