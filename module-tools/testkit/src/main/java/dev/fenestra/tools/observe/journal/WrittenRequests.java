package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.hca.vocabulary.QpState;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The request of the WQE in each slot of a send queue. A driver reports it when it writes the WQE, before a device can
 * fetch it. The slot is written again only after the request is done.
 */
final class WrittenRequests implements Consumer<JournalEvent> {
    private final Map<Queue, Map<Integer, Long>> requests = new HashMap<>();

    private record Queue(String host, int qpNumber) {}

    @Override
    public synchronized void accept(JournalEvent event) {
        switch (event) {
            case JournalEvent.WqeWritten wqe ->
                requests.computeIfAbsent(new Queue(wqe.stamp().host(), wqe.qpNumber()), _ -> new HashMap<>())
                        .put(wqe.index(), wqe.wrId());
            case JournalEvent.QpStateChanged change
            when change.state() == QpState.RESET ->
                requests.remove(new Queue(change.stamp().host(), change.qpNumber()));
            default -> {}
        }
    }

    /** The wr_id of the request, when its WQE was written since this began to listen. */
    synchronized OptionalLong wrId(String host, int qpNumber, int wqeIndex) {
        @Nullable
        Long wrId = requests.getOrDefault(new Queue(host, qpNumber), Map.of()).get(wqeIndex);
        return wrId == null ? OptionalLong.empty() : OptionalLong.of(wrId);
    }
}
