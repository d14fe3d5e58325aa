package dev.fenestra.ib.core.abi.uverbs;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;
import dev.fenestra.ib.core.abi.HostPart;

/** The structures about queue pairs. */
public final class QpLayouts {
    private QpLayouts() {}

    /**
     * {@code struct ib_uverbs_create_qp}: creates a QP. From the user handle on it is the beginning of {@link
     * ExCreateQp}.
     */
    public static final class CreateQp {
        /** Bytes of the structure. */
        public static final int SIZE = 56;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_create_qp", SIZE);

        /** Name of the QP in events. */
        public static final HostField USER_HANDLE = LAYOUT.u64("user_handle", 8);
        /** Handle of the PD, or of the XRC domain of a target. */
        public static final HostField PD_HANDLE = LAYOUT.u32("pd_handle", 16);
        /** Handle of the CQ of the send queue. */
        public static final HostField SEND_CQ_HANDLE = LAYOUT.u32("send_cq_handle", 20);
        /** Handle of the CQ of the receive queue. */
        public static final HostField RECV_CQ_HANDLE = LAYOUT.u32("recv_cq_handle", 24);
        /** Handle of the SRQ. */
        public static final HostField SRQ_HANDLE = LAYOUT.u32("srq_handle", 28);
        /** Requests of the send queue. */
        public static final HostField MAX_SEND_WR = LAYOUT.u32("max_send_wr", 32);
        /** Requests of the receive queue. */
        public static final HostField MAX_RECV_WR = LAYOUT.u32("max_recv_wr", 36);
        /** Pieces of a send request. */
        public static final HostField MAX_SEND_SGE = LAYOUT.u32("max_send_sge", 40);
        /** Pieces of a receive request. */
        public static final HostField MAX_RECV_SGE = LAYOUT.u32("max_recv_sge", 44);
        /** Bytes of inline data. */
        public static final HostField MAX_INLINE_DATA = LAYOUT.u32("max_inline_data", 48);
        /** Whether each send request has a completion. */
        public static final HostField SQ_SIG_ALL = LAYOUT.u8("sq_sig_all", 52);
        /** As {@code ib_uverbs_qp_type}. */
        public static final HostField QP_TYPE = LAYOUT.u8("qp_type", 53);
        /** Whether it receives from the SRQ. */
        public static final HostField IS_SRQ = LAYOUT.u8("is_srq", 54);

        private CreateQp() {}
    }

    /** {@code struct ib_uverbs_post_send}: says that requests are in a send queue. Others could follow; none do. */
    public static final class PostSend {
        /** Bytes of the structure. */
        public static final int SIZE = 24;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_post_send", SIZE);

        /** Handle of the QP. */
        public static final HostField QP_HANDLE = LAYOUT.u32("qp_handle", 8);
        /** Requests that follow. */
        public static final HostField WR_COUNT = LAYOUT.u32("wr_count", 12);
        /** Pieces of data that follow. */
        public static final HostField SGE_COUNT = LAYOUT.u32("sge_count", 16);
        /** Bytes of each request. */
        public static final HostField WQE_SIZE = LAYOUT.u32("wqe_size", 20);

        private PostSend() {}
    }

    /** {@code struct ib_uverbs_post_send_resp}: which request was refused. */
    public static final class PostSendResp {
        /** Bytes of the structure. */
        public static final int SIZE = 4;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_post_send_resp", SIZE);

        /** Its number from 1; 0 for none. */
        public static final HostField BAD_WR = LAYOUT.u32("bad_wr", 0);

        private PostSendResp() {}
    }

    /** {@code struct ib_uverbs_ex_create_qp}: creates a QP, with flags. */
    public static final class ExCreateQp {
        /** Bytes of the structure. */
        public static final int SIZE = 64;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_ex_create_qp", SIZE);

