package dev.fenestra.tools.journal;

import dev.fenestra.hw.sim.manual.Qpc;
import dev.fenestra.hw.sim.manual.WqeOpcode;
import dev.fenestra.hw.sim.queue.ForeignOpcode;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Which wr_id belongs to which send WQE. Programs post in the order in which a device fetches, so the two sequences of a QP are laid side by
 * side; a WQE that no program posted (a driver's own) has another opcode than the next request, and gets none.
 */
final class RequestIds implements Consumer<JournalEvent> {
    /** By the number of a request's opcode: the opcodes of the WQEs that may serve it. */
    private static final Map<Integer, Set<Integer>> WQES = new HashMap<>();

    static {
        wqes(WrOpcode.RDMA_WRITE, WqeOpcode.RDMA_WRITE);
        wqes(WrOpcode.RDMA_WRITE_WITH_IMM, WqeOpcode.RDMA_WRITE_IMM);
        wqes(WrOpcode.SEND, WqeOpcode.SEND);
        wqes(WrOpcode.SEND_WITH_IMM, WqeOpcode.SEND_IMM);
        wqes(WrOpcode.SEND_WITH_INV, WqeOpcode.SEND_INVAL);
        wqes(WrOpcode.RDMA_READ, WqeOpcode.RDMA_READ);
        wqes(WrOpcode.ATOMIC_CMP_AND_SWP, WqeOpcode.ATOMIC_CS);
        wqes(WrOpcode.ATOMIC_FETCH_AND_ADD, WqeOpcode.ATOMIC_FA);
        wqes(WrOpcode.LOCAL_INV, WqeOpcode.UMR, ForeignOpcode.LOCAL_INV);
        wqes(WrOpcode.BIND_MW, WqeOpcode.UMR, ForeignOpcode.BIND_MW);
        wqes(WrOpcode.FLUSH, ForeignOpcode.FLUSH);
        wqes(WrOpcode.ATOMIC_WRITE, ForeignOpcode.ATOMIC_WRITE);
    }

    private final Map<Queue, Requests> queues = new HashMap<>();

    private record Queue(String host, int qpNumber) {}

    /** A request of a program, or a WQE that the device fetched. */
    private record Entry(long id, int opcode) {}

    private static final class Requests {
        private final Deque<Entry> posted = new ArrayDeque<>();
        private final Deque<Entry> fetched = new ArrayDeque<>();
        private final Map<Long, Long> ids = new HashMap<>();

        void match() {
            while (!posted.isEmpty() && !fetched.isEmpty()) {
                Entry wqe = fetched.remove();
                if (isWqeOf(posted.element().opcode, wqe.opcode)) {
                    ids.put(wqe.id, posted.remove().id);
                } else {
                    ids.remove(wqe.id);
                }
            }
        }
    }

    @Override
    public synchronized void accept(JournalEvent event) {
        switch (event) {
            case JournalEvent.Posted posted ->
                of(posted.stamp(), posted.qpNumber()).posted.add(new Entry(posted.wrId(), posted.opcode()));
            case JournalEvent.WqeFetched wqe ->
                of(wqe.stamp(), wqe.qpNumber()).fetched.add(new Entry(wqe.index(), wqe.opcode()));
            case JournalEvent.QpStateChanged change
            when isEmptied(change.state()) ->
                queues.remove(new Queue(change.stamp().host(), change.qpNumber()));
            default -> {}
        }
    }

    /** The wr_id of a WQE that was fetched, when a program posted it. */
    synchronized OptionalLong of(String host, int qpNumber, int wqeIndex) {
        Requests requests = queues.get(new Queue(host, qpNumber));
        if (requests == null) {
            return OptionalLong.empty();
        }
        requests.match();
        Long id = requests.ids.get((long) wqeIndex);
        return id == null ? OptionalLong.empty() : OptionalLong.of(id);
    }

    private Requests of(Stamp stamp, int qpNumber) {
        return queues.computeIfAbsent(new Queue(stamp.host(), qpNumber), queue -> new Requests());
    }

    /** Whether a QP in this state has no requests. */
    private static boolean isEmptied(int state) {
        return state == Qpc.STATE_RST || state == Qpc.STATE_INIT;
    }

    private static boolean isWqeOf(int request, int wqe) {
        return WQES.getOrDefault(request, Set.of()).contains(wqe);
    }

    private static void wqes(WrOpcode request, Integer... opcodes) {
        WQES.put(request.code(), Set.of(opcodes));
    }
}
