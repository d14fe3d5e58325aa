package dev.fenestra.ib.core.abi.uverbs;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;

/** The structures about PDs, regions, windows and XRC domains. */
public final class RegionLayouts {
    private RegionLayouts() {}

    /** {@code struct ib_uverbs_alloc_pd}: allocates a PD. It has nothing but the place of the answer. */
    public static final class AllocPd {
        /** Bytes of the structure. */
        public static final int SIZE = 8;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_alloc_pd", SIZE);

        private AllocPd() {}
    }

    /** {@code struct ib_uverbs_alloc_pd_resp}: the new PD. */
    public static final class AllocPdResp {
        /** Bytes of the structure. */
        public static final int SIZE = 4;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_alloc_pd_resp", SIZE);

        /** Handle of the PD. */
        public static final HostField PD_HANDLE = LAYOUT.u32("pd_handle", 0);

        private AllocPdResp() {}
    }

    /** {@code struct ib_uverbs_dealloc_pd}: deallocates a PD. */
    public static final class DeallocPd {
        /** Bytes of the structure. */
        public static final int SIZE = 4;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_dealloc_pd", SIZE);

        /** Handle of the PD. */
        public static final HostField PD_HANDLE = LAYOUT.u32("pd_handle", 0);

        private DeallocPd() {}
    }

    /** {@code struct ib_uverbs_reg_mr}: registers memory. */
    public static final class RegMr {
        /** Bytes of the structure. */
        public static final int SIZE = 40;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_reg_mr", SIZE);

        /** First address of the memory. */
        public static final HostField START = LAYOUT.u64("start", 8);
        /** Bytes of the memory. */
        public static final HostField LENGTH = LAYOUT.u64("length", 16);
        /** Address by which requests name the first byte. */
        public static final HostField HCA_VA = LAYOUT.u64("hca_va", 24);
        /** Handle of the PD. */
        public static final HostField PD_HANDLE = LAYOUT.u32("pd_handle", 32);
        /** Rights, as {@code ibv_access_flags}. */
        public static final HostField ACCESS_FLAGS = LAYOUT.u32("access_flags", 36);

        private RegMr() {}
    }

    /** {@code struct ib_uverbs_reg_mr_resp}: the new region. */
    public static final class RegMrResp {
        /** Bytes of the structure. */
        public static final int SIZE = 12;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_reg_mr_resp", SIZE);

        /** Handle of the region. */
        public static final HostField MR_HANDLE = LAYOUT.u32("mr_handle", 0);
        /** Its L_Key. */
        public static final HostField LKEY = LAYOUT.u32("lkey", 4);
        /** Its R_Key. */
        public static final HostField RKEY = LAYOUT.u32("rkey", 8);

        private RegMrResp() {}
    }

    /** {@code struct ib_uverbs_rereg_mr}: changes a region. */
    public static final class ReregMr {
        /** Bytes of the structure. */
        public static final int SIZE = 48;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_rereg_mr", SIZE);

        /** Handle of the region. */
        public static final HostField MR_HANDLE = LAYOUT.u32("mr_handle", 8);
        /** What changes, as {@code ibv_rereg_mr_flags}. */
        public static final HostField FLAGS = LAYOUT.u32("flags", 12);
        /** First address of the new memory. */
        public static final HostField START = LAYOUT.u64("start", 16);
        /** Bytes of the new memory. */
        public static final HostField LENGTH = LAYOUT.u64("length", 24);
        /** Address by which requests name its first byte. */
        public static final HostField HCA_VA = LAYOUT.u64("hca_va", 32);
        /** Handle of the new PD. */
        public static final HostField PD_HANDLE = LAYOUT.u32("pd_handle", 40);
        /** New rights, as {@code ibv_access_flags}. */
        public static final HostField ACCESS_FLAGS = LAYOUT.u32("access_flags", 44);

        private ReregMr() {}
    }

