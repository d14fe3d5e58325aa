package dev.fenestra.vendor.mlx.abi;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;

/** Udata of resizing a CQ ({@code mlx5_ib_resize_cq}); there is no response. */
public final class ResizeCqUdata {
    /** Bytes of the request. */
    public static final int REQUEST_BYTES = 16;
    /** The table of the request. */
    public static final HostLayout REQUEST = new HostLayout("struct mlx5_ib_resize_cq", REQUEST_BYTES);
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 0;

    /** Request: virtual address of the new ring. */
    public static final HostField BUFFER = REQUEST.u64("buf_addr", 0);
    /** Request: bytes of a CQE, the same as before. */
    public static final HostField CQE_BYTES = REQUEST.u16("cqe_size", 8);

    private ResizeCqUdata() {}
}
