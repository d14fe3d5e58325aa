package dev.fenestra.ib.core.abi.uverbs;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostGid;
import dev.fenestra.ib.core.abi.HostLayout;
import dev.fenestra.ib.core.abi.HostPart;

/** The structures about a device, its ports and their GIDs. */
public final class DeviceLayouts {
    private DeviceLayouts() {}

    /** {@code struct ib_uverbs_get_context}: opens the device. It has nothing but the place of the answer. */
    public static final class GetContext {
        /** Bytes of the structure. */
        public static final int SIZE = 8;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_get_context", SIZE);

        private GetContext() {}
    }

    /** {@code struct ib_uverbs_get_context_resp}: what GET_CONTEXT answers. */
    public static final class GetContextResp {
        /** Bytes of the structure. */
        public static final int SIZE = 8;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_get_context_resp", SIZE);

        /** Descriptor of the asynchronous events. */
        public static final HostField ASYNC_FD = LAYOUT.u32("async_fd", 0);
        /** Completion vectors of the device. */
        public static final HostField NUM_COMP_VECTORS = LAYOUT.u32("num_comp_vectors", 4);

        private GetContextResp() {}
    }

    /**
     * {@code struct ib_uverbs_query_device}: asks for the attributes of the device. It has nothing but the place of the
     * answer.
     */
    public static final class QueryDevice {
        /** Bytes of the structure. */
        public static final int SIZE = 8;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_query_device", SIZE);

        private QueryDevice() {}
    }

    /** {@code struct ib_uverbs_query_device_resp}: the attributes of the device. */
    public static final class QueryDeviceResp {
        /** Bytes of the structure. */
        public static final int SIZE = 176;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_query_device_resp", SIZE);

        /** Version of the firmware: three numbers in 64 bits. */
        public static final HostField FW_VER = LAYOUT.u64("fw_ver", 0);
        /** GUID of the device. */
        public static final HostField NODE_GUID = LAYOUT.be64("node_guid", 8);
        /** GUID that the devices of one system have in common. */
        public static final HostField SYS_IMAGE_GUID = LAYOUT.be64("sys_image_guid", 16);
        /** Bytes of the largest region. */
        public static final HostField MAX_MR_SIZE = LAYOUT.u64("max_mr_size", 24);
        /** Sizes of pages, each bit a power of two. */
        public static final HostField PAGE_SIZE_CAP = LAYOUT.u64("page_size_cap", 32);
        /** Who made the device. */
        public static final HostField VENDOR_ID = LAYOUT.u32("vendor_id", 40);
        /** Which part of the vendor it is. */
        public static final HostField VENDOR_PART_ID = LAYOUT.u32("vendor_part_id", 44);
        /** Version of the hardware. */
        public static final HostField HW_VER = LAYOUT.u32("hw_ver", 48);
        /** Largest number of QPs. */
        public static final HostField MAX_QP = LAYOUT.u32("max_qp", 52);
        /** Largest number of requests of a queue. */
        public static final HostField MAX_QP_WR = LAYOUT.u32("max_qp_wr", 56);
        /** Abilities, as {@code IB_UVERBS_DEVICE_*}. */
        public static final HostField DEVICE_CAP_FLAGS = LAYOUT.u32("device_cap_flags", 60);
        /** Largest number of pieces of a request. */
        public static final HostField MAX_SGE = LAYOUT.u32("max_sge", 64);
        /** The same for READ. */
        public static final HostField MAX_SGE_RD = LAYOUT.u32("max_sge_rd", 68);
        /** Largest number of CQs. */
        public static final HostField MAX_CQ = LAYOUT.u32("max_cq", 72);
        /** Largest number of entries of a CQ. */
        public static final HostField MAX_CQE = LAYOUT.u32("max_cqe", 76);
        /** Largest number of regions. */
        public static final HostField MAX_MR = LAYOUT.u32("max_mr", 80);
        /** Largest number of PDs. */
        public static final HostField MAX_PD = LAYOUT.u32("max_pd", 84);
        /** READs and atomics that a QP serves at a time. */
        public static final HostField MAX_QP_RD_ATOM = LAYOUT.u32("max_qp_rd_atom", 88);
        /** The same of all QPs together. */
        public static final HostField MAX_RES_RD_ATOM = LAYOUT.u32("max_res_rd_atom", 96);
        /** READs and atomics that a QP has outstanding. */
        public static final HostField MAX_QP_INIT_RD_ATOM = LAYOUT.u32("max_qp_init_rd_atom", 100);
        /** Who sees atomics as atomic, as {@code ib_atomic_cap}. */
        public static final HostField ATOMIC_CAP = LAYOUT.u32("atomic_cap", 108);
        /** Largest number of windows. */
        public static final HostField MAX_MW = LAYOUT.u32("max_mw", 120);
        /** Largest number of multicast groups. */
        public static final HostField MAX_MCAST_GRP = LAYOUT.u32("max_mcast_grp", 132);
        /** QPs of one group. */
        public static final HostField MAX_MCAST_QP_ATTACH = LAYOUT.u32("max_mcast_qp_attach", 136);
        /** QPs of all groups together. */
        public static final HostField MAX_TOTAL_MCAST_QP_ATTACH = LAYOUT.u32("max_total_mcast_qp_attach", 140);
        /** Largest number of address handles. */
        public static final HostField MAX_AH = LAYOUT.u32("max_ah", 144);
        /** Largest number of SRQs. */
        public static final HostField MAX_SRQ = LAYOUT.u32("max_srq", 156);
        /** Largest number of requests of an SRQ. */
        public static final HostField MAX_SRQ_WR = LAYOUT.u32("max_srq_wr", 160);
        /** Largest number of pieces of a request to an SRQ. */
        public static final HostField MAX_SRQ_SGE = LAYOUT.u32("max_srq_sge", 164);
        /** Entries of the table of partitions. */
        public static final HostField MAX_PKEYS = LAYOUT.u16("max_pkeys", 168);
        /** Time until an answer of the device, 4.096 us times two to this power. */
        public static final HostField LOCAL_CA_ACK_DELAY = LAYOUT.u8("local_ca_ack_delay", 170);
        /** Ports of the device. */
        public static final HostField PHYS_PORT_CNT = LAYOUT.u8("phys_port_cnt", 171);

