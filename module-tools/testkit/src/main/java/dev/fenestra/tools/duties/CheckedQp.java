package dev.fenestra.tools.duties;

import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A QP of a program. */
final class CheckedQp {
    final CheckedProgram program;
    final QpShape shape;
    final String place;
    final PostedReceives receives;
    /** Send requests whose completions were not polled yet, oldest first. */
    final Deque<SendRequest> outstanding = new ArrayDeque<>();

    /** Requests of its peer's queue that consume a receive of this QP, oldest first. */
    final Deque<SendRequest> incoming = new ArrayDeque<>();

    private final Map<QpAttribute, Integer> attributes = new EnumMap<>(QpAttribute.class);
    private @Nullable Gid destination;

    /** Requests since the last signaled one. */
    int unsignaled;

    /** Whether a peer has used one of the rights that it gives. */
    boolean isReached;

    /** Whether its connection was looked at. */
    boolean isConnectionChecked;

    /** Whether more messages were under way to it than it had receives. */
    boolean isShortOfReceives;

    /** The QP at the other end, once it is known. */
    @Nullable
    CheckedQp peer;

    CheckedQp(CheckedProgram program, QpShape shape, PostedReceives receives, String place) {
        this.program = program;
        this.shape = shape;
        this.receives = receives;
        this.place = place;
    }

    boolean signalsAll() {
        return shape.signalsAll();
    }

    /** Takes notice of a modify that has succeeded. */
    void modified(QpAttributes changed) {
        if (changed.has(QpAttribute.STATE) && changed.state() == QpState.RESET) {
            attributes.clear();
            destination = null;
            peer = null;
            isConnectionChecked = false;
            unsignaled = 0;
        }
        note(changed, QpAttribute.STATE, changed.state().code());
        note(changed, QpAttribute.ACCESS_FLAGS, changed.access());
        note(
                changed,
                QpAttribute.PATH_MTU,
                changed.has(QpAttribute.PATH_MTU) ? changed.pathMtu().code() : 0);
        note(changed, QpAttribute.RQ_PSN, changed.rqPsn());
        note(changed, QpAttribute.SQ_PSN, changed.sqPsn());
        note(changed, QpAttribute.TIMEOUT, changed.timeout());
        note(changed, QpAttribute.RNR_RETRY, changed.rnrRetry());
        note(changed, QpAttribute.MAX_QP_RD_ATOMIC, changed.maxRdAtomic());
        note(changed, QpAttribute.MAX_DEST_RD_ATOMIC, changed.maxDestRdAtomic());
        note(changed, QpAttribute.DEST_QPN, changed.destinationQpn());
        if (changed.has(QpAttribute.AV)) {
            destination = changed.destination();
        }
    }

    private void note(QpAttributes changed, QpAttribute attribute, int value) {
        if (changed.has(attribute)) {
            attributes.put(attribute, value);
        }
    }

    /** {@return the value that was set last; empty when none was} */
    OptionalInt attribute(QpAttribute attribute) {
        Integer value = attributes.get(attribute);
        return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }

    /** {@return the GID that it is connected to; null when it is not} */
    @Nullable
    Gid destination() {
        return destination;
    }

    /**
     * Takes the request whose completion was polled, and those before it, which are done, too. A success is that of a
     * signaled request.
     *
     * @return oldest first; none when no request has this number
     */
    List<SendRequest> retire(long wrId, boolean succeeded) {
        SendRequest last = completed(wrId, succeeded);
        if (last == null) {
            return List.of();
        }
        List<SendRequest> done = new ArrayList<>();
        SendRequest one;
        do {
            one = outstanding.removeFirst();
            done.add(one);
        } while (one != last);
        return done;
    }

    private @Nullable SendRequest completed(long wrId, boolean succeeded) {
        for (SendRequest one : outstanding) {
            if (one.wrId == wrId && (one.isSignaled || !succeeded)) {
                return one;
            }
        }
        return null;
    }

    /**
     * The peer has polled the message of a request. What the queue has sent before is there; a READ that the message
     * did not wait for may not be.
     */
    void arrived(SendRequest message) {
        for (SendRequest before : outstanding) {
            if (before.sequence > message.sequence) {
                return;
            }
            before.isBehindMessage |= !before.lands() || before == message || message.isFenced();
        }
    }

    @Override
    public String toString() {
        return String.format("QP 0x%x of %s", shape.number(), program.name());
    }
}
