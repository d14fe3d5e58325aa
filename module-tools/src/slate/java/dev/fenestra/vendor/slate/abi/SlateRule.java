package dev.fenestra.vendor.slate.abi;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;

/**
 * What the driver refuses: in its user half when something is posted, in its kernel half when the card is asked for
 * something.
 */
public enum SlateRule implements Rule {
    P4(
            "P4",
            "a type-1 window is not zero-based",
            "the bind asks for a zero-based type-1 window",
            "IBA o10-36.2.2",
            Errno.EINVAL),
    P6(
            "P6",
            "a type-1 window is not bound to a zero-based region",
            "the type-1 window would be bound to a zero-based region",
            "IBA o10-36.2.2",
            Errno.EINVAL),
    P7(
            "P7",
            "a window is at most 2^31 bytes long",
            "the bind is longer than 2^31 bytes",
            "ibv_device_attr max_msg_sz",
            Errno.EOPNOTSUPP),
    P8(
            "P8",
            "a BIND_MW request takes a type-2 window",
            "the window of the BIND_MW request is not of type 2",
            "man ibv_post_send",
            Errno.EINVAL),
    P10(
            "P10",
            "send requests are posted in RTS, SQE or ERR",
            "the QP is none of RTS, SQE and ERR",
            "man ibv_post_send",
            Errno.EINVAL),
    P11("P11", "the send queue has room", "the send queue is full", "man ibv_post_send", Errno.ENOMEM),
    B2(
            "B2",
            "a window has remote rights only",
            "the bind asks for a right that is not remote",
            "IBA 10.6.7",
            Errno.EINVAL),
    B13(
            "B13",
            "the new key of a window keeps its index",
            "the new key of the window changes the index",
            "IBA o10-37.2.32",
            Errno.EINVAL),
    PIECES(
            "SLATE-1",
            "a request has at most max_sge pieces",
            "the request has more than max_sge pieces",
            "man ibv_post_send",
            Errno.EINVAL),
    INLINE(
            "SLATE-2",
            "inline data fits max_inline_data and is mapped",
            "the inline data is longer than max_inline_data, or not mapped",
            "man ibv_post_send",
            Errno.EINVAL),
    RECEIVE_STATE("SLATE-3", "receives are not posted in RESET", "the QP is in RESET", "IBA C10-97.2.1", Errno.EINVAL),
    RECEIVE_ROOM(
            "SLATE-4", "the receive queue has room", "the receive queue is full", "man ibv_post_recv", Errno.ENOMEM),
    CARD("SLATE-5", "the card executes the request", "the card refused the request", "card", Errno.EINVAL),
    CARD_UNUSED(
            "SLATE-10",
            "an object is destroyed only after its users on the card",
            "the card still uses the object",
            "card",
            Errno.EBUSY),
    CARD_LIMIT(
            "SLATE-11",
            "the card has room for the object",
            "the card has no room for the object",
            "card",
            Errno.ENOMEM),
    UDATA(
            "SLATE-6",
            "the user half describes queues that can exist",
            "the user half describes queues that cannot exist",
            "card",
            Errno.EINVAL),
    GID(
            "SLATE-7",
            "the port has a GID of this index",
            "the port has no GID of this index",
            "ib_query_gid",
            Errno.EINVAL),
    SRQ_ROOM(
            "SLATE-9",
            "a resize leaves room for the receives in the SRQ",
            "the SRQ would have fewer entries than receives are posted",
            "rxe_queue.c rxe_queue_resize",
            Errno.EINVAL),
    TRANSITION(
            "SLATE-8",
            "the card knows the QP transition",
            "the card does not know the QP transition",
            "card",
            Errno.EOPNOTSUPP);

    private final RuleFacts facts;

    SlateRule(String id, String text, String violation, String source, Errno errno) {
        facts = new RuleFacts(id, text, violation, source, errno);
    }

    @Override
    public RuleFacts facts() {
        return facts;
    }
}