        /** Name of the QP in events. */
        public static final HostField USER_HANDLE = LAYOUT.u64("user_handle", 0);
        /** Handle of the PD, or of the XRC domain of a target. */
        public static final HostField PD_HANDLE = LAYOUT.u32("pd_handle", 8);
        /** Handle of the CQ of the send queue. */
        public static final HostField SEND_CQ_HANDLE = LAYOUT.u32("send_cq_handle", 12);
        /** Handle of the CQ of the receive queue. */
        public static final HostField RECV_CQ_HANDLE = LAYOUT.u32("recv_cq_handle", 16);
        /** Handle of the SRQ. */
        public static final HostField SRQ_HANDLE = LAYOUT.u32("srq_handle", 20);
        /** Requests of the send queue. */
        public static final HostField MAX_SEND_WR = LAYOUT.u32("max_send_wr", 24);
        /** Requests of the receive queue. */
        public static final HostField MAX_RECV_WR = LAYOUT.u32("max_recv_wr", 28);
        /** Pieces of a send request. */
        public static final HostField MAX_SEND_SGE = LAYOUT.u32("max_send_sge", 32);
        /** Pieces of a receive request. */
        public static final HostField MAX_RECV_SGE = LAYOUT.u32("max_recv_sge", 36);
        /** Bytes of inline data. */
        public static final HostField MAX_INLINE_DATA = LAYOUT.u32("max_inline_data", 40);
        /** Whether each send request has a completion. */
        public static final HostField SQ_SIG_ALL = LAYOUT.u8("sq_sig_all", 44);
        /** As {@code ib_uverbs_qp_type}. */
        public static final HostField QP_TYPE = LAYOUT.u8("qp_type", 45);
        /** Whether it receives from the SRQ. */
        public static final HostField IS_SRQ = LAYOUT.u8("is_srq", 46);
        /** Always 0. */
        public static final HostField COMP_MASK = LAYOUT.u32("comp_mask", 48);
        /** As {@code ib_uverbs_qp_create_flags}. */
        public static final HostField CREATE_FLAGS = LAYOUT.u32("create_flags", 52);

        private ExCreateQp() {}
    }

    /** {@code struct ib_uverbs_create_qp_resp}: the new QP, and what OPEN_QP answers. */
    public static final class CreateQpResp {
        /** Bytes of the structure. */
        public static final int SIZE = 32;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_create_qp_resp", SIZE);

        /** Handle of the QP. */
        public static final HostField QP_HANDLE = LAYOUT.u32("qp_handle", 0);
        /** Its number. */
        public static final HostField QPN = LAYOUT.u32("qpn", 4);
        /** Requests of the send queue. */
        public static final HostField MAX_SEND_WR = LAYOUT.u32("max_send_wr", 8);
        /** Requests of the receive queue. */
        public static final HostField MAX_RECV_WR = LAYOUT.u32("max_recv_wr", 12);
        /** Pieces of a send request. */
        public static final HostField MAX_SEND_SGE = LAYOUT.u32("max_send_sge", 16);
        /** Pieces of a receive request. */
        public static final HostField MAX_RECV_SGE = LAYOUT.u32("max_recv_sge", 20);
        /** Bytes of inline data. */
        public static final HostField MAX_INLINE_DATA = LAYOUT.u32("max_inline_data", 24);

        private CreateQpResp() {}
    }

    /** {@code struct ib_uverbs_ex_create_qp_resp}: the new QP. It begins with {@link CreateQpResp}. */
    public static final class ExCreateQpResp {
        /** Bytes of the structure. */
        public static final int SIZE = 40;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_ex_create_qp_resp", SIZE);

        /** The answer of CREATE_QP. */
        public static final HostPart BASE = LAYOUT.part("base", 0, 32);
        /** Bytes of this structure that are filled. */
        public static final HostField RESPONSE_LENGTH = LAYOUT.u32("response_length", 36);

        private ExCreateQpResp() {}
    }

    /** {@code struct ib_uverbs_open_qp}: opens a target QP of XRC that another process has created. */
    public static final class OpenQp {
        /** Bytes of the structure. */
        public static final int SIZE = 32;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_open_qp", SIZE);

        /** Name of the QP in events. */
        public static final HostField USER_HANDLE = LAYOUT.u64("user_handle", 8);
        /** Handle of the XRC domain. */
        public static final HostField PD_HANDLE = LAYOUT.u32("pd_handle", 16);
        /** Number of the QP. */
        public static final HostField QPN = LAYOUT.u32("qpn", 20);

        private OpenQp() {}
    }

    /** {@code struct ib_uverbs_query_qp}: asks for the attributes of a QP. */
    public static final class QueryQp {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_query_qp", SIZE);

        /** Handle of the QP. */
        public static final HostField QP_HANDLE = LAYOUT.u32("qp_handle", 8);

