package dev.fenestra.ib.core.abi.uverbs;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;

/** The structures about shared receive queues. */
public final class SrqLayouts {
    private SrqLayouts() {}

    /** {@code struct ib_uverbs_create_srq}: creates an SRQ. */
    public static final class CreateSrq {
        /** Bytes of the structure. */
        public static final int SIZE = 32;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_create_srq", SIZE);

        /** Name of the SRQ in events. */
        public static final HostField USER_HANDLE = LAYOUT.u64("user_handle", 8);
        /** Handle of the PD. */
        public static final HostField PD_HANDLE = LAYOUT.u32("pd_handle", 16);
        /** Requests. */
        public static final HostField MAX_WR = LAYOUT.u32("max_wr", 20);
        /** Pieces of a request. */
        public static final HostField MAX_SGE = LAYOUT.u32("max_sge", 24);
        /** Requests below which an event comes. */
        public static final HostField SRQ_LIMIT = LAYOUT.u32("srq_limit", 28);

        private CreateSrq() {}
    }

    /** {@code struct ib_uverbs_create_xsrq}: creates an SRQ of a type. */
    public static final class CreateXsrq {
        /** Bytes of the structure. */
        public static final int SIZE = 48;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_create_xsrq", SIZE);

        /** Name of the SRQ in events. */
        public static final HostField USER_HANDLE = LAYOUT.u64("user_handle", 8);
        /** {@link #BASIC} or {@link #XRC}. */
        public static final HostField SRQ_TYPE = LAYOUT.u32("srq_type", 16);
        /** Handle of the PD. */
        public static final HostField PD_HANDLE = LAYOUT.u32("pd_handle", 20);
        /** Requests. */
        public static final HostField MAX_WR = LAYOUT.u32("max_wr", 24);
        /** Pieces of a request. */
        public static final HostField MAX_SGE = LAYOUT.u32("max_sge", 28);
        /** Requests below which an event comes. */
        public static final HostField SRQ_LIMIT = LAYOUT.u32("srq_limit", 32);
        /** Handle of the XRC domain. */
        public static final HostField XRCD_HANDLE = LAYOUT.u32("xrcd_handle", 40);
        /** Handle of the CQ. */
        public static final HostField CQ_HANDLE = LAYOUT.u32("cq_handle", 44);

        /** Type of an SRQ for QPs that name it. */
        public static final int BASIC = 0;

        /** Type of an SRQ that packets name. */
        public static final int XRC = 1;

        private CreateXsrq() {}
    }

    /** {@code struct ib_uverbs_create_srq_resp}: the new SRQ, of both commands. */
    public static final class CreateSrqResp {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_create_srq_resp", SIZE);

        /** Handle of the SRQ. */
        public static final HostField SRQ_HANDLE = LAYOUT.u32("srq_handle", 0);
        /** Requests that it has room for. */
        public static final HostField MAX_WR = LAYOUT.u32("max_wr", 4);
        /** Pieces of a request. */
        public static final HostField MAX_SGE = LAYOUT.u32("max_sge", 8);
        /** Its number. */
        public static final HostField SRQN = LAYOUT.u32("srqn", 12);

        private CreateSrqResp() {}
    }

    /** {@code struct ib_uverbs_modify_srq}: changes an SRQ. */
    public static final class ModifySrq {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_modify_srq", SIZE);

        /** Handle of the SRQ. */
        public static final HostField SRQ_HANDLE = LAYOUT.u32("srq_handle", 0);
        /** What changes, as {@code ibv_srq_attr_mask}. */
        public static final HostField ATTR_MASK = LAYOUT.u32("attr_mask", 4);
        /** Requests. */
        public static final HostField MAX_WR = LAYOUT.u32("max_wr", 8);
        /** Requests below which an event comes. */
        public static final HostField SRQ_LIMIT = LAYOUT.u32("srq_limit", 12);

        private ModifySrq() {}
    }

    /** {@code struct ib_uverbs_query_srq}: asks for the attributes of an SRQ. */
    public static final class QuerySrq {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_query_srq", SIZE);

        /** Handle of the SRQ. */
        public static final HostField SRQ_HANDLE = LAYOUT.u32("srq_handle", 8);

        private QuerySrq() {}
    }

    /** {@code struct ib_uverbs_query_srq_resp}: the attributes of an SRQ. */
    public static final class QuerySrqResp {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_query_srq_resp", SIZE);

        /** Requests that it has room for. */
        public static final HostField MAX_WR = LAYOUT.u32("max_wr", 0);
        /** Pieces of a request. */
        public static final HostField MAX_SGE = LAYOUT.u32("max_sge", 4);
        /** Requests below which an event comes; 0 for no event. */
        public static final HostField SRQ_LIMIT = LAYOUT.u32("srq_limit", 8);

        private QuerySrqResp() {}
    }

    /** {@code struct ib_uverbs_destroy_srq}: destroys an SRQ. */
    public static final class DestroySrq {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_destroy_srq", SIZE);

        /** Handle of the SRQ. */
        public static final HostField SRQ_HANDLE = LAYOUT.u32("srq_handle", 8);

        private DestroySrq() {}
    }

    /** {@code struct ib_uverbs_destroy_srq_resp}: how many events of the SRQ the process has read. */
    public static final class DestroySrqResp {
        /** Bytes of the structure. */
        public static final int SIZE = 4;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_destroy_srq_resp", SIZE);

        /** Asynchronous events. */
        public static final HostField EVENTS_REPORTED = LAYOUT.u32("events_reported", 0);

        private DestroySrqResp() {}
    }
}
