package dev.fenestra.tools.proof.explorer;

import dev.fenestra.ib.core.vocabulary.MwType;

/** One verb, on objects named by their slots. */
sealed interface Action {

    record CreateQp(int qp, int pd) implements Action {}

    record DestroyQp(int qp) implements Action {}

    /** Takes the QP through RESET back to RTS. */
    record ResetQp(int qp) implements Action {}

    record RegMr(int region, int pd, RegionRights rights) implements Action {}

    record DeregMr(int region) implements Action {}

    record AllocMw(int window, int pd, MwType type) implements Action {}

    record DeallocMw(int window) implements Action {}

    /** Binds with the next key; with a region even where the length is 0, unless the window is of type 1. */
    record Bind(int window, int qp, int region, Shape shape) implements Action {}

    /**
     * @param byPeer whether the peer asks for it
     * @param isStale whether by the key before the present one
     */
    record Invalidate(int window, int qp, boolean byPeer, boolean isStale) implements Action {}

    record InvalidateRegion(int region, int qp) implements Action {}

    /**
     * @param isStale whether by the key before the present one; of a window that is gone, by its last
     */
    record Access(int window, int qp, WindowAccess reach, boolean isStale) implements Action {}
}
