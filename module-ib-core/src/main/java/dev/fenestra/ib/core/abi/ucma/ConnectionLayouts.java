package dev.fenestra.ib.core.abi.ucma;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;
import dev.fenestra.ib.core.abi.HostPart;

/** The structures of commands that connect, and of events. */
public final class ConnectionLayouts {
    private ConnectionLayouts() {}

    /** {@code struct rdma_ucm_connect}: connects. */
    public static final class Connect {
        /** Bytes of the structure. */
        public static final int SIZE = 288;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_connect", SIZE);

        /** A {@link UcmConnParam}. */
        public static final HostPart CONN_PARAM = LAYOUT.part("conn_param", 0, 272);
        /** Number of the id. */
        public static final HostField ID = LAYOUT.u32("id", 272);
        /** An {@link UcmEce}. Older libraries do not know it. */
        public static final HostPart ECE = LAYOUT.part("ece", 280, 8);

        private Connect() {}
    }

    /** {@code struct rdma_ucm_listen}: listens. */
    public static final class Listen {
        /** Bytes of the structure. */
        public static final int SIZE = 8;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_listen", SIZE);

        /** Number of the id. */
        public static final HostField ID = LAYOUT.u32("id", 0);
        /** Requests that may wait. */
        public static final HostField BACKLOG = LAYOUT.u32("backlog", 4);

        private Listen() {}
    }

    /** {@code struct rdma_ucm_accept}: accepts a connection. */
    public static final class Accept {
        /** Bytes of the structure. */
        public static final int SIZE = 296;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_accept", SIZE);

        /** New name of the id in events. */
        public static final HostField UID = LAYOUT.u64("uid", 0);
        /** A {@link UcmConnParam}. */
        public static final HostPart CONN_PARAM = LAYOUT.part("conn_param", 8, 272);
        /** Number of the id. */
        public static final HostField ID = LAYOUT.u32("id", 280);
        /** An {@link UcmEce}. Older libraries do not know it. */
        public static final HostPart ECE = LAYOUT.part("ece", 288, 8);

        private Accept() {}
    }

    /** {@code struct rdma_ucm_reject}: rejects a connection. */
    public static final class Reject {
        /** Bytes of the structure. */
        public static final int SIZE = 264;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_reject", SIZE);

        /** Number of the id. */
        public static final HostField ID = LAYOUT.u32("id", 0);
        /** Bytes of private data. */
        public static final HostField PRIVATE_DATA_LEN = LAYOUT.u8("private_data_len", 4);
        /** Reason that the peer is told. */
        public static final HostField REASON = LAYOUT.u8("reason", 5);
        /** The private data. */
        public static final HostPart PRIVATE_DATA = LAYOUT.part("private_data", 8, 256);

        private Reject() {}
    }

    /** {@code struct rdma_ucm_disconnect}: ends a connection. */
    public static final class Disconnect {
        /** Bytes of the structure. */
        public static final int SIZE = 4;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_disconnect", SIZE);

        /** Number of the id. */
        public static final HostField ID = LAYOUT.u32("id", 0);

        private Disconnect() {}
    }

    /** {@code struct rdma_ucm_notify}: tells of an event of the QP. */
    public static final class Notify {
        /** Bytes of the structure. */
        public static final int SIZE = 8;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_notify", SIZE);

        /** Number of the id. */
        public static final HostField ID = LAYOUT.u32("id", 0);
        /** As {@code ib_event_type}. */
        public static final HostField EVENT = LAYOUT.u32("event", 4);

        private Notify() {}
    }

    /** {@code struct rdma_ucm_get_event}: reads an event. */
    public static final class GetEvent {
        /** Bytes of the structure. */
        public static final int SIZE = 8;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_get_event", SIZE);

        /** Address of the answer. */
        public static final HostField RESPONSE = LAYOUT.u64("response", 0);

        private GetEvent() {}
    }

    /** {@code struct rdma_ucm_event_resp}: an event. */
    public static final class EventResp {
        /** Bytes of the structure. */
        public static final int SIZE = 336;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_event_resp", SIZE);