        private QueryDeviceResp() {}
    }

    /** {@code struct ib_uverbs_ex_query_device}: asks for all attributes of the device. */
    public static final class ExQueryDevice {
        /** Bytes of the structure. */
        public static final int SIZE = 8;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_ex_query_device", SIZE);

        private ExQueryDevice() {}
    }

    /**
     * {@code struct ib_uverbs_ex_query_device_resp}: all attributes of the device. It begins with {@link
     * QueryDeviceResp}.
     */
    public static final class ExQueryDeviceResp {
        /** Bytes of the structure. */
        public static final int SIZE = 304;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_ex_query_device_resp", SIZE);

        /** The attributes that QUERY_DEVICE answers too. */
        public static final HostPart BASE = LAYOUT.part("base", 0, 176);
        /** Bytes of this structure that are filled. */
        public static final HostField RESPONSE_LENGTH = LAYOUT.u32("response_length", 180);
        /** Whether there is on-demand paging, as {@code IB_UVERBS_ODP_*}. */
        public static final HostField ODP_GENERAL_CAPS = LAYOUT.u64("odp_caps.general_caps", 184);
        /** Operations of RC that page on demand. */
        public static final HostField RC_ODP_CAPS = LAYOUT.u32("odp_caps.per_transport_caps.rc_odp_caps", 192);
        /** Operations of UC that page on demand. */
        public static final HostField UC_ODP_CAPS = LAYOUT.u32("odp_caps.per_transport_caps.uc_odp_caps", 196);
        /** Operations of UD that page on demand. */
        public static final HostField UD_ODP_CAPS = LAYOUT.u32("odp_caps.per_transport_caps.ud_odp_caps", 200);
        /** Bits of the timestamps of completions. */
        public static final HostField TIMESTAMP_MASK = LAYOUT.u64("timestamp_mask", 208);
        /** Frequency of the device's clock, kHz. */
        public static final HostField HCA_CORE_CLOCK = LAYOUT.u64("hca_core_clock", 216);
        /** Abilities, 64 bits. */
        public static final HostField DEVICE_CAP_FLAGS_EX = LAYOUT.u64("device_cap_flags_ex", 224);
        /** Most completions that an event may wait for. */
        public static final HostField MAX_CQ_MODERATION_COUNT =
                LAYOUT.u16("cq_moderation_caps.max_cq_moderation_count", 280);
        /** Longest time that an event may wait, microseconds. */
        public static final HostField MAX_CQ_MODERATION_PERIOD =
                LAYOUT.u16("cq_moderation_caps.max_cq_moderation_period", 282);
        /** Bytes of device memory. */
        public static final HostField MAX_DM_SIZE = LAYOUT.u64("max_dm_size", 288);
        /** Operations of XRC that page on demand. */
        public static final HostField XRC_ODP_CAPS = LAYOUT.u32("xrc_odp_caps", 296);

