package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.abi.uverbs.DeviceLayouts.ExQueryDeviceResp;
import dev.fenestra.ib.core.abi.uverbs.DeviceLayouts.QueryDeviceResp;
import dev.fenestra.ib.core.abi.uverbs.DeviceLayouts.QueryPort;
import dev.fenestra.ib.core.abi.uverbs.DeviceLayouts.QueryPortResp;
import dev.fenestra.ib.core.abi.uverbs.WriteCommand;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceIdentity;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.OdpOperation;
import dev.fenestra.ib.core.vocabulary.PortAttributes;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The commands that ask what a device and its ports are. */
final class DeviceCommands implements CommandGroup {
    private static final Pattern FIRMWARE = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+)");
    private static final int MAX_MODERATION = 0xffff;
    private static final int MAX_PERIOD = 0xfff;

    private final UverbsContext context;

    DeviceCommands(UverbsContext context) {
        this.context = context;
    }

    @Override
    public void register(Map<WriteCommand, Consumer<WriteCall>> handlers) {
        handlers.put(WriteCommand.QUERY_DEVICE, call -> describe(call.response()));
        handlers.put(WriteCommand.EX_QUERY_DEVICE, this::describeFully);
        handlers.put(
                WriteCommand.QUERY_PORT,
                call -> describePort(QueryPort.PORT_NUM.getInt(call.request()), call.response()));
    }

    private void describe(MemorySegment out) {
        DeviceAttributes device = context.calls().queryDevice();
        DeviceIdentity identity = context.calls().queryIdentity();
        QueryDeviceResp.FW_VER.set(out, firmware(identity.firmware()));
        QueryDeviceResp.NODE_GUID.set(out, identity.nodeGuid());
        QueryDeviceResp.SYS_IMAGE_GUID.set(out, identity.systemImageGuid());
        QueryDeviceResp.MAX_MR_SIZE.set(out, device.maxMrSize());
        QueryDeviceResp.PAGE_SIZE_CAP.set(out, device.pageSizeCap());
        QueryDeviceResp.VENDOR_ID.set(out, device.vendorId());
        QueryDeviceResp.VENDOR_PART_ID.set(out, device.vendorPartId());
        QueryDeviceResp.HW_VER.set(out, identity.hardwareVersion());
        QueryDeviceResp.MAX_QP.set(out, device.maxQp());
        QueryDeviceResp.MAX_QP_WR.set(out, device.maxQpWr());
        QueryDeviceResp.DEVICE_CAP_FLAGS.set(out, device.deviceCapFlags());
        QueryDeviceResp.MAX_SGE.set(out, device.maxSge());
        QueryDeviceResp.MAX_SGE_RD.set(out, device.maxSge());
        QueryDeviceResp.MAX_CQ.set(out, device.maxCq());
        QueryDeviceResp.MAX_CQE.set(out, device.maxCqe());
        QueryDeviceResp.MAX_MR.set(out, device.maxMr());
        QueryDeviceResp.MAX_PD.set(out, device.maxPd());
        QueryDeviceResp.MAX_QP_RD_ATOM.set(out, device.maxQpRdAtomic());
        QueryDeviceResp.MAX_RES_RD_ATOM.set(out, device.maxResRdAtomic());
        QueryDeviceResp.MAX_QP_INIT_RD_ATOM.set(out, device.maxQpRdAtomic());
        QueryDeviceResp.ATOMIC_CAP.set(out, device.atomicCap().code());
        QueryDeviceResp.MAX_MW.set(out, device.maxMw());
        describeRest(device, out);
    }

    private static void describeRest(DeviceAttributes device, MemorySegment out) {
        QueryDeviceResp.MAX_MCAST_GRP.set(out, device.multicast().maxGroups());
        QueryDeviceResp.MAX_MCAST_QP_ATTACH.set(out, device.multicast().maxQpAttach());
        QueryDeviceResp.MAX_TOTAL_MCAST_QP_ATTACH.set(out, device.multicast().maxTotalQpAttach());
        QueryDeviceResp.MAX_AH.set(out, device.maxAh());
        QueryDeviceResp.MAX_SRQ.set(out, device.srqs().maxSrq());
        QueryDeviceResp.MAX_SRQ_WR.set(out, device.srqs().maxWr());
        QueryDeviceResp.MAX_SRQ_SGE.set(out, device.srqs().maxSge());
        QueryDeviceResp.MAX_PKEYS.set(out, device.maxPkeys());
        QueryDeviceResp.LOCAL_CA_ACK_DELAY.set(out, device.localCaAckDelay());
        QueryDeviceResp.PHYS_PORT_CNT.set(out, device.physPortCnt());
    }

    /** Four bytes in one number, as mlx5 and most other drivers have them. */
    private static long firmware(String text) {
        Matcher parts = FIRMWARE.matcher(text);
        return parts.matches()
                ? Long.parseLong(parts.group(1)) << 32
                        | Long.parseLong(parts.group(2)) << 16
                        | Long.parseLong(parts.group(3))
                : 0;
    }

    private void describeFully(WriteCall call) {
        MemorySegment out = call.response();
        describe(out);
        context.calls().describe(call.udata());
        ExQueryDeviceResp.RESPONSE_LENGTH.set(out, Math.min(out.byteSize(), ExQueryDeviceResp.SIZE));
        OdpCapabilities odp = context.calls().queryOdp();
        DeviceAttributes device = context.calls().queryDevice();
        ExQueryDeviceResp.ODP_GENERAL_CAPS.set(out, odp.generalCaps());
        ExQueryDeviceResp.RC_ODP_CAPS.set(out, mask(odp.rc()));
        ExQueryDeviceResp.UC_ODP_CAPS.set(out, mask(odp.uc()));
        ExQueryDeviceResp.UD_ODP_CAPS.set(out, mask(odp.ud()));
        ExQueryDeviceResp.TIMESTAMP_MASK.set(out, device.clock().timestampMask());
        ExQueryDeviceResp.HCA_CORE_CLOCK.set(out, device.clock().kiloHertz());
        ExQueryDeviceResp.DEVICE_CAP_FLAGS_EX.set(out, device.deviceCapFlagsEx());
        ExQueryDeviceResp.MAX_CQ_MODERATION_COUNT.set(out, MAX_MODERATION);
        ExQueryDeviceResp.MAX_CQ_MODERATION_PERIOD.set(out, MAX_PERIOD);
        ExQueryDeviceResp.MAX_DM_SIZE.set(out, device.memory().maxDmSize());
        ExQueryDeviceResp.XRC_ODP_CAPS.set(out, mask(odp.xrc()));
    }

    private static int mask(Set<OdpOperation> operations) {
        return operations.stream().mapToInt(OdpOperation::bit).reduce(0, (a, b) -> a | b);
    }

    /** Fills the structure that QUERY_PORT has in both of its forms. */
    void describePort(int number, MemorySegment out) {
        PortAttributes port = context.calls().queryPort(number);
        DeviceAttributes device = context.calls().queryDevice();
        QueryPortResp.PORT_CAP_FLAGS.set(out, port.capFlags());
        QueryPortResp.MAX_MSG_SZ.set(out, Math.min(device.maxMessageBytes(), Integer.MAX_VALUE + 1L));
        QueryPortResp.GID_TBL_LEN.set(out, port.gidTableLength());
        QueryPortResp.PKEY_TBL_LEN.set(out, device.maxPkeys());
        QueryPortResp.STATE.set(out, port.state().code());
        QueryPortResp.MAX_MTU.set(out, port.maxMtu().code());
        QueryPortResp.ACTIVE_MTU.set(out, port.activeMtu().code());
        QueryPortResp.ACTIVE_WIDTH.set(out, port.activeWidth());
        QueryPortResp.ACTIVE_SPEED.set(out, port.activeSpeed());
        QueryPortResp.PHYS_STATE.set(out, port.physicalState());
        QueryPortResp.LINK_LAYER.set(out, port.linkLayer().code());
        QueryPortResp.FLAGS.set(out, QueryPortResp.GRH_REQUIRED);
    }
}
