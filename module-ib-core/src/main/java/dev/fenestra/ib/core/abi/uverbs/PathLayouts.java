package dev.fenestra.ib.core.abi.uverbs;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostGid;
import dev.fenestra.ib.core.abi.HostLayout;
import dev.fenestra.ib.core.abi.HostPart;

/** The structures about paths, address handles and multicast groups. */
public final class PathLayouts {
    private PathLayouts() {}

    /** {@code struct ib_uverbs_ah_attr}: a path, in commands about address handles and in those of connections. */
    public static final class AhAttr {
        /** Bytes of the structure. */
        public static final int SIZE = 32;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_ah_attr", SIZE);

        /** GID of the destination. */
        public static final HostGid DGID = LAYOUT.gid("grh.dgid", 0);
        /** Flow label, 20 bits. */
        public static final HostField FLOW_LABEL = LAYOUT.u32("grh.flow_label", 16);
        /** Index of the own GID. */
        public static final HostField SGID_INDEX = LAYOUT.u8("grh.sgid_index", 20);
        /** Routers on the way at most. */
        public static final HostField HOP_LIMIT = LAYOUT.u8("grh.hop_limit", 21);
        /** Traffic class. */
        public static final HostField TRAFFIC_CLASS = LAYOUT.u8("grh.traffic_class", 22);
        /** Service level. */
        public static final HostField SL = LAYOUT.u8("sl", 26);
        /** Rate, as {@code ibv_rate}. */
        public static final HostField STATIC_RATE = LAYOUT.u8("static_rate", 28);
        /** Whether the path has GIDs. */
        public static final HostField IS_GLOBAL = LAYOUT.u8("is_global", 29);
        /** Number of the port. */
        public static final HostField PORT_NUM = LAYOUT.u8("port_num", 30);

        private AhAttr() {}
    }

    /** {@code struct ib_uverbs_qp_dest}: the path of a QP. */
    public static final class QpDest {
        /** Bytes of the structure. */
        public static final int SIZE = 32;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_qp_dest", SIZE);

        /** GID of the destination. */
        public static final HostGid DGID = LAYOUT.gid("dgid", 0);
        /** Flow label, 20 bits. */
        public static final HostField FLOW_LABEL = LAYOUT.u32("flow_label", 16);
        /** Index of the own GID. */
        public static final HostField SGID_INDEX = LAYOUT.u8("sgid_index", 24);
        /** Routers on the way at most. */
        public static final HostField HOP_LIMIT = LAYOUT.u8("hop_limit", 25);
        /** Traffic class. */
        public static final HostField TRAFFIC_CLASS = LAYOUT.u8("traffic_class", 26);
        /** Service level. */
        public static final HostField SL = LAYOUT.u8("sl", 27);
        /** Rate, as {@code ibv_rate}. */
        public static final HostField STATIC_RATE = LAYOUT.u8("static_rate", 29);
        /** Whether the path has GIDs. */
        public static final HostField IS_GLOBAL = LAYOUT.u8("is_global", 30);
        /** Number of the port. */
        public static final HostField PORT_NUM = LAYOUT.u8("port_num", 31);

        private QpDest() {}
    }

    /** {@code struct ib_uverbs_create_ah}: creates an address handle. */
    public static final class CreateAh {
        /** Bytes of the structure. */
        public static final int SIZE = 56;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_create_ah", SIZE);

        /** Handle of the PD. */
        public static final HostField PD_HANDLE = LAYOUT.u32("pd_handle", 16);
        /** The path, an {@link AhAttr}. */
        public static final HostPart ATTR = LAYOUT.part("attr", 24, 32);

        private CreateAh() {}
    }

    /** {@code struct ib_uverbs_create_ah_resp}: the new address handle. */
    public static final class CreateAhResp {
        /** Bytes of the structure. */
        public static final int SIZE = 4;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_create_ah_resp", SIZE);

        /** Handle of the address handle. */
        public static final HostField AH_HANDLE = LAYOUT.u32("ah_handle", 0);

        private CreateAhResp() {}
    }

    /** {@code struct ib_uverbs_destroy_ah}: destroys an address handle. */
    public static final class DestroyAh {
        /** Bytes of the structure. */
        public static final int SIZE = 4;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_destroy_ah", SIZE);

        /** Handle of the address handle. */
        public static final HostField AH_HANDLE = LAYOUT.u32("ah_handle", 0);

        private DestroyAh() {}
    }

    /** {@code struct ib_uverbs_attach_mcast}: lets a QP receive what is sent to a group. */
    public static final class AttachMcast {
        /** Bytes of the structure. */
        public static final int SIZE = 24;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_attach_mcast", SIZE);

        /** GID of the group. */
        public static final HostGid GID = LAYOUT.gid("gid", 0);
        /** Handle of the QP. */
        public static final HostField QP_HANDLE = LAYOUT.u32("qp_handle", 16);

        private AttachMcast() {}
    }

    /** {@code struct ib_uverbs_detach_mcast}: the opposite of {@link AttachMcast}. */
    public static final class DetachMcast {
        /** Bytes of the structure. */
        public static final int SIZE = 24;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_detach_mcast", SIZE);

        /** GID of the group. */
        public static final HostGid GID = LAYOUT.gid("gid", 0);
        /** Handle of the QP. */
        public static final HostField QP_HANDLE = LAYOUT.u32("qp_handle", 16);

        private DetachMcast() {}
    }
}
