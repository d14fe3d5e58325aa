package dev.fenestra.ib.core.abi.ucma;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;
import dev.fenestra.ib.core.abi.HostPart;

/** The header of commands, and the structures of commands about ids, their addresses and groups. */
public final class IdLayouts {
    private IdLayouts() {}

    /** {@code struct rdma_ucm_cmd_hdr}: the header of each command. */
    public static final class CmdHdr {
        /** Bytes of the structure. */
        public static final int SIZE = 8;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_cmd_hdr", SIZE);

        /** Number of the command. */
        public static final HostField CMD = LAYOUT.u32("cmd", 0);
        /** Bytes of the structure that follows. */
        public static final HostField IN = LAYOUT.u16("in", 4);
        /** Bytes that the program has room for. */
        public static final HostField OUT = LAYOUT.u16("out", 6);

        private CmdHdr() {}
    }

    /** {@code struct rdma_ucm_create_id}: creates an id. */
    public static final class CreateId {
        /** Bytes of the structure. */
        public static final int SIZE = 24;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_create_id", SIZE);

        /** Name of the id in events. */
        public static final HostField UID = LAYOUT.u64("uid", 0);
        /** Address of the answer. */
        public static final HostField RESPONSE = LAYOUT.u64("response", 8);
        /** As {@code rdma_ucm_port_space}. */
        public static final HostField PS = LAYOUT.u16("ps", 16);
        /** Type of QP, for port space IB only. */
        public static final HostField QP_TYPE = LAYOUT.u8("qp_type", 18);

        private CreateId() {}
    }

    /** {@code struct rdma_ucm_create_id_resp}: the new id, or the new membership of a group. */
    public static final class CreateIdResp {
        /** Bytes of the structure. */
        public static final int SIZE = 4;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_create_id_resp", SIZE);

        /** Number of the id. */
        public static final HostField ID = LAYOUT.u32("id", 0);

        private CreateIdResp() {}
    }

    /** {@code struct rdma_ucm_destroy_id}: destroys an id; with the number of a membership it leaves a group. */
    public static final class DestroyId {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_destroy_id", SIZE);

        /** Address of the answer. */
        public static final HostField RESPONSE = LAYOUT.u64("response", 0);
        /** Number of the id. */
        public static final HostField ID = LAYOUT.u32("id", 8);

        private DestroyId() {}
    }

    /** {@code struct rdma_ucm_destroy_id_resp}: what DESTROY_ID and LEAVE_MCAST answer. */
    public static final class DestroyIdResp {
        /** Bytes of the structure. */
        public static final int SIZE = 4;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_destroy_id_resp", SIZE);

        /** Events that the program has read. */
        public static final HostField EVENTS_REPORTED = LAYOUT.u32("events_reported", 0);

        private DestroyIdResp() {}
    }

    /** {@code struct rdma_ucm_bind_ip}: gives an id an IP address. */
    public static final class BindIp {
        /** Bytes of the structure. */
        public static final int SIZE = 40;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_bind_ip", SIZE);

        /** The address, a {@link AddressLayouts.SockaddrIn6}. */
        public static final HostPart ADDR = LAYOUT.part("addr", 8, 28);
        /** Number of the id. */
        public static final HostField ID = LAYOUT.u32("id", 36);

        private BindIp() {}
    }

    /** {@code struct rdma_ucm_bind}: gives an id an address. */
    public static final class Bind {
        /** Bytes of the structure. */
        public static final int SIZE = 136;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_bind", SIZE);

        /** Number of the id. */
        public static final HostField ID = LAYOUT.u32("id", 0);
        /** Bytes of the address. */
        public static final HostField ADDR_SIZE = LAYOUT.u16("addr_size", 4);
        /** Always 0. */
        public static final HostField RESERVED = LAYOUT.u16("reserved", 6);
        /** The address. */
        public static final HostPart ADDR = LAYOUT.part("addr", 8, 128);

        private Bind() {}
    }

    /** {@code struct rdma_ucm_resolve_ip}: finds the way to an IP address. */
    public static final class ResolveIp {
        /** Bytes of the structure. */
        public static final int SIZE = 64;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_resolve_ip", SIZE);

        /** The own address, if it has a family. */
        public static final HostPart SRC_ADDR = LAYOUT.part("src_addr", 0, 28);
        /** The address of the peer. */
        public static final HostPart DST_ADDR = LAYOUT.part("dst_addr", 28, 28);
        /** Number of the id. */
        public static final HostField ID = LAYOUT.u32("id", 56);
        /** Milliseconds that it may take. */
        public static final HostField TIMEOUT_MS = LAYOUT.u32("timeout_ms", 60);

        private ResolveIp() {}
    }

    /** {@code struct rdma_ucm_resolve_addr}: finds the way to an address. */
    public static final class ResolveAddr {
        /** Bytes of the structure. */
        public static final int SIZE = 272;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_resolve_addr", SIZE);

