package dev.fenestra.ib.core.kernel.verbs;

/**
 * The change of a {@code rereg_mr} call. Values without their flag are ignored.
 *
 * @param flags bits of {@link dev.fenestra.ib.core.vocabulary.ReregFlag}
 * @param address first byte of the new memory
 * @param length of the new memory, bytes
 * @param iova address by which work requests will name the first byte
 * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
 */
public record ReregRequest(int flags, long address, long length, long iova, int access) {

    /**
     * {@return whether the change has a flag}
     *
     * @param flag one bit of {@link dev.fenestra.ib.core.vocabulary.ReregFlag}
     */
    public boolean changes(int flag) {
        return (flags & flag) != 0;
    }
}
