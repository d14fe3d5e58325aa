package dev.fenestra.ib.core.vocabulary;

/** What a host knows of a GID before it sends anything there, from its routes and from neighbour discovery. */
public enum Neighbour {
    /** Somebody has the GID, or nothing speaks against it. */
    ANSWERS,
    /** A route leads there, and nobody answers. */
    SILENT,
    /** No route leads there. */
    NO_ROUTE
}
