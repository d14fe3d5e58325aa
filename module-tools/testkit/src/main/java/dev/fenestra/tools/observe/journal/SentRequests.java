package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;

/**
 * The requests whose packets were captured, by the PSNs that each has taken, so that an answer can name its own. An
 * answer that stands for several requests names the last of them (IBA 9.7.5.1.2). Requests stay when their QP is reset:
 * their answers may be late.
 */
final class SentRequests {
    /** Requests kept of each QP: more are in no send queue. */
    private static final int KEPT = 1 << 15;

    private static final int PSN_MASK = 0xffffff;
    private static final int SMALLEST_MTU = 256;
    private static final Deque<Message> NONE = new ArrayDeque<>();

    private final Map<Endpoint, Deque<Message>> queues = new HashMap<>();

    /** A request, and the PSNs that it takes. Of a READ that is the most there can be, until its last answer. */
    private static final class Message {
        private final CapturedRequest request;
        private final Endpoint responder;
        private final int first;
        private int count;

        Message(CapturedRequest request, Endpoint responder, int first) {
            this.request = request;
            this.responder = responder;
            this.first = first;
        }

        int ahead(int psn) {
            return psn - first & PSN_MASK;
        }

        boolean has(CapturedRequest wanted, Endpoint peer, int psn) {
            return ahead(psn) <= count && request.equals(wanted) && responder.equals(peer);
        }
    }

    /** Notes a packet of a request. */
    void sent(SeenPacket packet, CapturedRequest request) {
        Deque<Message> messages = queues.computeIfAbsent(packet.from(), queue -> new ArrayDeque<>());
        Endpoint responder = packet.to();
        int psn = Bth.psn(packet.header(), 0);
        Message message = messageOf(messages, request, responder, psn, packet.again());
        message.count = Math.max(message.count, message.ahead(psn) + psnsOf(packet));
    }

    /**
     * The message that a packet goes on with or repeats; else a new one. What is sent for the first time follows what
     * was sent last.
     */
    private static Message messageOf(
            Deque<Message> messages, CapturedRequest request, Endpoint responder, int psn, boolean again) {
        Iterator<Message> newestFirst = messages.descendingIterator();
        boolean more = newestFirst.hasNext();
        while (more) {
            Message message = newestFirst.next();
            if (message.has(request, responder, psn)) {
                return message;
            }
            more = again && newestFirst.hasNext();
        }
        if (messages.size() == KEPT) {
            messages.removeFirst();
        }
        Message begun = new Message(request, responder, psn);
        messages.addLast(begun);
        return begun;
    }

    /** The request that an answer is for; none for an answer to a request of an earlier connection. */
    Optional<CapturedRequest> answeredBy(SeenPacket answer) {
        int psn = Bth.psn(answer.header(), 0);
        Iterator<Message> newestFirst = queues.getOrDefault(answer.to(), NONE).descendingIterator();
        while (newestFirst.hasNext()) {
            Message message = newestFirst.next();
            int ahead = message.ahead(psn);
            if (ahead < message.count && isFrom(answer, message.responder)) {
                message.count = isEndOfRead(answer) ? ahead + 1 : message.count;
                return Optional.of(message.request);
            }
        }
        return Optional.empty();
    }

    private static boolean isEndOfRead(SeenPacket answer) {
        int mask = WireOpcode.maskOf(Bth.opcode(answer.header(), 0));
        return (mask & OpcodeMask.READ_RESPONSE) != 0 && (mask & OpcodeMask.END) != 0;
    }

    /** A packet from another machine does not say which QP has sent it. */
    private static boolean isFrom(SeenPacket answer, Endpoint responder) {
        Endpoint sender = answer.from();
        return answer.fromOutside() ? sender.gid().equals(responder.gid()) : sender.equals(responder);
    }

    /** How many PSNs a packet takes, its answers included. */
    private static int psnsOf(SeenPacket packet) {
        int mask = WireOpcode.maskOf(Bth.opcode(packet.header(), 0));
        if ((mask & OpcodeMask.READ_REQUEST) == 0) {
            return 1;
        }
        int reth = WireOpcode.offsetOf(Bth.opcode(packet.header(), 0), OpcodeMask.RETH);
        long length = Integer.toUnsignedLong(Reth.length(packet.header(), reth));
        return (int) Math.max(1, (length + SMALLEST_MTU - 1) / SMALLEST_MTU);
    }
}
