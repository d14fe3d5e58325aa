package dev.fenestra.tools.pingpong;

import java.util.Optional;
import java.util.Set;

/** What {@code ibv_rc_pingpong} can do and its sisters for UC and UD cannot. */
public enum RcOption {
    /** {@code -o}: pages of the buffer come in when the device uses them. */
    ON_DEMAND,
    /** {@code -O}: the same, with one region of the whole address space. */
    IMPLICIT,
    /** {@code -P}: the pages come in before the first message. */
    PREFETCH,
    /** {@code -t}: the device's time of each completion. */
    TIMESTAMPS,
    /** {@code -j}: the buffer lies on the card. */
    DEVICE_MEMORY,
    /** {@code -N}: requests are posted by {@code ibv_wr_*} in place of {@code ibv_post_send}. */
    NEW_SEND;

    /** {@return why these cannot be had together, in the words of the real program} */
    static Optional<String> contradiction(Set<RcOption> chosen) {
        boolean isOnDemand = chosen.contains(ON_DEMAND) || chosen.contains(IMPLICIT);
        if (isOnDemand && chosen.contains(DEVICE_MEMORY)) {
            return Optional.of("DM memory region can't be on demand");
        }
        return !isOnDemand && chosen.contains(PREFETCH)
                ? Optional.of("prefetch is valid only with on-demand memory region")
                : Optional.empty();
    }
}
