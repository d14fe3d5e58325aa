package dev.fenestra.tools.observe.snapshot;

import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.vocabulary.AtomicCapability;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.DeviceIdentity;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.OdpOperation;
import dev.fenestra.ib.core.vocabulary.PortAttributes;
import dev.fenestra.ib.core.vocabulary.PortState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.BenchHost;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Asks a device what {@code ibv_devinfo} shows; a line that it has no answer for is left out. */
final class DeviceInfoReader {
    private static final int GROUP_BITS = 16;
    /** What the kernel announces for every device. */
    private static final int MOST_MODERATED = 65_535;

    private static final int MOST_MICROS = 4_095;

    private final RdmaDevice device;
    private final DeviceAttributes attributes;
    private final List<InfoLine> lines = new ArrayList<>();

    private DeviceInfoReader(RdmaDevice device) {
        this.device = device;
        attributes = device.attributes();
    }

    static DeviceInfo read(RdmaDevice device) {
        DeviceInfoReader reader = new DeviceInfoReader(device);
        reader.identity();
        reader.limits();
        reader.sharedReceives();
        reader.paging();
        reader.clock();
        reader.offloads();
        reader.ours();
        return new DeviceInfo(
                device.name(),
                reader.lines,
                IntStream.rangeClosed(1, reader.attributes.physPortCnt())
                        .mapToObj(reader::port)
                        .toList());
    }

    private void identity() {
        DeviceIdentity identity = device.identity();
        // As every device of verbs but those of iWARP says, whatever its link is.
        add("transport", "InfiniBand (0)");
        if (!identity.equals(DeviceIdentity.UNKNOWN)) {
            add("fw_ver", identity.firmware());
            add("node_guid", guid(identity.nodeGuid()));
            add("sys_image_guid", guid(identity.systemImageGuid()));
        }
        add("vendor_id", String.format("0x%04x", attributes.vendorId()));
        add("vendor_part_id", attributes.vendorPartId());
        if (!identity.equals(DeviceIdentity.UNKNOWN)) {
            add("hw_ver", "0x" + Integer.toHexString(identity.hardwareVersion()).toUpperCase(Locale.ROOT));
            add("board_id", BenchHost.boardId());
        }
        add("phys_port_cnt", attributes.physPortCnt());
    }

    private void limits() {
        add("max_mr_size", hex(attributes.maxMrSize()));
        add("page_size_cap", hex(attributes.pageSizeCap()));
        add("max_qp", attributes.maxQp());
        add("max_qp_wr", attributes.maxQpWr());
        lines.add(new InfoLine(
                "device_cap_flags",
                String.format("0x%08x", attributes.deviceCapFlags()),
                flags(0xffffffffL & attributes.deviceCapFlagsEx())));
        add("max_sge", attributes.maxSge());
        add("max_sge_rd", attributes.maxSge());
        add("max_cq", attributes.maxCq());
        add("max_cqe", attributes.maxCqe());
        add("max_mr", attributes.maxMr());
        add("max_pd", attributes.maxPd());
        add("max_qp_rd_atom", attributes.maxQpRdAtomic());
        add("max_ee_rd_atom", 0);
        add("max_res_rd_atom", attributes.maxResRdAtomic());
        add("max_qp_init_rd_atom", attributes.maxQpRdAtomic());
        add("max_ee_init_rd_atom", 0);
        AtomicCapability atomics = attributes.atomicCap();
        add("atomic_cap", "ATOMIC_" + atomics + " (" + atomics.code() + ")");
        zeros("max_ee", "max_rdd");
        add("max_mw", attributes.maxMw());
        zeros("max_raw_ipv6_qp", "max_raw_ethy_qp");
        add("max_mcast_grp", attributes.multicast().maxGroups());
        add("max_mcast_qp_attach", attributes.multicast().maxQpAttach());
        add("max_total_mcast_qp_attach", attributes.multicast().maxTotalQpAttach());
    }

    private void sharedReceives() {
        add("max_ah", attributes.maxAh());
        add("max_fmr", 0);
        add("max_srq", attributes.srqs().maxSrq());
        add("max_srq_wr", attributes.srqs().maxWr());
        add("max_srq_sge", attributes.srqs().maxSge());
        add("max_pkeys", attributes.maxPkeys());
        add("local_ca_ack_delay", attributes.localCaAckDelay());
    }

    private void paging() {
        OdpCapabilities odp = device.onDemand().odp();
        List<String> general = new ArrayList<>();
        if (odp.support()) {
            general.add("ODP_SUPPORT");
        }
        if (odp.implicit()) {
            general.add("ODP_SUPPORT_IMPLICIT");
        }
        lines.add(new InfoLine("general_odp_caps", "", general));
        odp("rc_odp_caps", odp.rc());
        odp("uc_odp_caps", odp.uc());
        odp("ud_odp_caps", odp.ud());
        odp("xrc_odp_caps", odp.xrc());
    }

    private void clock() {
        if (attributes.clock().timestampMask() == 0) {
            add("completion_timestamp_mask", "not supported");
        } else {
            add(
                    "completion timestamp_mask",
                    String.format("0x%016x", attributes.clock().timestampMask()));
        }
        if (attributes.clock().kiloHertz() == 0) {
            add("core clock", "not supported");
        } else {
            add("hca_core_clock", attributes.clock().kiloHertz() + "kHZ");
        }
        lines.add(new InfoLine(
                "device_cap_flags_ex",
                String.format("0x%X", attributes.deviceCapFlagsEx()),
                flags(~0xffffffffL & attributes.deviceCapFlagsEx())));
    }

