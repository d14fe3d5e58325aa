package dev.fenestra.tools.observe.capture;

import dev.fenestra.hw.sim.roce.wire.Aeth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.RnrTimer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answers to the requests of one connection in one direction. They are added in the order of the capture. */
final class AnswerTrack {
    private static final int MSNS = 1 << 24;

    private final Findings findings;
    private final RequestTrack requests;
    private final List<SeenRequest> messages;
    private long highest = Long.MIN_VALUE;
    private long fatal = Long.MAX_VALUE;
    private int fatalSyndrome;
    private int finished;
    private int settled;
    /**
     * Requests finished before the capture, or -1. A capture that begins within a connection takes the first MSN as
     * true.
     */
    private int msnBefore = -1;

    AnswerTrack(Findings findings, RequestTrack requests, List<SeenRequest> messages) {
        this.findings = findings;
        this.requests = requests;
        this.messages = messages;
    }

    void add(RocePacket answer) {
        long psn = requests.psnOf(answer);
        @Nullable RequestPacket asked = requests.at(psn);
        if (!requests.hadReached(psn, answer.number())) {
            findings.add(
                    CaptureRule.ANSWER_PSN, answer, "%s names PSN %d, which was not sent", answer.name(), answer.psn());
            return;
        }
        if (asked == null) {
            return;
        }
        checkKind(answer, asked, psn);
        checkOrder(answer, psn);
        if (answer.has(OpcodeMask.READ_RESPONSE) && asked.packet.has(OpcodeMask.READ_REQUEST)) {
            checkResponse(answer, asked, psn);
        }
        if (answer.has(OpcodeMask.AETH)) {
            checkMsn(answer, psn);
            checkFatal(answer, psn);
            checkRest(answer, asked, psn);
        }
        settle(answer, psn);
        highest = Math.max(highest, psn);
    }

    /** An earlier request that was sent again is acknowledged by the last PSN that was executed, whatever it was. */
    private void checkKind(RocePacket answer, RequestPacket asked, long psn) {
        int wanted = wanted(asked.packet);
        boolean isNak = answer.has(OpcodeMask.ACK) && !answer.isAck();
        if (isNak || answer.has(wanted)) {
            return;
        }
        boolean isOfRepeat = answer.has(OpcodeMask.ACK) && wasAskedAgain(psn, answer.number());
        if (!isOfRepeat) {
            findings.add(
                    CaptureRule.ANSWER_KIND,
                    answer,
                    "%s answers %s of packet %d",
                    answer.name(),
                    asked.packet.name(),
                    asked.packet.number());
        }
    }

    /** FLUSH and ATOMIC_WRITE are answered by an empty READ response (annex A19). */
    private static int wanted(RocePacket request) {
        if (request.has(OpcodeMask.READ_REQUEST | OpcodeMask.FLUSH | OpcodeMask.ATOMIC_WRITE)) {
            return OpcodeMask.READ_RESPONSE;
        }
        return request.has(OpcodeMask.ATOMIC) ? OpcodeMask.ATOMIC_ACK : OpcodeMask.ACK;
    }

    private void checkOrder(RocePacket answer, long psn) {
        if (psn < highest && !wasAskedAgain(psn, answer.number())) {
            findings.add(
                    CaptureRule.ANSWER_ORDER,
                    answer,
                    "%s names PSN %d after PSN %d was answered, and no request was sent again",
                    answer.name(),
                    answer.psn(),
                    highest % MSNS);
        }
    }

    /** Whether a request up to a PSN was sent again before a packet. */
    private boolean wasAskedAgain(long psn, int before) {
        return requests.sent().headMap(psn, true).descendingMap().values().stream()
                .flatMap(one -> one.repeats.stream())
                .anyMatch(again -> again.number() < before);
    }

    private void checkResponse(RocePacket answer, RequestPacket asked, long psn) {
        long place = psn - asked.psn;
        boolean isLast = place == asked.span - 1;
        boolean mayStart = place == 0
                || asked.repeats.stream()
                        .anyMatch(again -> requests.psnOf(again) == psn && again.number() < answer.number());
        boolean starts = answer.has(OpcodeMask.START);
        boolean fitsPlace = answer.has(OpcodeMask.END) == isLast && (starts ? mayStart : place > 0);
        long wanted = isLast ? asked.packet.range() - place * requests.mtu() : requests.mtu();
        if (!fitsPlace || answer.payload() != wanted) {
            findings.add(
                    CaptureRule.RESPONSE,
                    answer,
                    "%s with %d bytes is number %d of %d that answer packet %d; %d bytes are due",
                    answer.name(),
                    answer.payload(),
                    place + 1,
                    asked.span,
                    asked.packet.number(),
                    wanted);
        }
    }