    /** {@code struct ib_uverbs_rereg_mr_resp}: the keys of the changed region. */
    public static final class ReregMrResp {
        /** Bytes of the structure. */
        public static final int SIZE = 8;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_rereg_mr_resp", SIZE);

        /** Its L_Key. */
        public static final HostField LKEY = LAYOUT.u32("lkey", 0);
        /** Its R_Key. */
        public static final HostField RKEY = LAYOUT.u32("rkey", 4);

        private ReregMrResp() {}
    }

    /** {@code struct ib_uverbs_dereg_mr}: deregisters a region. */
    public static final class DeregMr {
        /** Bytes of the structure. */
        public static final int SIZE = 4;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_dereg_mr", SIZE);

        /** Handle of the region. */
        public static final HostField MR_HANDLE = LAYOUT.u32("mr_handle", 0);

        private DeregMr() {}
    }

    /** {@code struct ib_uverbs_alloc_mw}: allocates a window. */
    public static final class AllocMw {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_alloc_mw", SIZE);

        /** Handle of the PD. */
        public static final HostField PD_HANDLE = LAYOUT.u32("pd_handle", 8);
        /** 1 or 2. */
        public static final HostField MW_TYPE = LAYOUT.u8("mw_type", 12);

        private AllocMw() {}
    }

    /** {@code struct ib_uverbs_alloc_mw_resp}: the new window. */
    public static final class AllocMwResp {
        /** Bytes of the structure. */
        public static final int SIZE = 8;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_alloc_mw_resp", SIZE);

        /** Handle of the window. */
        public static final HostField MW_HANDLE = LAYOUT.u32("mw_handle", 0);
        /** Its R_Key. */
        public static final HostField RKEY = LAYOUT.u32("rkey", 4);

        private AllocMwResp() {}
    }

    /** {@code struct ib_uverbs_dealloc_mw}: deallocates a window. */
    public static final class DeallocMw {
        /** Bytes of the structure. */
        public static final int SIZE = 4;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_dealloc_mw", SIZE);

        /** Handle of the window. */
        public static final HostField MW_HANDLE = LAYOUT.u32("mw_handle", 0);

        private DeallocMw() {}
    }

    /** {@code struct ib_uverbs_open_xrcd}: opens an XRC domain. */
    public static final class OpenXrcd {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_open_xrcd", SIZE);

        /** Descriptor of the file by which processes share the domain, or -1. */
        public static final HostField FD = LAYOUT.u32("fd", 8);
        /** Flags of {@code open}. */
        public static final HostField OFLAGS = LAYOUT.u32("oflags", 12);

        private OpenXrcd() {}
    }

    /** {@code struct ib_uverbs_open_xrcd_resp}: the opened domain. */
    public static final class OpenXrcdResp {
        /** Bytes of the structure. */
        public static final int SIZE = 4;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_open_xrcd_resp", SIZE);

        /** Handle of the domain. */
        public static final HostField XRCD_HANDLE = LAYOUT.u32("xrcd_handle", 0);

        private OpenXrcdResp() {}
    }

    /** {@code struct ib_uverbs_close_xrcd}: closes an XRC domain. */
    public static final class CloseXrcd {
        /** Bytes of the structure. */
        public static final int SIZE = 4;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_close_xrcd", SIZE);

        /** Handle of the domain. */
        public static final HostField XRCD_HANDLE = LAYOUT.u32("xrcd_handle", 0);

        private CloseXrcd() {}
    }

    /** {@code struct ib_uverbs_sge}: a piece of memory. */
    public static final class Sge {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_sge", SIZE);

        /** First address. */
        public static final HostField ADDR = LAYOUT.u64("addr", 0);
        /** Bytes. */
        public static final HostField LENGTH = LAYOUT.u32("length", 8);
        /** L_Key of the region. */
        public static final HostField LKEY = LAYOUT.u32("lkey", 12);

        private Sge() {}
    }
}
