package dev.fenestra.tools.proof.soak;

/**
 * One request of a program.
 *
 * @param length bytes of data, or of what is flushed; 8 for atomics
 * @param local offset of the data in the requester's memory
 * @param remote offset in the responder's memory
 * @param operand number to add, to swap in, or sent as immediate data
 */
public record SoakStep(Kind kind, int length, int local, int remote, int operand) {

    /** The nearest step that every device has: a READ for an atomic, a plain SEND for one with invalidate. */
    SoakStep plainest(SoakMemory memory) {
        return kind.isAtomic()
                ? new SoakStep(Kind.READ, length, local, remote - memory.counters() + memory.fetched(), operand)
                : new SoakStep(Kind.SEND, length, local, remote, operand);
    }

    /** What is posted. */
    public enum Kind {
        SEND,
        SEND_WITH_IMMEDIATE,
        /** Invalidates one of the responder's windows, a different one each time. */
        SEND_WITH_INVALIDATE,
        WRITE,
        /** Through a window of the responder, a different one each time. */
        WRITE_THROUGH_WINDOW,
        WRITE_WITH_IMMEDIATE,
        READ,
        FETCH_AND_ADD,
        COMPARE_AND_SWAP,
        /** Of a range, for global visibility. */
        FLUSH,
        ATOMIC_WRITE;

        /** Whether the responder must have posted a receive. */
        boolean takesReceive() {
            return switch (this) {
                case SEND, SEND_WITH_IMMEDIATE, SEND_WITH_INVALIDATE, WRITE_WITH_IMMEDIATE -> true;
                case WRITE, WRITE_THROUGH_WINDOW, READ, FETCH_AND_ADD, COMPARE_AND_SWAP, FLUSH, ATOMIC_WRITE -> false;
            };
        }

        /** Whether it needs a window of its own. */
        boolean usesWindow() {
            return this == SEND_WITH_INVALIDATE || this == WRITE_THROUGH_WINDOW;
        }

        boolean hasEightBytes() {
            return isAtomic() || this == ATOMIC_WRITE;
        }

        /** Whether max_rd_atomic limits how many of it are outstanding. */
        boolean fetches() {
            return isAtomic() || this == READ || this == FLUSH || this == ATOMIC_WRITE;
        }

        /** Where in the requester's memory its data may lie. */
        int local(SoakMemory memory) {
            return isAtomic() || this == READ ? memory.landings() : memory.sources();
        }

        /** Where in the responder's memory it may read or write. */
        int remote(SoakMemory memory) {
            return isAtomic() ? memory.counters() : this == READ ? memory.fetched() : memory.written();
        }

        /** Fetches what was there before. */
        boolean isAtomic() {
            return this == FETCH_AND_ADD || this == COMPARE_AND_SWAP;
        }
    }
}
