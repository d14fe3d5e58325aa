package dev.fenestra.ib.core.abi.ucma;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostGid;
import dev.fenestra.ib.core.abi.HostLayout;
import dev.fenestra.ib.core.abi.HostPart;

/** The structures of queries: addresses and paths of an id, and the attributes of its QP. */
public final class QueryLayouts {
    private QueryLayouts() {}

    /** {@code struct rdma_ucm_query}: asks for what belongs to an id. QUERY_ROUTE has the same structure. */
    public static final class Query {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_query", SIZE);

        /** Address of the answer. */
        public static final HostField RESPONSE = LAYOUT.u64("response", 0);
        /** Number of the id. */
        public static final HostField ID = LAYOUT.u32("id", 8);
        /** As {@code RDMA_USER_CM_QUERY_*}. */
        public static final HostField OPTION = LAYOUT.u32("option", 12);

        private Query() {}
    }

    /** {@code struct rdma_ucm_query_route_resp}: addresses and paths of an id. */
    public static final class QueryRouteResp {
        /** Bytes of the structure. */
        public static final int SIZE = 208;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_query_route_resp", SIZE);

        /** GUID of the device. */
        public static final HostField NODE_GUID = LAYOUT.be64("node_guid", 0);
        /** The first path, a {@link UserPathRec}. */
        public static final HostPart IB_ROUTE = LAYOUT.part("ib_route[0]", 8, 64);
        /** The own address, a {@link AddressLayouts.SockaddrIn6}. */
        public static final HostPart SRC_ADDR = LAYOUT.part("src_addr", 136, 28);
        /** The address of the peer. */
        public static final HostPart DST_ADDR = LAYOUT.part("dst_addr", 164, 28);
        /** Paths. */
        public static final HostField NUM_PATHS = LAYOUT.u32("num_paths", 192);
        /** Number of the port. */
        public static final HostField PORT_NUM = LAYOUT.u8("port_num", 196);
        /** Index of the device. Older libraries know nothing from here on. */
        public static final HostField IBDEV_INDEX = LAYOUT.u32("ibdev_index", 200);

        private QueryRouteResp() {}
    }

    /** {@code struct rdma_ucm_query_addr_resp}: addresses of an id. */
    public static final class QueryAddrResp {
        /** Bytes of the structure. */
        public static final int SIZE = 280;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_query_addr_resp", SIZE);

        /** GUID of the device. */
        public static final HostField NODE_GUID = LAYOUT.be64("node_guid", 0);
        /** Number of the port. */
        public static final HostField PORT_NUM = LAYOUT.u8("port_num", 8);
        /** Partition. */
        public static final HostField PKEY = LAYOUT.u16("pkey", 10);
        /** Bytes of the own address. */
        public static final HostField SRC_SIZE = LAYOUT.u16("src_size", 12);
        /** Bytes of the peer's address. */
        public static final HostField DST_SIZE = LAYOUT.u16("dst_size", 14);
        /** The own address. */
        public static final HostPart SRC_ADDR = LAYOUT.part("src_addr", 16, 128);
        /** The address of the peer. */
        public static final HostPart DST_ADDR = LAYOUT.part("dst_addr", 144, 128);
        /** Index of the device. Older libraries know nothing from here on. */
        public static final HostField IBDEV_INDEX = LAYOUT.u32("ibdev_index", 272);

        private QueryAddrResp() {}
    }

    /** {@code struct rdma_ucm_query_path_resp}: paths of an id. Each is a {@link PathRecData} behind this structure. */
    public static final class QueryPathResp {
        /** Bytes of the structure. */
        public static final int SIZE = 8;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_query_path_resp", SIZE);

        /** Paths that follow. */
        public static final HostField NUM_PATHS = LAYOUT.u32("num_paths", 0);

        private QueryPathResp() {}
    }

    /** {@code struct ib_path_rec_data}: a path that follows. */
    public static final class PathRecData {
        /** Bytes of the structure. */
        public static final int SIZE = 72;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_path_rec_data", SIZE);

        /** As {@code IB_PATH_*}. */
        public static final HostField FLAGS = LAYOUT.u32("flags", 0);
        /** A {@link PathRecord}. */
        public static final HostPart PATH_REC = LAYOUT.part("path_rec", 8, 64);

        private PathRecData() {}
    }

    /** {@code struct ibv_path_record}: the PathRecord of subnet administration (IBA 15.2.5.16). */
    public static final class PathRecord {
        /** Bytes of the structure. */
        public static final int SIZE = 64;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ibv_path_record", SIZE);

