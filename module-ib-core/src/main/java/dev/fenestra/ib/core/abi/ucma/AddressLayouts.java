package dev.fenestra.ib.core.abi.ucma;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostGid;
import dev.fenestra.ib.core.abi.HostLayout;

/** The addresses of sockets. All begin with their family. */
public final class AddressLayouts {
    private AddressLayouts() {}

    /** {@code struct sockaddr_in}: an address of IPv4. */
    public static final class SockaddrIn {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct sockaddr_in", SIZE);

        /** {@link #AF_INET}. */
        public static final HostField SIN_FAMILY = LAYOUT.u16("sin_family", 0);
        /** Port. */
        public static final HostField SIN_PORT = LAYOUT.be16("sin_port", 2);
        /** The address. */
        public static final HostField SIN_ADDR = LAYOUT.be32("sin_addr", 4);

        /** Family of IPv4. */
        public static final int AF_INET = 2;

        private SockaddrIn() {}
    }

    /** {@code struct sockaddr_in6}: an address of IPv6. */
    public static final class SockaddrIn6 {
        /** Bytes of the structure. */
        public static final int SIZE = 28;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct sockaddr_in6", SIZE);

        /** {@link #AF_INET6}. */
        public static final HostField SIN6_FAMILY = LAYOUT.u16("sin6_family", 0);
        /** Port. */
        public static final HostField SIN6_PORT = LAYOUT.be16("sin6_port", 2);
        /** The address. */
        public static final HostGid SIN6_ADDR = LAYOUT.gid("sin6_addr", 8);

        /** Family of IPv6. */
        public static final int AF_INET6 = 10;

        private SockaddrIn6() {}
    }

    /** {@code struct sockaddr_ib}: a GID with the service ID of a port. */
    public static final class SockaddrIb {
        /** Bytes of the structure. */
        public static final int SIZE = 48;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct sockaddr_ib", SIZE);

        /** {@link #AF_IB}. */
        public static final HostField SIB_FAMILY = LAYOUT.u16("sib_family", 0);
        /** Partition. */
        public static final HostField SIB_PKEY = LAYOUT.be16("sib_pkey", 2);
        /** The GID. */
        public static final HostGid SIB_ADDR = LAYOUT.gid("sib_addr", 8);
        /** The service ID. */
        public static final HostField SIB_SID = LAYOUT.be64("sib_sid", 24);

        /** Family of InfiniBand. */
        public static final int AF_IB = 27;

        private SockaddrIb() {}
    }
}