    /**
     * An answer counts the requests that end at its PSN or before. A repeated answer may count more, and so may a READ
     * in progress, and an answer to a fetch: the responder may have executed what arrived behind it.
     */
    private void checkMsn(RocePacket answer, long psn) {
        boolean isNak = !answer.isAck();
        int least = count(isNak ? psn - 1 : psn);
        int begun = count(psn, true);
        int most = Math.max(answer.has(OpcodeMask.ACK) ? begun : arrived(begun, answer.number()), finished);
        if (msnBefore < 0) {
            msnBefore = answer.msn() <= most ? 0 : answer.msn() - least;
        }
        int counted = Math.floorMod(answer.msn() - msnBefore, MSNS);
        if (counted < least || counted > most) {
            findings.add(
                    CaptureRule.MSN,
                    answer,
                    "MSN %d where %s finished",
                    answer.msn(),
                    least == most
                            ? least + msnBefore + " requests are"
                            : least + msnBefore + " to " + (most + msnBefore) + " requests may be");
        }
        finished = Math.max(finished, least);
    }

    /** Requests that had arrived before a packet, without a gap behind the first ones. */
    private int arrived(int first, int before) {
        int count = first;
        while (count > 0
                && count < messages.size()
                && messages.get(count).firstPsn() == messages.get(count - 1).lastPsn() + 1
                && messages.get(count).last().number() < before) {
            count++;
        }
        return count;
    }

    /** Requests that end with a PSN or before. */
    private int count(long psn) {
        return count(psn, false);
    }

    /** A message whose end was never sent counts for nothing. */
    private int count(long psn, boolean isBegunEnough) {
        int low = 0;
        int high = messages.getLast().packets.getLast().endsMessage() ? messages.size() : messages.size() - 1;
        while (low < high) {
            int middle = (low + high) / 2;
            SeenRequest message = messages.get(middle);
            if ((isBegunEnough && message.packets.size() == 1 ? message.firstPsn() : message.lastPsn()) <= psn) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void checkFatal(RocePacket answer, long psn) {
        int syndrome = answer.syndrome();
        if (psn >= fatal && syndrome != fatalSyndrome) {
            findings.add(
                    CaptureRule.FATAL,
                    answer,
                    "%s for PSN %d after %s",
                    Aeth.describe(syndrome),
                    answer.psn(),
                    Aeth.describe(fatalSyndrome));
        }
        if (Aeth.isNak(syndrome) && syndrome != Aeth.NAK_PSN_SEQUENCE) {
            fatal = Math.min(fatal, psn);
            fatalSyndrome = syndrome;
        }
    }

    private void checkRest(RocePacket answer, RequestPacket asked, long psn) {
        if (!Aeth.isRnrNak(answer.syndrome()) || psn != asked.psn) {
            return;
        }
        long until = answer.nanos() + RnrTimer.nanos(Aeth.value(answer.syndrome()));
        asked.repeats.stream()
                .filter(again -> again.number() > answer.number())
                .findFirst()
                .filter(again -> again.nanos() < until)
                .ifPresent(again -> findings.add(
                        CaptureRule.RNR_WAIT,
                        again,
                        "sent again %d us after the %s of packet %d",
                        (again.nanos() - answer.nanos()) / 1_000,
                        Aeth.describe(answer.syndrome()),
                        answer.number()));
    }

    /** An ACK acknowledges all requests before it as well. */
    private void settle(RocePacket answer, long psn) {
        long upTo = answer.isAck() ? psn : psn - 1;
        while (settled < messages.size() && messages.get(settled).lastPsn() <= upTo) {
            messages.get(settled++).answer("ACK", answer);
        }
        if (!answer.isAck() && settled < messages.size()) {
            messages.get(settled).answer(Aeth.describe(answer.syndrome()), answer);
        }
    }
}
