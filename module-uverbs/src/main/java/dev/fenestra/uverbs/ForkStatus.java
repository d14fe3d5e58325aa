package dev.fenestra.uverbs;

/** How a process is protected against its own forks; values as in verbs.h {@code ibv_fork_status}. */
public enum ForkStatus {
    /** It is not: after a fork, pages of regions may move away from the device. */
    DISABLED,
    /** Children do not get the pages of regions. */
    ENABLED,
    /** The kernel copies pinned pages for children, so all is well as it is. */
    UNNEEDED
}
