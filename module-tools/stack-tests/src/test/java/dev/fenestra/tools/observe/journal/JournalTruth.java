package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import dev.fenestra.tools.observe.journal.JournalEvent.PacketSent;
import dev.fenestra.tools.observe.journal.JournalEvent.Posted;
import dev.fenestra.tools.observe.journal.JournalEvent.WqeFetched;
import dev.fenestra.tools.testing.CapturedFrames.Captured;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * What the comments of a capture must say, found in another way than the capture finds it: requests leave a QP in the
 * order in which they were posted, so the k-th first packet of a message is the k-th request's. Each QP draws its first
 * PSN, so a PSN names one message of one connection.
 */
final class JournalTruth implements Consumer<JournalEvent> {
    /** More packets than any message of these tests has. */
    private static final int LONGEST = 64;
    /** Of every connection that the bench makes. */
    private static final int MTU = 4096;

    private static final Map<Integer, String> OPERATIONS = Map.of(
            WrOpcode.RDMA_WRITE.code(), "RDMA_WRITE",
            WrOpcode.RDMA_READ.code(), "RDMA_READ",
            WrOpcode.SEND.code(), "SEND",
            WrOpcode.SEND_WITH_INV.code(), "SEND_INVAL",
            WrOpcode.ATOMIC_FETCH_AND_ADD.code(), "ATOMIC_FA");

    private final List<Connection> connections = new ArrayList<>();
    private final Set<Sent> seen = new HashSet<>();

    /** A packet of a request that is in the capture. */
    private record Sent(List<String> request, int psn) {}

    /** One direction of a connection, for as long as it lasts. */
    private static final class Connection {
        private final String host;
        private final int qpn;
        private final String peer;
        private final int peerQpn;
        private final Deque<Posted> posted = new ArrayDeque<>();
        private final Deque<Integer> fetched = new ArrayDeque<>();
        private final TreeMap<Integer, String> messages = new TreeMap<>();
        private int last;

        Connection(String host, int qpn, String peer, int peerQpn) {
            this.host = host;
            this.qpn = qpn;
            this.peer = peer;
            this.peerQpn = peerQpn;
        }

        /** A READ that lost packets is sent again from its middle on. */
        void begins(int psn, int count) {
            if (psn >= last) {
                last = psn + count;
                Posted request = posted.remove();
                messages.put(
                        psn,
                        String.format(
                                "%s QP 0x%06x WQE %d %s wr_id=%d",
                                host, qpn, fetched.remove(), OPERATIONS.get(request.opcode()), request.wrId()));
            }
        }

        void find(int psn, Consumer<String> found) {
            Map.Entry<Integer, String> message = messages.floorEntry(psn);
            if (message != null && psn < last + LONGEST) {
                found.accept(message.getValue());
            }
        }
    }

    /** From now on these QPs talk to each other. */
    void connected(String host, int qpn, String peer, int peerQpn) {
        connections.addFirst(new Connection(host, qpn, peer, peerQpn));
        connections.addFirst(new Connection(peer, peerQpn, host, qpn));
    }

    @Override
    public void accept(JournalEvent event) {
        String host = event.stamp().host();
        switch (event) {
            case Posted it
            when OPERATIONS.containsKey(it.opcode()) ->
                from(host, it.qpNumber()).posted.add(it);
            case WqeFetched it
            when it.opcode() != SendOpcode.CHANGE_KEY ->
                from(host, it.qpNumber()).fetched.add(it.index());
            case PacketSent it
            when isFirst(it) ->
                to(host, Bth.destinationQpn(it.header(), 0)).begins(Bth.psn(it.header(), 0), psnsOf(it.header()));
            default -> {}
        }
    }

    private static boolean isFirst(PacketSent packet) {
        int mask = WireOpcode.maskOf(Bth.opcode(packet.header(), 0));
        return (mask & OpcodeMask.REQUEST) != 0 && (mask & OpcodeMask.START) != 0;
    }

    private static int psnsOf(byte[] header) {
        int opcode = Bth.opcode(header, 0);
        if ((WireOpcode.maskOf(opcode) & OpcodeMask.READ_REQUEST) == 0) {
            return 1;
        }
        int length = Reth.length(header, WireOpcode.offsetOf(opcode, OpcodeMask.RETH));
        return Math.ceilDiv(length, MTU);
    }

    private Connection from(String host, int qpn) {
        return connections.stream()
                .filter(it -> it.host.equals(host) && it.qpn == qpn)
                .findFirst()
                .orElseThrow();
    }

    private Connection to(String host, int peerQpn) {
        return connections.stream()
                .filter(it -> it.host.equals(host) && it.peerQpn == peerQpn)
                .findFirst()
                .orElseThrow();
    }

    /**
     * What the comment of the next packet of a capture must begin with: all that it may be, which is one.
     *
     * @param host that sent it
     */
    List<String> causes(String host, Captured packet) {
        byte[] header = packet.frame().orElseThrow().headers();
        int qpn = Bth.destinationQpn(header, 0);
        int psn = Bth.psn(header, 0);
        List<String> causes = new ArrayList<>();
        if ((WireOpcode.maskOf(Bth.opcode(header, 0)) & OpcodeMask.RESPONSE) == 0) {
            connections.stream()
                    .filter(it -> it.host.equals(host) && it.peerQpn == qpn)
                    .forEach(it -> it.find(psn, causes::add));
            IntStream.range(psn, psn + psnsOf(header)).forEach(one -> seen.add(new Sent(causes, one)));
        } else {
            connections.stream()
                    .filter(it -> it.peer.equals(host) && it.qpn == qpn)
                    .forEach(it -> it.find(psn, request -> causes.add(answers(host, it.peerQpn, request, psn))));
        }
        return causes;
    }

    /** A negative acknowledgement names what it waits for, which may not have been sent yet. */
    private String answers(String host, int qpn, String request, int psn) {
        String answers = String.format("%s QP 0x%06x answers", host, qpn);
        return seen.contains(new Sent(List.of(request), psn)) ? answers + " " + request : answers;
    }

    /** What a comment says of its packet's cause. */
    static String causeIn(Captured packet) {
        return packet.comment().replaceFirst("( with \\w+(\\(\\w+\\))?)?(, sent again)? -> .*", "");
    }
}
