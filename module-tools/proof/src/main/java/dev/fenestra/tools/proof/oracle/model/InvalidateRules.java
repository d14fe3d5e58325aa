package dev.fenestra.tools.proof.oracle.model;

/** The keys that may be invalidated, and the QPs that may do it: section 5. */
final class InvalidateRules {
    private final RuleBook book;

    InvalidateRules(RuleBook book) {
        this.book = book;
    }

    /** Invalidates a key of the QP's host; a window that is free already stays so, and that is no error. */
    boolean refuses(Machine machine, Queue queue, int key) {
        Holder holder = machine.find(key);
        if (book.refuses(OracleRule.INV_KEY, holder == null || holder.key() != key)) {
            return true;
        }
        return switch (holder) {
            case null -> false;
            case Region _ -> book.refuses(OracleRule.INV_REGION, true);
            case Window window -> refuses(window, queue);
        };
    }

    /** Type 2B's PD needs no look: the QP it is tied to has the same one. */
    private boolean refuses(Window window, Queue queue) {
        if (book.refuses(OracleRule.INV_TYPE_1, window.isType1())
                || book.refuses(OracleRule.INV_QP, window.isBound() && window.queue() != queue)) {
            return true;
        }
        window.unbind();
        return false;
    }
}
