package dev.fenestra.ib.core.kernel.verbs;

/**
 * What a {@code rereg_mr} call asks for; values of what does not change are without meaning.
 *
 * @param flags bits of {@link dev.fenestra.ib.core.vocabulary.ReregFlag}
 * @param address first byte of the new memory
 * @param length of the new memory, bytes
 * @param iova address by which work requests will name the first byte
 * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
 */
public record ReregRequest(int flags, long address, long length, long iova, int access) {

    public boolean changes(int flag) {
        return (flags & flag) != 0;
    }
}
