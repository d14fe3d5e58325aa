package dev.fenestra.ib.core.kernel;

import org.jspecify.annotations.Nullable;

/**
 * Answer to {@code query_mw}.
 *
 * @param rkey the present R_Key; of a free type-2 window the last one it had
 * @param pd handle of its PD
 * @param binding what it is bound to, or null
 */
public record MwQueryResponse(int rkey, int pd, @Nullable Binding binding) {

    /**
     * A bind in force.
     *
     * @param mr handle of the region, 0 when the region has gone meanwhile
     * @param qpNumber the QP it is tied to, or -1 for a window that is tied to a PD only
     * @param address by which peers name its first byte
     * @param length bytes
     * @param access rights, mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     */
    public record Binding(int mr, int qpNumber, long address, long length, int access) {}
}
