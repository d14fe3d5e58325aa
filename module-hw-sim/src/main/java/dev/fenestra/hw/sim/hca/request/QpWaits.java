package dev.fenestra.hw.sim.hca.request;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.link.FabricDevice;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.observe.WaitingQp;
import dev.fenestra.hw.sim.hca.qp.FetchedSends;
import dev.fenestra.hw.sim.hca.qp.LostPackets;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.hca.vocabulary.QpState;
import dev.fenestra.hw.sim.roce.wire.PortGid;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says in words what a QP waits for, and why it does not come. It is asked when somebody gives up, and reads what the
 * device has noted anyway.
 */
public final class QpWaits {
    private static final int INDEX_MASK = 0xffff;
    /** The peer answers those with an RNR NAK. */
    private static final Set<Verdict> NOT_READY = Set.of(Verdict.Plain.NOT_READY, Verdict.Plain.NO_PAGE);

    private final Fabric fabric;

    /**
     * Speaks for the QPs of one device.
     *
     * @param fabric knows the devices of peers
     */
    public QpWaits(Fabric fabric) {
        this.fabric = fabric;
    }

    /**
     * {@return what a QP waits for, or that it is in ERR; null when nothing of it is in flight}
     *
     * @param qp the QP
     */
    public @Nullable WaitingQp of(QpContext qp) {
        List<String> parts = new ArrayList<>();
        int waiting = waiting(qp.send.ring);
        int fresh = qp.queues.sendsPosted() - qp.send.nextFetch & INDEX_MASK;
        LostPackets lost = qp.lostRequests;
        if (waiting > 0 && qp.isReliable()) {
            parts.add(count(waiting, "request") + " without an answer: " + cause(qp));
        } else if (lost != null && !qp.isReliable()) {
            parts.add(fate(lost));
        }
        if (fresh > 0) {
            parts.add("requests that it has not begun");
        }
        if (parts.isEmpty() && qp.state == QpState.ERR) {
            return new WaitingQp(String.format("QP 0x%x is in ERR", qp.number), true);
        }
        return parts.isEmpty()
                ? null
                : new WaitingQp(
                        String.format("QP 0x%x (%s) has ", qp.number, qp.state) + String.join(", and ", parts), false);
    }

    /**
     * {@return a QP in a few words}
     *
     * @param qp the QP
     */
    public static String describe(QpContext qp) {
        return String.format("that QP is in %s and expects PSN 0x%x", qp.state, qp.receive.expectedPsn);
    }

    /**
     * {@return why a QP has no answer to its oldest request: what became of the last packet, or of its answer}
     *
     * @param qp a connected QP
     */
    String cause(QpContext qp) {
        LostPackets lost = outstanding(qp, qp.lostRequests);
        LostPackets answer = outstanding(qp, qp.lostAnswers);
        if (lost != null && lost.verdict != Verdict.Plain.DUPLICATE) {
            return fate(lost);
        }
        String peer = peer(qp.connection.destinationPort, qp) + String.format("QP 0x%x", qp.connection.remoteQpn);
        if (answer != null) {
            return String.format("the answer of %s: %s", peer, text(answer));
        }
        if (lost != null) {
            return fate(lost);
        }
        boolean isElsewhere = qp.connection.destinationPort == Packet.NO_PORT;
        return isElsewhere
                ? "the packets left for " + peer + ", and no answer came"
                : peer + " took the last packet, and no answer came";
    }

    /** Those whose packet is still waited for; a QP that had progress since had lost another one. */
    private static @Nullable LostPackets outstanding(QpContext qp, @Nullable LostPackets lost) {
        return lost != null && qp.send.isOutstanding(lost.psn) ? lost : null;
    }

    private String fate(LostPackets lost) {
        String who = fabric.nameOf(lost.destinationPort);
        String to = String.format("%sQP 0x%x", who.isEmpty() ? "" : who + "'s ", lost.destinationQpn);
        if (lost.verdict != null && NOT_READY.contains(lost.verdict)) {
            return String.format(
                    "%s answered %s: %s on QP 0x%x",
                    who.isEmpty() ? "the peer" : who,
                    count(lost.times, "RNR NAK"),
                    lost.verdict == Verdict.Plain.NO_PAGE ? "a page that the request needs is not there" : text(lost),
                    lost.destinationQpn);
        }
        return String.format(
                "the packet of PSN 0x%x to %s, sent %s: %s", lost.psn, to, count(lost.times, "time"), text(lost));
    }

    /** The fate in words; what the QP of the peer makes of it too, where that explains it. */
    private String text(LostPackets lost) {
        Verdict verdict = lost.verdict;
        if (verdict == null) {
            return "";
        }
        boolean isExplained = verdict == Verdict.Plain.OUT_OF_SEQUENCE
                || verdict == Verdict.Plain.DUPLICATE
                || verdict == Verdict.Plain.WRONG_STATE;
        FabricDevice peer = fabric.deviceOf(lost.destinationPort);
        String state = isExplained && peer != null ? peer.describe(lost.destinationQpn) : "";
        return verdict.text() + (state.isEmpty() ? "" : "; " + state);
    }

    private String peer(int port, QpContext qp) {
        String name = fabric.nameOf(port);
        return name.isEmpty() ? address(qp.connection.remoteGidHigh, qp.connection.remoteGidLow) : name + "'s ";
    }

    private static String address(long high, long low) {
        return PortGid.isIpv4(high, low)
                ? String.format("%d.%d.%d.%d ", low >> 24 & 0xff, low >> 16 & 0xff, low >> 8 & 0xff, low & 0xff)
                : "";
    }

    private static int waiting(FetchedSends ring) {
        int count = 0;
        for (int i = ring.head; i != ring.tail && count <= ring.mask; i++) {
            count += ring.state(i & ring.mask) == FetchedSends.WAITING ? 1 : 0;
        }
        return count;
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
