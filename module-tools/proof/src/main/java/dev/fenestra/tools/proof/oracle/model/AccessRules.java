package dev.fenestra.tools.proof.oracle.model;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The checks of a key at an access: sections 4.6 and 6. */
final class AccessRules {
    private final RuleBook book;

    AccessRules(RuleBook book) {
        this.book = book;
    }

    /** L_Key of a piece, section 6.1. */
    boolean refusesLocal(Machine here, Queue queue, int key, long address, long bytes, boolean isLanding) {
        Region region = here.find(key) instanceof Region found && found.key() == key ? found : null;
        if (book.refuses(OracleRule.L_KEY, region == null)) {
            return true;
        }
        return region != null
                && (book.refuses(OracleRule.L_PD, region.pd() != queue.pd())
                        || book.refuses(OracleRule.L_WRITE, isLanding && !region.has(AccessFlag.LOCAL_WRITE))
                        || book.refuses(OracleRule.L_RANGE, !region.covers(address, bytes)));
    }

    /** R_Key of a request that arrives at a QP, sections 4.6 and 6.2; the QP's own rights come first. */
    boolean refusesRemote(Machine there, Queue queue, AccessFlag right, int key, long address, long bytes) {
        if (book.refuses(OracleRule.A8, !right.in(queue.access()))) {
            return true;
        }
        if (bytes == 0) {
            return false;
        }
        Holder holder = there.find(key);
        if (book.refuses(OracleRule.A1, holder == null || holder.key() != key)) {
            return true;
        }
        return switch (holder) {
            case null -> false;
            case Region region -> refuses(region, queue, right, address, bytes);
            case Window window -> refuses(window, queue, right, address, bytes);
        };
    }

    private boolean refuses(Region region, Queue queue, AccessFlag right, long address, long bytes) {
        return book.refuses(OracleRule.R_PD, region.pd() != queue.pd())
                || book.refuses(OracleRule.R_RIGHT, !region.has(right))
                || book.refuses(OracleRule.R_RANGE, !region.covers(address, bytes));
    }

    /** Type 2B's PD needs no look: the QP it is tied to has the same one. */
    private boolean refuses(Window window, Queue queue, AccessFlag right, long address, long bytes) {
        return book.refuses(OracleRule.A4, window.isType1() && !window.isBound())
                || book.refuses(OracleRule.A6, !window.isType1() && !window.isBound())
                || book.refuses(OracleRule.A2, window.isType1() && window.pd() != queue.pd())
                || book.refuses(OracleRule.A3, window.isBound() && !window.isType1() && window.queue() != queue)
                || book.refuses(OracleRule.A5, !window.has(right))
                || book.refuses(OracleRule.A7, !window.covers(address, bytes));
    }

    /** Where in a host's memory a key and an address lead; nowhere when a rule that is left out would have said so. */
    static OptionalInt place(Machine machine, int key, long address) {
        @Nullable Holder holder = machine.find(key);
        return switch (holder) {
            case null -> OptionalInt.empty();
            case Region region -> OptionalInt.of(region.place(address));
            case Window window -> {
                Region region = window.region();
                yield region == null ? OptionalInt.empty() : OptionalInt.of(region.place(window.translate(address)));
            }
        };
    }
}