        private QueryQp() {}
    }

    /** {@code struct ib_uverbs_query_qp_resp}: the attributes of a QP. */
    public static final class QueryQpResp {
        /** Bytes of the structure. */
        public static final int SIZE = 128;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_query_qp_resp", SIZE);

        /** The path, a {@link PathLayouts.QpDest}. */
        public static final HostPart DEST = LAYOUT.part("dest", 0, 32);
        /** Requests of the send queue. */
        public static final HostField MAX_SEND_WR = LAYOUT.u32("max_send_wr", 64);
        /** Requests of the receive queue. */
        public static final HostField MAX_RECV_WR = LAYOUT.u32("max_recv_wr", 68);
        /** Pieces of a send request. */
        public static final HostField MAX_SEND_SGE = LAYOUT.u32("max_send_sge", 72);
        /** Pieces of a receive request. */
        public static final HostField MAX_RECV_SGE = LAYOUT.u32("max_recv_sge", 76);
        /** Bytes of inline data. */
        public static final HostField MAX_INLINE_DATA = LAYOUT.u32("max_inline_data", 80);
        /** Q_Key of datagrams. */
        public static final HostField QKEY = LAYOUT.u32("qkey", 84);
        /** PSN that is received next. */
        public static final HostField RQ_PSN = LAYOUT.u32("rq_psn", 88);
        /** PSN that is sent next. */
        public static final HostField SQ_PSN = LAYOUT.u32("sq_psn", 92);
        /** Number of the peer's QP. */
        public static final HostField DEST_QP_NUM = LAYOUT.u32("dest_qp_num", 96);
        /** What the peer may do, as {@code ibv_access_flags}. */
        public static final HostField QP_ACCESS_FLAGS = LAYOUT.u32("qp_access_flags", 100);
        /** Index of the partition. */
        public static final HostField PKEY_INDEX = LAYOUT.u16("pkey_index", 104);
        /** State, as {@code ibv_qp_state}. */
        public static final HostField QP_STATE = LAYOUT.u8("qp_state", 108);
        /** The same. */
        public static final HostField CUR_QP_STATE = LAYOUT.u8("cur_qp_state", 109);
        /** MTU, as {@code ibv_mtu}. */
        public static final HostField PATH_MTU = LAYOUT.u8("path_mtu", 110);
        /** State of the alternate path. */
        public static final HostField PATH_MIG_STATE = LAYOUT.u8("path_mig_state", 111);
        /** Whether the send queue is draining. */
        public static final HostField SQ_DRAINING = LAYOUT.u8("sq_draining", 112);
        /** READs and atomics that it has outstanding. */
        public static final HostField MAX_RD_ATOMIC = LAYOUT.u8("max_rd_atomic", 113);
        /** READs and atomics that it serves at a time. */
        public static final HostField MAX_DEST_RD_ATOMIC = LAYOUT.u8("max_dest_rd_atomic", 114);
        /** Time that a peer waits for a receive, as a code of IBA. */
        public static final HostField MIN_RNR_TIMER = LAYOUT.u8("min_rnr_timer", 115);
        /** Number of the port. */
        public static final HostField PORT_NUM = LAYOUT.u8("port_num", 116);
        /** Time until a request is repeated, 4.096 us times two to this power. */
        public static final HostField TIMEOUT = LAYOUT.u8("timeout", 117);
        /** How often a request is repeated. */
        public static final HostField RETRY_CNT = LAYOUT.u8("retry_cnt", 118);
        /** How often a request is repeated that found no receive. */
        public static final HostField RNR_RETRY = LAYOUT.u8("rnr_retry", 119);
        /** Whether each send request has a completion. */
        public static final HostField SQ_SIG_ALL = LAYOUT.u8("sq_sig_all", 122);

        private QueryQpResp() {}
    }

    /** {@code struct ib_uverbs_modify_qp}: changes a QP. */
    public static final class ModifyQp {
        /** Bytes of the structure. */
        public static final int SIZE = 112;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_modify_qp", SIZE);

