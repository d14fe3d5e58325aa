package dev.fenestra.uverbs.handles;

/** The protection of a process against its own forks; values as in verbs.h {@code ibv_fork_status}. */
public enum ForkStatus {
    /** There is none. After a fork, the process may get other pages than the device uses. */
    DISABLED,
    /** Children do not inherit the pages of regions. */
    ENABLED,
    /** None is needed, since the kernel copies pinned pages for children. */
    UNNEEDED
}
