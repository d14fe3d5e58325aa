package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.host.HcaClock;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.MttPlacement;
import dev.fenestra.hw.sim.hca.limits.OdpSupport;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.hw.sim.hca.number.NumberPool;
import dev.fenestra.hw.sim.hca.port.GidTable;
import dev.fenestra.hw.sim.hca.qp.MulticastGroups;
import dev.fenestra.hw.sim.hca.table.CardMemory;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.HcaCapability;
import dev.fenestra.hw.sim.mlx5.prm.SetRoceAddress;
import dev.fenestra.hw.sim.roce.wire.PortGid;
import java.lang.foreign.MemorySegment;
import java.util.Map;

/** Commands about the device itself: capabilities, GIDs of its port, PDs, doorbell pages. */
final class DeviceCommands {
    private static final int HARDWARE_REVISION = 1;

    private final HcaConfig config;
    private final GidTable gids;
    private final Numbers numbers;

    DeviceCommands(HcaConfig config, GidTable gids, Numbers numbers) {
        this.config = config;
        this.gids = gids;
        this.numbers = numbers;
    }

    void register(Map<CommandOpcode, CommandHandler> handlers) {
        handlers.put(CommandOpcode.QUERY_HCA_CAP, this::queryCapabilities);
        handlers.put(CommandOpcode.SET_ROCE_ADDRESS, this::setRoceAddress);
        handlers.put(CommandOpcode.ALLOC_PD, buffers -> allocate(numbers.pds, buffers, CommandSyndrome.PD_LIMIT));
        handlers.put(CommandOpcode.DEALLOC_PD, buffers -> free(numbers.pds, buffers, CommandSyndrome.PD_UNKNOWN));
        handlers.put(CommandOpcode.ALLOC_UAR, buffers -> allocate(numbers.uars, buffers, CommandSyndrome.UAR_LIMIT));
        handlers.put(CommandOpcode.DEALLOC_UAR, buffers -> free(numbers.uars, buffers, CommandSyndrome.UAR_UNKNOWN));
    }

    private CommandSyndrome setRoceAddress(CommandBuffers buffers) {
        if (buffers.inputLength() < SetRoceAddress.BYTES) {
            return CommandSyndrome.ROCE_INPUT;
        }
        int index = SetRoceAddress.INDEX.get(buffers.input(), 0);
        if (!GidTable.isEntry(index)) {
            return CommandSyndrome.ROCE_INDEX;
        }
        long high = SetRoceAddress.GID_HIGH.getLong(buffers.input(), 0);
        long low = SetRoceAddress.GID_LOW.getLong(buffers.input(), 0);
        if (PortGid.isMulticast(high, low)) {
            return CommandSyndrome.ROCE_GID;
        }
        if (index == 0 && (high | low) == 0) {
            return CommandSyndrome.ROCE_FIRST;
        }
        return gids.set(index, high, low) ? CommandSyndrome.NONE : CommandSyndrome.ROCE_TAKEN;
    }

