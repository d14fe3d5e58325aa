package dev.fenestra.vendor.mlx.abi;

/** Udata of allocating a PD ({@code mlx5_ib_alloc_pd_resp}); the request has none. */
public final class PdUdata {
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 4;

    /** Response: number of the PD. */
    public static final UdataField PDN = new UdataField(0, 4);

    private PdUdata() {}
}
