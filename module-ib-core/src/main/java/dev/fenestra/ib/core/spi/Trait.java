package dev.fenestra.ib.core.spi;

/**
 * How a card and its library work together, in one respect, as listings show it.
 *
 * @param what the respect, such as {@link #POST}
 * @param how in a few words
 */
public record Trait(String what, String how) {
    /** Where the queues lie. */
    public static final String QUEUES = "queues lie in";

    /** How the card sees a request. */
    public static final String POST = "a post is seen by";

    /** How the card sees a receive. */
    public static final String RECEIVE = "a receive is seen by";

    /** How a program asks for an event. */
    public static final String EVENT = "an event is asked for by";

    /** What the library refuses without a call. */
    public static final String REFUSES = "its library refuses itself";
}