    private CommandSyndrome queryCapabilities(CommandBuffers buffers) {
        if (buffers.outputLength() < HcaCapability.BYTES) {
            return CommandSyndrome.CAPABILITY_OUTPUT;
        }
        MemorySegment out = buffers.output();
        HcaCapability.LOG_MAX_QP.set(out, 0, config.limits().logMaxQp());
        HcaCapability.LOG_MAX_QP_SIZE.set(out, 0, config.limits().logMaxQpSize());
        HcaCapability.LOG_MAX_SRQ.set(out, 0, config.limits().logMaxSrq());
        HcaCapability.LOG_MAX_SRQ_SIZE.set(out, 0, config.limits().logMaxSrqSize());
        HcaCapability.LOG_MAX_CQ.set(out, 0, config.limits().logMaxCq());
        HcaCapability.LOG_MAX_CQ_SIZE.set(out, 0, config.limits().logMaxCqSize());
        HcaCapability.LOG_MAX_MKEY.set(out, 0, config.limits().logMaxMkey());
        HcaCapability.LOG_MAX_PD.set(out, 0, config.limits().logMaxPd());
        HcaCapability.DEVICE_FREQUENCY_KHZ.set(out, 0, HcaClock.KILOHERTZ);
        HcaCapability.MAX_QP.set(out, 0, config.maxQps());
        HcaCapability.MAX_SRQ.set(out, 0, config.limits().maxSrqs());
        HcaCapability.MAX_CQ.set(out, 0, config.limits().maxCqs());
        HcaCapability.MAX_MKEY.set(out, 0, config.limits().maxMkeys());
        HcaCapability.MAX_PD.set(out, 0, config.limits().maxPds());
        HcaCapability.LOG_MAX_MESSAGE.set(out, 0, config.limits().logMaxMessage());
        HcaCapability.LOG_RD_ATOMIC.set(out, 0, config.limits().logRdAtomic());
        HcaCapability.MAX_INDIRECTION.set(out, 0, config.limits().mkeys().maxIndirection());
        HcaCapability.NULL_MKEY.set(out, 0, 1);
        HcaCapability.LOG_MAX_KLM_LIST.set(out, 0, config.limits().mkeys().logMaxList());
        HcaCapability.LOG_MAX_KLM_BYTES.set(out, 0, config.limits().mkeys().logMaxEntry());
        HcaCapability.MAX_QP_MCG.set(out, 0, MulticastGroups.MAX_MEMBERS);
        HcaCapability.LOG_MAX_MCG.set(out, 0, MulticastGroups.LOG_MAX_GROUPS);
        HcaCapability.WANTS_PAGES.set(out, 0, config.memory().translations() == MttPlacement.HOST_MEMORY);
        HcaCapability.DEVICE_MEMORY_PAGES.set(out, 0, config.memory().deviceMemoryBytes() >>> CardMemory.PAGE_SHIFT);
        HcaCapability.LOG_MAX_FAST_PAGES.set(out, 0, config.limits().mkeys().logMaxFastPages());
        HcaCapability.MEMORY_WINDOWS.set(out, 0, windows(config.windows()));
        onDemand(out);
        identity(out);
        return CommandSyndrome.NONE;
    }

    private void onDemand(MemorySegment out) {
        OdpSupport odp = config.odp();
        HcaCapability.ODP_GENERAL.set(out, 0, general(odp));
        HcaCapability.ODP_RC.set(out, 0, odp.rc());
        HcaCapability.ODP_UD.set(out, 0, odp.ud());
        HcaCapability.ODP_XRC.set(out, 0, odp.xrc());
    }

    private void identity(MemorySegment out) {
        HcaCapability.NODE_GUID.setLong(out, 0, config.nodeGuid());
        HcaCapability.SYSTEM_IMAGE_GUID.setLong(out, 0, config.nodeGuid());
        HcaCapability.GID_TABLE_SIZE.set(out, 0, HcaConfig.GID_TABLE_SIZE);
        HcaCapability.GID_HIGH.setLong(out, 0, config.gidHigh());
        HcaCapability.GID_LOW.setLong(out, 0, config.gidLow());
        if (config.linkLocal()) {
            HcaCapability.SECOND_GID_HIGH.setLong(out, 0, config.gidHigh(1));
            HcaCapability.SECOND_GID_LOW.setLong(out, 0, config.gidLow(1));
        }
        HcaCapability.LINK_LAYER.set(out, 0, HcaCapability.LINK_ETHERNET);
        HcaCapability.PORT_STATE.set(out, 0, HcaCapability.STATE_ACTIVE);
        HcaCapability.MAX_MTU.set(out, 0, HcaCapability.MTU_4096);
        HcaCapability.ACTIVE_MTU.set(out, 0, HcaCapability.MTU_4096);
        HcaCapability.HARDWARE_REVISION.set(out, 0, HARDWARE_REVISION);
    }

    private static int general(OdpSupport odp) {
        return (odp.present() ? HcaCapability.ODP_SUPPORT : 0) | (odp.implicit() ? HcaCapability.ODP_IMPLICIT : 0);
    }

    private static int windows(WindowSupport support) {
        return switch (support) {
            case NONE -> HcaCapability.NO_WINDOWS;
            case TYPES_1_AND_2A -> HcaCapability.TYPES_1_AND_2A;
            case TYPES_1_AND_2B -> HcaCapability.TYPES_1_AND_2B;
        };
    }

    private static CommandSyndrome allocate(Numbers.Kind kind, CommandBuffers buffers, CommandSyndrome none) {
        int number = kind.take();
        if (number == NumberPool.NONE) {
            return none;
        }
        buffers.object(number);
        return CommandSyndrome.NONE;
    }

    private static CommandSyndrome free(Numbers.Kind kind, CommandBuffers buffers, CommandSyndrome unknown) {
        if (!kind.isAlive(buffers.object())) {
            return unknown;
        }
        kind.free(buffers.object());
        return CommandSyndrome.NONE;
    }
}