        /** Number of the id. */
        public static final HostField ID = LAYOUT.u32("id", 0);
        /** Milliseconds that it may take. */
        public static final HostField TIMEOUT_MS = LAYOUT.u32("timeout_ms", 4);
        /** Bytes of the own address; 0 for none. */
        public static final HostField SRC_SIZE = LAYOUT.u16("src_size", 8);
        /** Bytes of the peer's address. */
        public static final HostField DST_SIZE = LAYOUT.u16("dst_size", 10);
        /** Always 0. */
        public static final HostField RESERVED = LAYOUT.u32("reserved", 12);
        /** The own address, if it has a family. */
        public static final HostPart SRC_ADDR = LAYOUT.part("src_addr", 16, 128);
        /** The address of the peer. */
        public static final HostPart DST_ADDR = LAYOUT.part("dst_addr", 144, 128);

        private ResolveAddr() {}
    }

    /** {@code struct rdma_ucm_resolve_route}: finds the paths to the peer. */
    public static final class ResolveRoute {
        /** Bytes of the structure. */
        public static final int SIZE = 8;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_resolve_route", SIZE);

        /** Number of the id. */
        public static final HostField ID = LAYOUT.u32("id", 0);
        /** Milliseconds that it may take. */
        public static final HostField TIMEOUT_MS = LAYOUT.u32("timeout_ms", 4);

        private ResolveRoute() {}
    }

    /** {@code struct rdma_ucm_set_option}: sets an option of an id. */
    public static final class SetOption {
        /** Bytes of the structure. */
        public static final int SIZE = 24;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_set_option", SIZE);

        /** Address of the value. */
        public static final HostField OPTVAL = LAYOUT.u64("optval", 0);
        /** Number of the id. */
        public static final HostField ID = LAYOUT.u32("id", 8);
        /** Always 0. */
        public static final HostField LEVEL = LAYOUT.u32("level", 12);
        /** Number of the option. */
        public static final HostField OPTNAME = LAYOUT.u32("optname", 16);
        /** Bytes of the value. */
        public static final HostField OPTLEN = LAYOUT.u32("optlen", 20);

        private SetOption() {}
    }

    /** {@code struct rdma_ucm_migrate_id}: moves an id to another file. */
    public static final class MigrateId {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_migrate_id", SIZE);

        /** Address of the answer. */
        public static final HostField RESPONSE = LAYOUT.u64("response", 0);
        /** Number of the id. */
        public static final HostField ID = LAYOUT.u32("id", 8);
        /** Descriptor of the file that the id is moved from. */
        public static final HostField FD = LAYOUT.u32("fd", 12);

        private MigrateId() {}
    }

    /** {@code struct rdma_ucm_migrate_resp}: what MIGRATE_ID answers. */
    public static final class MigrateResp {
        /** Bytes of the structure. */
        public static final int SIZE = 4;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_migrate_resp", SIZE);

        /** Events that the program has read. */
        public static final HostField EVENTS_REPORTED = LAYOUT.u32("events_reported", 0);

        private MigrateResp() {}
    }

    /** {@code struct rdma_ucm_join_ip_mcast}: joins the group of an IP address. */
    public static final class JoinIpMcast {
        /** Bytes of the structure. */
        public static final int SIZE = 48;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_join_ip_mcast", SIZE);

        /** Address of the answer. */
        public static final HostField RESPONSE = LAYOUT.u64("response", 0);
        /** Name of the membership in events. */
        public static final HostField UID = LAYOUT.u64("uid", 8);
        /** The address of the group, a {@link AddressLayouts.SockaddrIn6}. */
        public static final HostPart ADDR = LAYOUT.part("addr", 16, 28);
        /** Number of the id. */
        public static final HostField ID = LAYOUT.u32("id", 44);

        private JoinIpMcast() {}
    }

    /** {@code struct rdma_ucm_join_mcast}: joins a group. */
    public static final class JoinMcast {
        /** Bytes of the structure. */
        public static final int SIZE = 152;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct rdma_ucm_join_mcast", SIZE);

        /** Address of the answer. */
        public static final HostField RESPONSE = LAYOUT.u64("response", 0);
        /** Name of the membership in events. */
        public static final HostField UID = LAYOUT.u64("uid", 8);
        /** Number of the id. */
        public static final HostField ID = LAYOUT.u32("id", 16);
        /** Bytes of the address. */
        public static final HostField ADDR_SIZE = LAYOUT.u16("addr_size", 20);
        /** {@link #SEND_ONLY}, or 0. */
        public static final HostField JOIN_FLAGS = LAYOUT.u16("join_flags", 22);
        /** The address of the group. */
        public static final HostPart ADDR = LAYOUT.part("addr", 24, 128);

        /** A join that only sends ({@code RDMA_MC_JOIN_FLAG_SENDONLY_FULLMEMBER}). */
        public static final int SEND_ONLY = 1;

        private JoinMcast() {}
    }
}
