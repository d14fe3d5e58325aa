package dev.fenestra.tools.conformance;

/** The kind of memory of a case's hosts, and how it is registered. */
enum CaseMemory {
    /** Pinned. */
    PINNED,
    /** Paged on demand; the kernel takes pages out whenever the program waits. */
    PAGED,
    /** Buffers that a confidential guest shares with its devices; its queues lie in such memory, too. */
    SHARED
}
