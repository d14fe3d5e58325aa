package dev.fenestra.vendor.common;

import dev.fenestra.ib.core.vocabulary.Errno;
import java.util.EnumSet;
import java.util.Set;

/**
 * The checks that the halves of all cards make. A vendor answers some of them with an errno of its own:
 * {@link VendorRules}.
 */
public enum CardRule {
    /** The udata of the user half follows the ABI. */
    UDATA(
            "the udata of the user half follows the ABI",
            "the udata of the user half does not follow the ABI",
            Errno.EINVAL),
    /** The card executes the request. */
    CARD("the card executes the request", "the card refused the request", Errno.EINVAL),
    /** An object is destroyed only after its users on the card. */
    UNUSED("an object is destroyed only after its users on the card", "the card still uses the object", Errno.EBUSY),
    /** A region ends or changes only after its windows are unbound. */
    BOUND(
            "a region ends or changes only after its windows are unbound",
            "windows are bound to the region",
            Errno.EBUSY),
    /** The card has room for the object. */
    LIMIT("the card has room for the object", "the card has no room for the object", Errno.ENOMEM),
    /** The card has room for the region, or for the QP in the multicast group. */
    ENTRY_LIMIT(
            "the card has room for the region, or for the QP in the multicast group",
            "the card has no room for the region, or for the QP in the multicast group",
            Errno.ENOMEM),
    /** The port has a GID of this index. */
    GID("the port has a GID of this index", "the port has no GID of this index", Errno.EINVAL),
    /** The card has the transport service. */
    SERVICE("the card has the transport service", "the card does not have the transport service", Errno.EOPNOTSUPP),
    /** The memory of a QP is registered before. */
    QP_MEMORY("the memory of a QP is registered before", "no memory was registered for the QP", Errno.ENODATA),
    /** The memory of a CQ is registered before. */
    CQ_MEMORY("the memory of a CQ is registered before", "no memory was registered for the CQ", Errno.EPROTO),
    /** The new memory of a CQ is registered before. */
    RESIZE_MEMORY(
            "the new memory of a CQ is registered before", "no memory was registered for the resize", Errno.ENOMEM),
    /** The size of a CQ is one that the card can have. */
    CQ_SIZE(
            "the size of a CQ is within the card's limits",
            "the size of the CQ is beyond the card's limits",
            Errno.EINVAL),
    /** A CQ is not made smaller than what was not polled. */
    CQ_ROOM(
            "a resize leaves room for the completions in the CQ",
            "the CQ would have fewer entries than it holds completions",
            Errno.EINVAL),
    /** A resize leaves room for the receives in the SRQ. */
    SRQ_ROOM(
            "a resize leaves room for the receives in the SRQ",
            "the SRQ would have fewer entries than receives are posted",
            Errno.EINVAL),
    /** The system call that says "look at the queue" is made in RTS or later. */
    POST_STATE("the card reads the send queue in RTS or later", "the QP is not in RTS yet", Errno.EINVAL),
    /** A type-1 window is not zero-based. */
    P4("a type-1 window is not zero-based", "the bind asks for a zero-based type-1 window", Errno.EINVAL),
    /** A type-1 window is not bound to a zero-based region. */
    P6(
            "a type-1 window is not bound to a zero-based region",
            "the type-1 window would be bound to a zero-based region",
            Errno.EINVAL),
    /** A window is no longer than the longest one of the vendor. */
    P7(
            "a window is no longer than the longest one of the card",
            "the window would be longer than the longest one of the card",
            Errno.EOPNOTSUPP),
    /** A BIND_MW request takes a type-2 window. */
    P8("a BIND_MW request takes a type-2 window", "the window of the BIND_MW request is not of type 2", Errno.EINVAL),
    /** A bind is posted to an RC or UC QP. */
    P9("a bind is posted to an RC or UC QP", "the QP of the bind is of another type", Errno.EINVAL),
    /** Send requests are posted in RTS or later. */
    P10("send requests are posted in RTS or later", "the QP is not in RTS yet", Errno.EINVAL),
    /** The send queue has room. */
    P11("the send queue has room", "the send queue is full", Errno.ENOMEM),
    /** A window has remote rights only. */
    B2("a window has remote rights only", "the bind asks for a right that is not remote", Errno.EINVAL),
    /** The new key of a window keeps its index. */
    B13("the new key of a window keeps its index", "the new key of the window changes the index", Errno.EINVAL),
    /** A request has as many pieces as its queue was made for. */
    PIECES("a request has at most max_sge elements", "the request has more than max_sge elements", Errno.EINVAL),
    /** Inline data fit, and are mapped. */
    INLINE(
            "inline data fits the request and is mapped",
            "the inline data does not fit the request, or is not mapped",
            Errno.EINVAL),
    /** The library knows the operation of a request. */
    OPCODE(
            "the library knows the operation of a request",
            "the library does not know the operation of the request",
            Errno.EOPNOTSUPP),
    /** The card and its library have the call. */
    OPERATION("the card has the operation", "the card does not have the operation", Errno.EOPNOTSUPP),
    /** Receives are not posted in RESET. */
    RECEIVE_STATE("receives are not posted in RESET", "the QP is in RESET", Errno.EINVAL),
    /** The receive queue has room. */
    RECEIVE_ROOM("the receive queue has room", "the receive queue is full", Errno.ENOMEM);

    private static final Set<CardRule> OF_SOME = EnumSet.of(QP_MEMORY, CQ_MEMORY, RESIZE_MEMORY);
    private static final Set<CardRule> OF_VERBS = EnumSet.of(P4, P6, P7, P8, P9, P10, P11, B2, B13);

    private final String text;
    private final String violation;
    private final Errno errno;

    CardRule(String text, String violation, Errno errno) {
        this.text = text;
        this.violation = violation;
        this.errno = errno;
    }

    /** {@return whether it is a rule of verbs, which has the same id on all cards} */
    public boolean isOfVerbs() {
        return OF_VERBS.contains(this);
    }

    /** {@return whether only those vendors have it that say what they answer} */
    public boolean isOfSome() {
        return OF_SOME.contains(this);
    }

    /** {@return what must hold} */
    public String text() {
        return text;
    }

    /** {@return what is the case when it does not hold} */
    public String violation() {
        return violation;
    }

    /** {@return what a call that breaks it returns, if the vendor does not say otherwise} */
    public Errno errno() {
        return errno;
    }
}