    /** Offloads of Ethernet, which no device here has, and moderation, which the kernel offers for each. */
    private void offloads() {
        add("tso_caps.max_tso", 0);
        zeros("rss_caps.max_rwq_indirection_tables", "rss_caps.max_rwq_indirection_table_size");
        add("rss_caps.rx_hash_function", "0x0");
        add("rss_caps.rx_hash_fields_mask", "0x0");
        add("max_wq_type_rq", 0);
        add("packet_pacing_caps.qp_rate_limit_min", "0kbps");
        add("packet_pacing_caps.qp_rate_limit_max", "0kbps");
        add("tag matching", "not supported");
        add("cq moderation caps.max_cq_count", MOST_MODERATED);
        add("cq moderation caps.max_cq_period", MOST_MICROS + " us");
        if (attributes.memory().maxDmSize() != 0) {
            add("maximum available device memory", attributes.memory().maxDmSize() + "Bytes");
        }
        add("num_comp_vectors", device.completions().completionVectors());
    }

    /** What the real program does not show. */
    private void ours() {
        add(InfoLine.INLINE, attributes.maxInline());
        add(
                InfoLine.QP_TYPES,
                String.join(
                        " ",
                        attributes.transports().stream()
                                .sorted()
                                .map(QpType::name)
                                .toList()));
        add(InfoLine.FAST_PAGES, attributes.memory().maxFastRegPages());
    }

    private void odp(String name, Set<OdpOperation> operations) {
        List<String> names = operations.stream()
                .sorted()
                .map(operation -> operation == OdpOperation.SRQ_RECV ? "SUPPORT_SRQ" : "SUPPORT_" + operation)
                .toList();
        lines.add(new InfoLine(name, "", names.isEmpty() ? List.of("NO SUPPORT") : names));
    }

    private DeviceInfo.Port port(int number) {
        List<InfoLine> told = new ArrayList<>();
        @Nullable PortAttributes port = null;
        try {
            port = device.ports().port(number);
        } catch (VerbsException refused) {
            if (refused.errno() != Errno.EOPNOTSUPP) {
                throw refused;
            }
        }
        if (port != null) {
            state(port, told);
        }
        told.add(InfoLine.of("max_msg_sz", hex(attributes.maxMessageBytes())));
        if (port != null) {
            told.add(InfoLine.of("port_cap_flags", String.format("0x%08x", port.capFlags())));
            told.add(InfoLine.of("port_cap_flags2", "0x0000"));
            // Ethernet has no virtual lanes.
            told.add(InfoLine.of("max_vl_num", "invalid value (0)"));
            told.add(InfoLine.of("bad_pkey_cntr", "0x0"));
            told.add(InfoLine.of("qkey_viol_cntr", "0x0"));
            told.add(InfoLine.of("sm_sl", 0));
        }
        told.add(InfoLine.of("pkey_tbl_len", attributes.maxPkeys()));
        if (port != null) {
            told.add(InfoLine.of("gid_tbl_len", port.gidTableLength()));
            told.add(InfoLine.of("subnet_timeout", 0));
            told.add(InfoLine.of("init_type_reply", 0));
            told.add(InfoLine.of("active_width", "4X (" + port.activeWidth() + ")"));
            told.add(InfoLine.of("active_speed", "25.0 Gbps (" + port.activeSpeed() + ")"));
            String physical = port.state() == PortState.ACTIVE ? "LINK_UP" : "POLLING";
            told.add(InfoLine.of("phys_state", physical + " (" + port.physicalState() + ")"));
        }
        device.ports()
                .gids()
                .forEach((index, gid) -> told.add(InfoLine.of(String.format("GID[%3d]", index), gid + ", RoCE v2")));
        return new DeviceInfo.Port(number, told);
    }

    private static void state(PortAttributes port, List<InfoLine> told) {
        told.add(InfoLine.of(
                "state", "PORT_" + port.state() + " (" + port.state().code() + ")"));
        told.add(InfoLine.of("max_mtu", mtu(port.maxMtu())));
        told.add(InfoLine.of("active_mtu", mtu(port.activeMtu())));
        // There is no subnet manager on Ethernet.
        told.add(InfoLine.of("sm_lid", 0));
        told.add(InfoLine.of("port_lid", 0));
        told.add(InfoLine.of("port_lmc", "0x00"));
        told.add(InfoLine.of("link_layer", port.linkLayer().toString()));
    }

    private void add(String name, String value) {
        lines.add(InfoLine.of(name, value));
    }

    private void add(String name, long value) {
        lines.add(InfoLine.of(name, value));
    }

    private void zeros(String... names) {
        for (String name : names) {
            add(name, 0);
        }
    }

    private static List<String> flags(long mask) {
        return Arrays.stream(DeviceCapability.values())
                .filter(capability -> capability.in(mask))
                .map(DeviceCapability::name)
                .toList();
    }

    private static String mtu(Mtu mtu) {
        return mtu.bytes() + " (" + mtu.code() + ")";
    }

    private static String guid(long guid) {
        StringBuilder text = new StringBuilder();
        for (int shift = Long.SIZE - GROUP_BITS; shift >= 0; shift -= GROUP_BITS) {
            text.append(text.isEmpty() ? "" : ":").append(String.format("%04x", guid >>> shift & 0xffff));
        }
        return text.toString();
    }

    private static String hex(long value) {
        return "0x" + Long.toHexString(value).toLowerCase(Locale.ROOT);
    }
}
