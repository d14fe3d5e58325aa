package dev.fenestra.tools.bridge;

/** What a program did, as {@code enum kind} of check/ring.h has it, in the same order. */
enum ActKind {
    PAD,
    PLACE,
    CREATED,
    DESTROYED,
    REGION,
    DEREGISTERED,
    WINDOW,
    DEALLOCATED,
    CQ,
    DESTROYING_CQ,
    DESTROYED_CQ,
    SRQ,
    DESTROYED_SRQ,
    QP,
    DESTROYED_QP,
    MODIFIED,
    SENT,
    RECEIVE,
    SHARED_RECEIVE,
    REFUSED_SENDS,
    REFUSED_RECEIVES,
    REFUSED_SHARED,
    CHANGED,
    POLLED,
    POLLED_IN_VAIN,
    ARMED,
    EVENT,
    ACKNOWLEDGED,
    UNMAPPING,
    WINDOW_KEY,
    RESIZED_CQ,
    RECEIVE_CHANGED;

    private static final ActKind[] ALL = values();

    /**
     * The kind of a number.
     *
     * @throws IllegalArgumentException when there is none
     */
    static ActKind of(int number) {
        if (number < 0 || number >= ALL.length) {
            throw new IllegalArgumentException("an act of kind " + number);
        }
        return ALL[number];
    }
}