        /** The path, a {@link PathLayouts.QpDest}. */
        public static final HostPart DEST = LAYOUT.part("dest", 0, 32);
        /** Handle of the QP. */
        public static final HostField QP_HANDLE = LAYOUT.u32("qp_handle", 64);
        /** What changes, as {@code ibv_qp_attr_mask}. */
        public static final HostField ATTR_MASK = LAYOUT.u32("attr_mask", 68);
        /** Q_Key of datagrams. */
        public static final HostField QKEY = LAYOUT.u32("qkey", 72);
        /** PSN that is received next. */
        public static final HostField RQ_PSN = LAYOUT.u32("rq_psn", 76);
        /** PSN that is sent next. */
        public static final HostField SQ_PSN = LAYOUT.u32("sq_psn", 80);
        /** Number of the peer's QP. */
        public static final HostField DEST_QP_NUM = LAYOUT.u32("dest_qp_num", 84);
        /** What the peer may do, as {@code ibv_access_flags}. */
        public static final HostField QP_ACCESS_FLAGS = LAYOUT.u32("qp_access_flags", 88);
        /** Index of the partition. */
        public static final HostField PKEY_INDEX = LAYOUT.u16("pkey_index", 92);
        /** New state, as {@code ibv_qp_state}. */
        public static final HostField QP_STATE = LAYOUT.u8("qp_state", 96);
        /** State that the QP must have. */
        public static final HostField CUR_QP_STATE = LAYOUT.u8("cur_qp_state", 97);
        /** MTU, as {@code ibv_mtu}. */
        public static final HostField PATH_MTU = LAYOUT.u8("path_mtu", 98);
        /** State of the alternate path. */
        public static final HostField PATH_MIG_STATE = LAYOUT.u8("path_mig_state", 99);
        /** Whether an event comes when the send queue is drained. */
        public static final HostField EN_SQD_ASYNC_NOTIFY = LAYOUT.u8("en_sqd_async_notify", 100);
        /** READs and atomics that it has outstanding. */
        public static final HostField MAX_RD_ATOMIC = LAYOUT.u8("max_rd_atomic", 101);
        /** READs and atomics that it serves at a time. */
        public static final HostField MAX_DEST_RD_ATOMIC = LAYOUT.u8("max_dest_rd_atomic", 102);
        /** Time that a peer waits for a receive, as a code of IBA. */
        public static final HostField MIN_RNR_TIMER = LAYOUT.u8("min_rnr_timer", 103);
        /** Number of the port. */
        public static final HostField PORT_NUM = LAYOUT.u8("port_num", 104);
        /** Time until a request is repeated, 4.096 us times two to this power. */
        public static final HostField TIMEOUT = LAYOUT.u8("timeout", 105);
        /** How often a request is repeated. */
        public static final HostField RETRY_CNT = LAYOUT.u8("retry_cnt", 106);
        /** How often a request is repeated that found no receive. */
        public static final HostField RNR_RETRY = LAYOUT.u8("rnr_retry", 107);

        private ModifyQp() {}
    }

    /** {@code struct ib_uverbs_ex_modify_qp_resp}: what EX_MODIFY_QP answers. */
    public static final class ExModifyQpResp {
        /** Bytes of the structure. */
        public static final int SIZE = 8;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_ex_modify_qp_resp", SIZE);

        /** Bytes of this structure that are filled. */
        public static final HostField RESPONSE_LENGTH = LAYOUT.u32("response_length", 4);

        private ExModifyQpResp() {}
    }

    /** {@code struct ib_uverbs_destroy_qp}: destroys a QP. */
    public static final class DestroyQp {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_destroy_qp", SIZE);

        /** Handle of the QP. */
        public static final HostField QP_HANDLE = LAYOUT.u32("qp_handle", 8);

        private DestroyQp() {}
    }

    /** {@code struct ib_uverbs_destroy_qp_resp}: how many events of the QP the process has read. */
    public static final class DestroyQpResp {
        /** Bytes of the structure. */
        public static final int SIZE = 4;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_destroy_qp_resp", SIZE);

        /** Asynchronous events. */
        public static final HostField EVENTS_REPORTED = LAYOUT.u32("events_reported", 0);

        private DestroyQpResp() {}
    }

    /**
     * {@code struct ib_uverbs_qp_cap}: the capacity of a QP, an attribute of the ioctl that creates it. It has the five
     * numbers from max_send_wr on.
     */
    public static final class QpCap {
        /** Bytes of the structure. */
        public static final int SIZE = 20;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_qp_cap", SIZE);

        private QpCap() {}
    }
}
