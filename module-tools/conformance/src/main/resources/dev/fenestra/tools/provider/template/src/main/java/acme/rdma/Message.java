package acme.rdma;

import dev.fenestra.ib.core.vocabulary.SgeList;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** The bytes on their way from one card to the other, and how they are gathered and scattered. */
final class Message {
    /** Bytes of the longest message. */
    static final int MAX_BYTES = 1 << 16;

    private final Card card;
    private final AccessChecks checks;
    private final MemorySegment bytes = Arena.ofAuto().allocate(MAX_BYTES);

    Message(Card card) {
        this.card = card;
        checks = new AccessChecks(card);
    }

    MemorySegment bytes() {
        return bytes;
    }

    /** What the check compared that refused last. */
    String compared() {
        return checks.compared();
    }

    /** Collects a request's data. Null when done, else the rule that forbids a piece of it. */
    @Nullable
    AcmeRule gather(Qp qp, Work work) {
        MemorySegment.copy(MemorySegment.ofArray(work.inline), 0, bytes, 0, work.inlineBytes);
        long at = work.inlineBytes;
        for (int i = 0; i < work.data.size(); i++) {
            long length = Integer.toUnsignedLong(work.data.length(i));
            if (length > 0) {
                AcmeRule rule = checks.local(qp, work.data.lkey(i), work.data.address(i), length, false);
                if (rule != null) {
                    return rule;
                }
                checks.region().read(card.host().busMemory(), checks.offset(), bytes, at, length);
                at += length;
            }
        }
        return null;
    }

    /**
     * Spreads what came from a peer over pieces of memory, which have room for it or not. Null when done, else the
     * broken rule.
     */
    @Nullable
    AcmeRule scatter(Qp qp, SgeList pieces, MemorySegment from, long length) {
        long at = 0;
        for (int i = 0; i < pieces.size() && at < length; i++) {
            long part = Math.min(Integer.toUnsignedLong(pieces.length(i)), length - at);
            if (part > 0) {
                AcmeRule rule = checks.local(qp, pieces.lkey(i), pieces.address(i), part, true);
                if (rule != null) {
                    return rule;
                }
                checks.region().write(card.host().busMemory(), checks.offset(), from, at, part);
                at += part;
            }
        }
        return at < length ? AcmeRule.T3 : null;
    }
}