        private ExQueryDeviceResp() {}
    }

    /** {@code struct ib_uverbs_query_port}: asks for the attributes of a port. */
    public static final class QueryPort {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_query_port", SIZE);

        /** Number of the port. */
        public static final HostField PORT_NUM = LAYOUT.u8("port_num", 8);

        private QueryPort() {}
    }

    /** {@code struct ib_uverbs_query_port_resp}: the attributes of a port. */
    public static final class QueryPortResp {
        /** Bytes of the structure. */
        public static final int SIZE = 40;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_query_port_resp", SIZE);

        /** Abilities of the port. */
        public static final HostField PORT_CAP_FLAGS = LAYOUT.u32("port_cap_flags", 0);
        /** Bytes of the longest message. */
        public static final HostField MAX_MSG_SZ = LAYOUT.u32("max_msg_sz", 4);
        /** Entries of the table of GIDs. */
        public static final HostField GID_TBL_LEN = LAYOUT.u32("gid_tbl_len", 16);
        /** Entries of the table of partitions. */
        public static final HostField PKEY_TBL_LEN = LAYOUT.u16("pkey_tbl_len", 20);
        /** State of the port, as {@code ibv_port_state}. */
        public static final HostField STATE = LAYOUT.u8("state", 26);
        /** Largest MTU, as {@code ibv_mtu}. */
        public static final HostField MAX_MTU = LAYOUT.u8("max_mtu", 27);
        /** MTU in use, as {@code ibv_mtu}. */
        public static final HostField ACTIVE_MTU = LAYOUT.u8("active_mtu", 28);
        /** Lanes, as a code of IBA. */
        public static final HostField ACTIVE_WIDTH = LAYOUT.u8("active_width", 34);
        /** Speed of a lane, as a code of IBA. */
        public static final HostField ACTIVE_SPEED = LAYOUT.u8("active_speed", 35);
        /** Physical state, as a code of IBA. */
        public static final HostField PHYS_STATE = LAYOUT.u8("phys_state", 36);
        /** 1 for InfiniBand, 2 for Ethernet. */
        public static final HostField LINK_LAYER = LAYOUT.u8("link_layer", 37);
        /** {@link #GRH_REQUIRED}. */
        public static final HostField FLAGS = LAYOUT.u8("flags", 38);

        /** Flag: each path has GIDs ({@code IB_UVERBS_QPF_GRH_REQUIRED}). */
        public static final int GRH_REQUIRED = 1;

        private QueryPortResp() {}
    }

    /** {@code struct ib_uverbs_gid_entry}: an entry of the table of GIDs. */
    public static final class GidEntry {
        /** Bytes of the structure. */
        public static final int SIZE = 32;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_gid_entry", SIZE);

        /** The GID. */
        public static final HostGid GID = LAYOUT.gid("gid", 0);
        /** Its index. */
        public static final HostField GID_INDEX = LAYOUT.u32("gid_index", 16);
        /** Number of the port. */
        public static final HostField PORT_NUM = LAYOUT.u32("port_num", 20);
        /** {@link #ROCE_V2}. */
        public static final HostField GID_TYPE = LAYOUT.u32("gid_type", 24);
        /** Index of the network interface; 0 for none. */
        public static final HostField NETDEV_IFINDEX = LAYOUT.u32("netdev_ifindex", 28);

        /** Type of a GID ({@code IB_UVERBS_GID_TYPE_ROCE_V2}). */
        public static final int ROCE_V2 = 2;

        private GidEntry() {}
    }
}