        /** Name of the id. */
        public static final HostField UID = LAYOUT.u64("uid", 0);
        /** Number of the id. */
        public static final HostField ID = LAYOUT.u32("id", 8);
        /** As {@code rdma_cm_event_type}. */
        public static final HostField EVENT = LAYOUT.u32("event", 12);
        /** 0, a negative errno, or a reason of the peer. */
        public static final HostField STATUS = LAYOUT.u32("status", 16);
        /** A {@link UcmConnParam}, or a {@link UcmUdParam}. */
        public static final HostPart PARAM = LAYOUT.part("param", 20, 304);
        /** Always 0. Older libraries know nothing from here on. */
        public static final HostField RESERVED = LAYOUT.u32("reserved", 324);
        /** An {@link UcmEce}. */
        public static final HostPart ECE = LAYOUT.part("ece", 328, 8);

        private EventResp() {}
    }

    /** {@code struct rdma_ucm_conn_param}: the parameters of a connection. */
    public static final class UcmConnParam {
        /** Bytes of the structure. */
        public static final int SIZE = 272;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_conn_param", SIZE);

        /** Number of the QP, 24 bits. */
        public static final HostField QP_NUM = LAYOUT.u32("qp_num", 0);
        /** The private data. */
        public static final HostPart PRIVATE_DATA = LAYOUT.part("private_data", 8, 256);
        /** Bytes of private data. */
        public static final HostField PRIVATE_DATA_LEN = LAYOUT.u8("private_data_len", 264);
        /** Whether the QP has an SRQ. */
        public static final HostField SRQ = LAYOUT.u8("srq", 265);
        /** READs and atomics that the side serves at a time. */
        public static final HostField RESPONDER_RESOURCES = LAYOUT.u8("responder_resources", 266);
        /** READs and atomics that the side has outstanding. */
        public static final HostField INITIATOR_DEPTH = LAYOUT.u8("initiator_depth", 267);
        /** Whether there is end-to-end flow control. */
        public static final HostField FLOW_CONTROL = LAYOUT.u8("flow_control", 268);
        /** How often a request is repeated. */
        public static final HostField RETRY_COUNT = LAYOUT.u8("retry_count", 269);
        /** How often a request is repeated that found no receive. */
        public static final HostField RNR_RETRY_COUNT = LAYOUT.u8("rnr_retry_count", 270);
        /** In ACCEPT: whether there are parameters at all. */
        public static final HostField VALID = LAYOUT.u8("valid", 271);

        private UcmConnParam() {}
    }

    /** {@code struct rdma_ucm_ud_param}: the parameters of datagrams. */
    public static final class UcmUdParam {
        /** Bytes of the structure. */
        public static final int SIZE = 304;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_ud_param", SIZE);

        /** Number of the peer's QP. */
        public static final HostField QP_NUM = LAYOUT.u32("qp_num", 0);
        /** Q_Key of the peer's QP. */
        public static final HostField QKEY = LAYOUT.u32("qkey", 4);
        /** The path, a {@link dev.fenestra.ib.core.abi.uverbs.PathLayouts.AhAttr}. */
        public static final HostPart AH_ATTR = LAYOUT.part("ah_attr", 8, 32);
        /** The private data. */
        public static final HostPart PRIVATE_DATA = LAYOUT.part("private_data", 40, 256);
        /** Bytes of private data. */
        public static final HostField PRIVATE_DATA_LEN = LAYOUT.u8("private_data_len", 296);

        private UcmUdParam() {}
    }

    /** {@code struct rdma_ucm_ece}: options of enhanced connection establishment. */
    public static final class UcmEce {
        /** Bytes of the structure. */
        public static final int SIZE = 8;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_ece", SIZE);

        /** Who defines the options. */
        public static final HostField VENDOR_ID = LAYOUT.u32("vendor_id", 0);
        /** The options. */
        public static final HostField ATTR_MOD = LAYOUT.u32("attr_mod", 4);

        private UcmEce() {}
    }
}
