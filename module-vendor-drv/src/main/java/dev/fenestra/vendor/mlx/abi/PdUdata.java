package dev.fenestra.vendor.mlx.abi;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;

/** Udata of allocating a PD ({@code mlx5_ib_alloc_pd_resp}); the request has none. */
public final class PdUdata {
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 4;
    /** The table of the response. */
    public static final HostLayout RESPONSE = new HostLayout("struct mlx5_ib_alloc_pd_resp", RESPONSE_BYTES);

    /** Response: number of the PD. */
    public static final HostField PDN = RESPONSE.u32("pdn", 0);

    private PdUdata() {}
}
