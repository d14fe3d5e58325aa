package dev.fenestra.vendor.mlx.dv;

import dev.fenestra.ib.core.vocabulary.SgeList;

/**
 * Requests that give an mkey its layout and rights ({@code mlx5dv_qp_ex}), from {@code qp.unwrap(DvQp.class)} on a QP
 * that was created with {@link DvQpOptions}. Each is an operation of the QP's builder. Call it after {@code start} and
 * {@code request}, whose flags must have INLINE, and before {@code complete}, which returns a refusal. Later requests
 * of the QP may use the mkey at once. The request completes as
 * {@link dev.fenestra.ib.core.vocabulary.WcOpcode#DRIVER1}.
 *
 * <p>Refusals, all at {@code complete}: EOPNOTSUPP without INLINE or for an operation that the QP was not created for;
 * ENOMEM for more entries than the mkey or the QP's inline data has room for; EINVAL for rights other than LOCAL_WRITE,
 * REMOTE_WRITE, REMOTE_READ and REMOTE_ATOMIC, and for setters that differ from the announced ones. Signature and
 * crypto setters are not offered.
 *
 * <p>When the device refuses the layout, the request completes with MW_BIND_ERR. An entry with a wrong key or address
 * fails only when it is used.
 */
public interface DvQp {

    /**
     * Lays the mkey out as a list of pieces, in order ({@code mlx5dv_wr_mr_list}).
     *
     * @param mkey the mkey, free or configured
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     * @param pieces pieces of registered memory
     */
    void mrList(DvMkey mkey, int access, SgeList pieces);

    /**
     * Lays the mkey out as strided pieces taken in turn, repeatedly ({@code mlx5dv_wr_mr_interleaved}).
     *
     * @param mkey the mkey, free or configured
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     * @param repeatCount how often all pieces are taken
     * @param pieces pieces of registered memory
     */
    void mrInterleaved(DvMkey mkey, int access, int repeatCount, InterleavedList pieces);

    /**
     * Begins a configuration ({@code mlx5dv_wr_mkey_configure}). The announced number of setters must follow. With 0
     * setters the mkey leaves its free state with its old layout.
     *
     * @param mkey the mkey, free or configured
     * @param setters how many setters follow
     */
    void mkeyConfigure(DvMkey mkey, int setters);

    /**
     * Setter: the mkey's rights.
     *
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     */
    void setAccess(int access);

    /**
     * Setter: a list of pieces, in order.
     *
     * @param pieces pieces of registered memory
     */
    void setLayoutList(SgeList pieces);

    /**
     * Setter: strided pieces taken in turn, repeatedly.
     *
     * @param repeatCount how often all pieces are taken
     * @param pieces pieces of registered memory
     */
    void setLayoutInterleaved(int repeatCount, InterleavedList pieces);
}
