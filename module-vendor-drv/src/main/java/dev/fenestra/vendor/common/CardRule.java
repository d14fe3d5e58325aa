package dev.fenestra.vendor.common;

import dev.fenestra.ib.core.vocabulary.Errno;
import java.util.EnumSet;
import java.util.Set;

/**
 * The checks that the halves of all cards make. A vendor answers some of them with an errno of its own:
 * {@link VendorRules}.
 */
public enum CardRule {
    /** The bytes of the user half are as the ABI says. */
    UDATA("the bytes of the user half are as the ABI says", "the bytes of the user half are wrong", Errno.EINVAL),
    /** The card does what it is asked. */
    CARD("the card does what it is asked", "the card did not do what it was asked", Errno.EINVAL),
    /** Nothing on the card uses an object that is destroyed. */
    UNUSED("nothing on the card uses an object that is destroyed", "the card still uses the object", Errno.EBUSY),
    /** No window is bound to a region that ends or changes. */
    BOUND("no window is bound to a region that ends or changes", "windows are bound to the region", Errno.EBUSY),
    /** The card has room for what it is asked. */
    LIMIT("the card has room for what it is asked", "the card has no room for what it was asked", Errno.ENOMEM),
    /** The port has a GID of this index. */
    GID("the port has a GID of this index", "the port has no GID of this index", Errno.EINVAL),
    /** The card has the transport service. */
    SERVICE("the card has the transport service", "the card does not have the transport service", Errno.EOPNOTSUPP),
    /** The size of a CQ is one that the card can have. */
    CQ_SIZE("a CQ has a size that the card can have", "the card has no CQ of this size", Errno.EINVAL),
    /** A CQ is not made smaller than what was not polled. */
    CQ_ROOM("a CQ is not made smaller than what it holds", "the CQ would be smaller than what it holds", Errno.EINVAL),
    /** An SRQ is not made smaller than what is posted. */
    SRQ_ROOM(
            "an SRQ is not made smaller than what is posted",
            "the SRQ would have less room than receives are posted",
            Errno.EINVAL),
    /** The system call that says "look at the queue" is made in RTS or later. */
    POST_STATE("the queue is looked at in RTS or later", "the QP is not in RTS yet", Errno.EINVAL),
    /** A type-1 window is not zero-based. */
    P4("a type-1 window is not zero-based", "the type-1 window would be zero-based", Errno.EINVAL),
    /** A type-1 window is not bound to a zero-based region. */
    P6(
            "a type-1 window is not bound to a zero-based region",
            "the type-1 window would be bound to a zero-based region",
            Errno.EINVAL),
    /** A BIND_MW request takes a type-2 window. */
    P8("a BIND_MW request takes a type-2 window", "the window of the BIND_MW request is not of type 2", Errno.EINVAL),
    /** A bind is posted to an RC or UC QP. */
    P9("a bind is posted to an RC or UC QP", "the QP of the bind is of another type", Errno.EINVAL),
    /** Send requests are posted in RTS or later. */
    P10("send requests are posted in RTS or later", "the QP is not in RTS yet", Errno.EINVAL),
    /** The send queue has room. */
    P11("the send queue has room", "the send queue is full", Errno.ENOMEM),
    /** A window has only remote rights. */
    B2("a window has only remote rights", "the window is asked for a right that is not remote", Errno.EINVAL),
    /** The new key of a window keeps its index. */
    B13("the new key of a window keeps its index", "the new key of the window has another index", Errno.EINVAL),
    /** A request has as many pieces as its queue was made for. */
    PIECES(
            "a request has at most the pieces that its queue was made for",
            "the request has more pieces than its queue was made for",
            Errno.EINVAL),
    /** Inline data fit, and are mapped. */
    INLINE(
            "inline data fit the request and are mapped",
            "the inline data do not fit the request, or are not mapped",
            Errno.EINVAL),
    /** The format has the operation. */
    OPERATION("the card has the operation", "the card does not have the operation", Errno.EOPNOTSUPP),
    /** Receives are not posted in RESET. */
    RECEIVE_STATE("receives are not posted in RESET", "the QP is in RESET", Errno.EINVAL),
    /** The receive queue has room. */
    RECEIVE_ROOM("the receive queue has room", "the receive queue is full", Errno.ENOMEM);

    private static final Set<CardRule> OF_VERBS = EnumSet.of(P4, P6, P8, P9, P10, P11, B2, B13);

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
