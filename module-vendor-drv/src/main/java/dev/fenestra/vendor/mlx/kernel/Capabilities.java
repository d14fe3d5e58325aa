package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.card.Hca;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import dev.fenestra.hw.sim.mlx5.prm.HcaCapability;
import dev.fenestra.hw.sim.mlx5.prm.InitSegment;
import dev.fenestra.hw.sim.mlx5.prm.SpecialKeys;
import dev.fenestra.hw.sim.mlx5.prm.UarPage;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.vocabulary.AtomicCapability;
import dev.fenestra.ib.core.vocabulary.ClockAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.DeviceAttributesBuilder;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.DeviceIdentity;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.LinkLayer;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.OdpOperation;
import dev.fenestra.ib.core.vocabulary.PortAttributes;
import dev.fenestra.ib.core.vocabulary.PortState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.ContextUdata;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The capabilities that the device reported at start.
 *
 * @param attributes in the words of verbs
 * @param odp its on-demand paging
 * @param identity of the device
 * @param port its port
 * @param gids of its port, from index 0 on
 * @param dumpFillKey L_Key of null memory
 * @param wantsPages whether its translation table lies in pages of the host
 */
record Capabilities(
        DeviceAttributes attributes,
        OdpCapabilities odp,
        DeviceIdentity identity,
        PortAttributes port,
        List<Gid> gids,
        int dumpFillKey,
        boolean wantsPages) {
    /** The vendor's Ethernet number (OUI), as {@code mlx5_ib} reports it. */
    private static final int VENDOR = 0x02c9;
    /** The vendor's PCI number. */
    private static final int PCI_VENDOR = 0x15b3;

    private static final int PART = 0x1017;
    private static final int MAX_REGISTERS = 1024;
    private static final int MAX_SEND_WQE = 1024;
    private static final int MAX_RECEIVE_WQE = 512;
    private static final int MAX_SGE = 30;
    private static final int MAX_SRQ_SGE = 31;
    private static final int MAX_INLINE = 512;
    /** The driver sets the number of AHs, since the device does not know them. */
    private static final int MAX_AH = 1 << 16;
    /** A CQE holds a time of 64 bits. */
    private static final long WHOLE_TIMESTAMP = -1;
    /** The list of a region's translations must fit one command, whose length has 31 bits. */
    private static final long MAX_REGION_BYTES = 1L << 39;

    /** The smallest request that may bind windows takes four basic blocks of the ring. */
    private static final int LOG_BLOCKS_PER_REQUEST = 2;

    /**
     * @param hca has the version of its firmware in its registers
     */
    static Capabilities query(CommandQueue commands, Hca hca) {
        try (Command command = commands.command(CommandOpcode.QUERY_HCA_CAP, CommandInput.BYTES, HcaCapability.BYTES)) {
            commands.execute(command);
            MemorySegment out = command.out();
            return new Capabilities(
                    attributes(out),
                    odp(out),
                    identity(out, firmware(hca)),
                    port(out),
                    gids(out),
                    dumpFillKey(commands),
                    HcaCapability.WANTS_PAGES.isSet(out, 0));
        }
    }

    /** The firmware version as the real driver writes it, for example {@code 1.8.0000}. */
    private static String firmware(Hca hca) {
        int revision = hca.readInitSegment(InitSegment.FIRMWARE_MAJOR.offset());
        int rest = hca.readInitSegment(InitSegment.FIRMWARE_SUBMINOR.offset());
        return String.format(
                "%d.%d.%04d",
                InitSegment.FIRMWARE_MAJOR.extract(revision),
                InitSegment.FIRMWARE_MINOR.extract(revision),
                InitSegment.FIRMWARE_SUBMINOR.extract(rest));
    }

    private static List<Gid> gids(MemorySegment out) {
        Gid first = new Gid(HcaCapability.GID_HIGH.getLong(out, 0), HcaCapability.GID_LOW.getLong(out, 0));
        Gid second =
                new Gid(HcaCapability.SECOND_GID_HIGH.getLong(out, 0), HcaCapability.SECOND_GID_LOW.getLong(out, 0));
        return second.isUnspecified() ? List.of(first) : List.of(first, second);
    }

    private static int dumpFillKey(CommandQueue commands) {
        try (Command command =
                commands.command(CommandOpcode.QUERY_SPECIAL_CONTEXTS, CommandInput.BYTES, SpecialKeys.BYTES)) {
            commands.execute(command);
            return SpecialKeys.DUMP_FILL_MKEY.get(command.out(), 0);
        }
    }

    /**
     * The doorbell registers that a user half gets when the device is opened: as many as it wants
     * ({@code calc_total_bfregs}), but none when it allocates their pages later.
     *
     * @throws VerbsException EINVAL when it wants none, or only those of low latency; ENOMEM beyond 1024
     */
    static int registers(MemorySegment request) {
        int wanted = ContextUdata.WANTED_REGISTERS.getInt(request);
        int lowLatency = ContextUdata.LOW_LATENCY_REGISTERS.getInt(request);
        if (wanted < 0 || wanted > MAX_REGISTERS) {
            throw new VerbsException(MlxRule.REGISTERS, "total_num_bfregs=" + wanted);
        }
        if (wanted == 0 || lowLatency < 0 || lowLatency >= wanted) {
            throw new VerbsException(
                    MlxRule.UDATA, "total_num_bfregs=" + wanted + ", num_low_latency_bfregs=" + lowLatency);
        }
        long can = ContextUdata.LIBRARY_CAPABILITIES.get(request);
        return (can & ContextUdata.ALLOCATES_DOORBELLS) == 0 ? wanted : 0;
    }

    /** The identity that user halves in C expect. */
    static String modalias() {
        return RdmaDevice.pciModalias(PCI_VENDOR, PART);
    }

    /** Fills the response to a process that opens the device. */
    void describe(MemorySegment response, int registers) {
        ContextUdata.QP_TABLE_SIZE.set(response, attributes.maxQp());
        ContextUdata.MAX_SEND_WQE.set(response, MAX_SEND_WQE);
        ContextUdata.MAX_RECEIVE_WQE.set(response, MAX_RECEIVE_WQE);
        ContextUdata.MAX_SEND_BLOCKS.set(response, attributes.maxQpWr() << LOG_BLOCKS_PER_REQUEST);
        ContextUdata.MAX_RECEIVES.set(response, attributes.maxQpWr() << LOG_BLOCKS_PER_REQUEST);
        ContextUdata.PORTS.set(response, attributes.physPortCnt());
        ContextUdata.COMMANDS_WITH_UDATA.set(
                response, ContextUdata.QUERY_DEVICE_HAS_UDATA | ContextUdata.CREATE_AH_HAS_UDATA);
        ContextUdata.ETHERNET_INLINE.set(response, ContextUdata.NO_INLINE_HEADERS);
        ContextUdata.LOG_PAGE_BYTES.set(response, PinnedPages.PAGE_SHIFT);
        ContextUdata.PAGES_PER_PAGE.set(response, 1);
        ContextUdata.REGISTER_BYTES.set(response, 2 * UarPage.HALF_BYTES);
        ContextUdata.REGISTERS.set(response, registers);
        ContextUdata.RECORD_SPACING.set(response, DoorbellRecord.SPACING);
        ContextUdata.MAX_SRQ_WQES.set(response, attributes.srqs().maxWr());
        ContextUdata.RESPONSE_LENGTH.set(response, ContextUdata.RESPONSE_BYTES);
        ContextUdata.CQE_VERSION.set(response, 1);
        ContextUdata.RESPONSE_MASK.set(response, ContextUdata.HAS_CLOCK | ContextUdata.HAS_DUMP_FILL_KEY);
        ContextUdata.CLOCK_OFFSET.set(response, 0);
        ContextUdata.CLOCK_INFO_VERSIONS.set(response, ContextUdata.CLOCK_INFO_VERSION);
        ContextUdata.DUMP_FILL_KEY.set(response, dumpFillKey);
    }

    private static OdpCapabilities odp(MemorySegment out) {
        int general = HcaCapability.ODP_GENERAL.get(out, 0);
        return new OdpCapabilities(
                (general & HcaCapability.ODP_SUPPORT) != 0,
                (general & HcaCapability.ODP_IMPLICIT) != 0,
                OdpOperation.of(HcaCapability.ODP_RC.get(out, 0)),
                Set.of(),
                OdpOperation.of(HcaCapability.ODP_UD.get(out, 0)),
                OdpOperation.of(HcaCapability.ODP_XRC.get(out, 0)));
    }

    private static DeviceAttributes attributes(MemorySegment out) {
        MemoryWindows windows = windows(HcaCapability.MEMORY_WINDOWS.get(out, 0));
        int keys = HcaCapability.MAX_MKEY.get(out, 0);
        int logFastPages = HcaCapability.LOG_MAX_FAST_PAGES.get(out, 0);
        int fastPages = logFastPages == 0 ? 0 : 1 << logFastPages;
        return new DeviceAttributesBuilder(VENDOR, PART)
                .maxQp(HcaCapability.MAX_QP.get(out, 0))
                .maxQpWr(1 << HcaCapability.LOG_MAX_QP_SIZE.get(out, 0) - LOG_BLOCKS_PER_REQUEST)
                .maxSge(MAX_SGE)
                .maxCq(HcaCapability.MAX_CQ.get(out, 0))
                .maxCqe((1 << HcaCapability.LOG_MAX_CQ_SIZE.get(out, 0)) - 1)
                .maxMr(keys)
                .maxMw(windows == MemoryWindows.NONE ? 0 : keys)
                .maxPd(HcaCapability.MAX_PD.get(out, 0))
                .maxQpRdAtomic(1 << HcaCapability.LOG_RD_ATOMIC.get(out, 0))
                .maxInline(MAX_INLINE)
                .maxMessageBytes(1L << HcaCapability.LOG_MAX_MESSAGE.get(out, 0))
                .maxMrSize(MAX_REGION_BYTES)
                .pageSizeCap(TranslationPages.SIZES)
                .atomicCap(AtomicCapability.HCA)
                .transports(EnumSet.complementOf(EnumSet.of(QpType.RAW_PACKET, QpType.DRIVER)))
                .features(features(windows, fastPages))
                .memoryWindows(windows)
                .maxSrq(HcaCapability.MAX_SRQ.get(out, 0))
                .maxSrqWr((1 << HcaCapability.LOG_MAX_SRQ_SIZE.get(out, 0)) - 1)
                .maxSrqSge(MAX_SRQ_SGE)
                .maxFastRegPages(fastPages)
                .maxDmSize(HcaCapability.DEVICE_MEMORY_PAGES.getLong(out, 0) << PinnedPages.PAGE_SHIFT)
                .maxAh(MAX_AH)
                .clock(new ClockAttributes(HcaCapability.DEVICE_FREQUENCY_KHZ.get(out, 0), WHOLE_TIMESTAMP))
                .maxMcastGroups(1 << HcaCapability.LOG_MAX_MCG.get(out, 0))
                .maxMcastQpAttach(HcaCapability.MAX_QP_MCG.get(out, 0))
                .build();
    }

    /** Memory management extensions are type-2 windows and fast registration together. */
    private static Set<DeviceCapability> features(MemoryWindows windows, int fastPages) {
        Set<DeviceCapability> features = EnumSet.of(DeviceCapability.RC_RNR_NAK_GEN, DeviceCapability.XRC);
        if (windows != MemoryWindows.NONE && fastPages > 0) {
            features.add(DeviceCapability.MEM_MGT_EXTENSIONS);
        }
        return features;
    }

    private static DeviceIdentity identity(MemorySegment out, String firmware) {
        return new DeviceIdentity(
                firmware,
                HcaCapability.NODE_GUID.getLong(out, 0),
                HcaCapability.SYSTEM_IMAGE_GUID.getLong(out, 0),
                HcaCapability.HARDWARE_REVISION.get(out, 0));
    }

    private static PortAttributes port(MemorySegment out) {
        return new PortAttributes(
                PortState.of(HcaCapability.PORT_STATE.get(out, 0)),
                Mtu.of(HcaCapability.MAX_MTU.get(out, 0)),
                Mtu.of(HcaCapability.ACTIVE_MTU.get(out, 0)),
                HcaCapability.GID_TABLE_SIZE.get(out, 0),
                LinkLayer.of(HcaCapability.LINK_LAYER.get(out, 0)));
    }

    private static MemoryWindows windows(int code) {
        return switch (code) {
            case HcaCapability.TYPES_1_AND_2A -> MemoryWindows.TYPE_1_AND_2A;
            case HcaCapability.TYPES_1_AND_2B -> MemoryWindows.TYPE_1_AND_2B;
            default -> MemoryWindows.NONE;
        };
    }
}