        /** GID of the peer. */
        public static final HostGid DGID = LAYOUT.gid("dgid", 8);
        /** The own GID. */
        public static final HostGid SGID = LAYOUT.gid("sgid", 24);
        /** Flow label, and in the lowest byte the hop limit. */
        public static final HostField FLOWLABEL_HOPLIMIT = LAYOUT.be32("flowlabel_hoplimit", 44);
        /** Traffic class. */
        public static final HostField TCLASS = LAYOUT.u8("tclass", 48);
        /** {@link #REVERSIBLE}, and the number of paths. */
        public static final HostField REVERSIBLE_NUMPATH = LAYOUT.u8("reversible_numpath", 49);
        /** Partition. */
        public static final HostField PKEY = LAYOUT.be16("pkey", 50);
        /** {@link #EXACTLY}, and a code of {@code ibv_mtu}. */
        public static final HostField MTU = LAYOUT.u8("mtu", 54);
        /** {@link #EXACTLY}, and a time: 4.096 us times two to this power. */
        public static final HostField PACKETLIFETIME = LAYOUT.u8("packetlifetime", 56);

        /** The path leads back too. */
        public static final int REVERSIBLE = 0x80;

        /** No more and no less. */
        public static final int EXACTLY = 0x80;

        private PathRecord() {}
    }

    /** {@code struct ib_user_path_rec}: a path. */
    public static final class UserPathRec {
        /** Bytes of the structure. */
        public static final int SIZE = 64;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_user_path_rec", SIZE);

        /** GID of the peer. */
        public static final HostGid DGID = LAYOUT.gid("dgid", 0);
        /** The own GID. */
        public static final HostGid SGID = LAYOUT.gid("sgid", 16);
        /** Whether the path leads back too. */
        public static final HostField REVERSIBLE = LAYOUT.u32("reversible", 44);
        /** MTU, as {@code ibv_mtu}. */
        public static final HostField MTU = LAYOUT.u32("mtu", 48);
        /** Partition. */
        public static final HostField PKEY = LAYOUT.be16("pkey", 52);
        /** Routers on the way at most. */
        public static final HostField HOP_LIMIT = LAYOUT.u8("hop_limit", 54);
        /** Traffic class. */
        public static final HostField TRAFFIC_CLASS = LAYOUT.u8("traffic_class", 55);

        private UserPathRec() {}
    }

    /** {@code struct rdma_ucm_init_qp_attr}: asks how the QP of an id is brought into a state. */
    public static final class InitQpAttr {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_init_qp_attr", SIZE);

        /** Address of the answer. */
        public static final HostField RESPONSE = LAYOUT.u64("response", 0);
        /** Number of the id. */
        public static final HostField ID = LAYOUT.u32("id", 8);
        /** As {@code ibv_qp_state}. */
        public static final HostField QP_STATE = LAYOUT.u32("qp_state", 12);

        private InitQpAttr() {}
    }

    /** {@code struct ib_uverbs_qp_attr}: attributes of a QP. */
    public static final class QpAttr {
        /** Bytes of the structure. */
        public static final int SIZE = 144;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_qp_attr", SIZE);

        /** What is set, as {@code ibv_qp_attr_mask}. */
        public static final HostField QP_ATTR_MASK = LAYOUT.u32("qp_attr_mask", 0);
        /** As {@code ibv_qp_state}. */
        public static final HostField QP_STATE = LAYOUT.u32("qp_state", 4);
        /** MTU, as {@code ibv_mtu}. */
        public static final HostField PATH_MTU = LAYOUT.u32("path_mtu", 12);
        /** Q_Key of datagrams. */
        public static final HostField QKEY = LAYOUT.u32("qkey", 20);
        /** PSN that is received next. */
        public static final HostField RQ_PSN = LAYOUT.u32("rq_psn", 24);
        /** PSN that is sent next. */
        public static final HostField SQ_PSN = LAYOUT.u32("sq_psn", 28);
        /** Number of the peer's QP. */
        public static final HostField DEST_QP_NUM = LAYOUT.u32("dest_qp_num", 32);
        /** What the peer may do, as {@code ibv_access_flags}. */
        public static final HostField QP_ACCESS_FLAGS = LAYOUT.u32("qp_access_flags", 36);
        /** The path, a {@link dev.fenestra.ib.core.abi.uverbs.PathLayouts.AhAttr}. */
        public static final HostPart AH_ATTR = LAYOUT.part("ah_attr", 40, 32);
        /** Index of the partition. */
        public static final HostField PKEY_INDEX = LAYOUT.u16("pkey_index", 124);
        /** READs and atomics that it has outstanding. */
        public static final HostField MAX_RD_ATOMIC = LAYOUT.u8("max_rd_atomic", 130);
        /** READs and atomics that it serves at a time. */
        public static final HostField MAX_DEST_RD_ATOMIC = LAYOUT.u8("max_dest_rd_atomic", 131);
        /** Time that a peer waits for a receive, as a code of IBA. */
        public static final HostField MIN_RNR_TIMER = LAYOUT.u8("min_rnr_timer", 132);
        /** Number of the port. */
        public static final HostField PORT_NUM = LAYOUT.u8("port_num", 133);
        /** Time until a request is repeated, 4.096 us times two to this power. */
        public static final HostField TIMEOUT = LAYOUT.u8("timeout", 134);
        /** How often a request is repeated. */
        public static final HostField RETRY_CNT = LAYOUT.u8("retry_cnt", 135);
        /** How often a request is repeated that found no receive. */
        public static final HostField RNR_RETRY = LAYOUT.u8("rnr_retry", 136);

        private QpAttr() {}
    }
}
