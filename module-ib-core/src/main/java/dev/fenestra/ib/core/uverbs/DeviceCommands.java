package dev.fenestra.ib.core.uverbs;

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
    private static final int EX_BYTES = 304;
    private static final int MAX_MODERATION = 0xffff;
    private static final int MAX_PERIOD = 0xfff;
    private static final int IS_GRH_REQUIRED = 1;

    private static final AbiField PORT_NUMBER = AbiField.u8(8);

    private final UverbsContext context;

    DeviceCommands(UverbsContext context) {
        this.context = context;
    }

    @Override
    public void register(Map<WriteCommand, Consumer<WriteCall>> handlers) {
        handlers.put(WriteCommand.QUERY_DEVICE, call -> describe(call.response()));
        handlers.put(WriteCommand.EX_QUERY_DEVICE, call -> describeFully(call.response()));
        handlers.put(
                WriteCommand.QUERY_PORT, call -> describePort(PORT_NUMBER.getInt(call.request()), call.response()));
    }

    private void describe(MemorySegment out) {
        DeviceAttributes device = context.calls().queryDevice();
        DeviceIdentity identity = context.calls().queryIdentity();
        AbiField.u64(0).set(out, firmware(identity.firmware()));
        AbiField.u64(8).setBigEndian(out, identity.nodeGuid());
        AbiField.u64(16).setBigEndian(out, identity.systemImageGuid());
        AbiField.u64(24).set(out, device.maxMrSize());
        AbiField.u64(32).set(out, device.pageSizeCap());
        AbiField.u32(40).set(out, device.vendorId());
        AbiField.u32(44).set(out, device.vendorPartId());
        AbiField.u32(48).set(out, identity.hardwareVersion());
        AbiField.u32(52).set(out, device.maxQp());
        AbiField.u32(56).set(out, device.maxQpWr());
        AbiField.u32(60).set(out, device.deviceCapFlags());
        AbiField.u32(64).set(out, device.maxSge());
        AbiField.u32(68).set(out, device.maxSge());
        AbiField.u32(72).set(out, device.maxCq());
        AbiField.u32(76).set(out, device.maxCqe());
        AbiField.u32(80).set(out, device.maxMr());
        AbiField.u32(84).set(out, device.maxPd());
        AbiField.u32(88).set(out, device.maxQpRdAtomic());
        AbiField.u32(96).set(out, device.maxResRdAtomic());
        AbiField.u32(100).set(out, device.maxQpRdAtomic());
        AbiField.u32(108).set(out, device.atomicCap().code());
        AbiField.u32(120).set(out, device.maxMw());
        describeRest(device, out);
    }

    private static void describeRest(DeviceAttributes device, MemorySegment out) {
        AbiField.u32(132).set(out, device.multicast().maxGroups());
        AbiField.u32(136).set(out, device.multicast().maxQpAttach());
        AbiField.u32(140).set(out, device.multicast().maxTotalQpAttach());
        AbiField.u32(144).set(out, device.maxAh());
        AbiField.u32(156).set(out, device.srqs().maxSrq());
        AbiField.u32(160).set(out, device.srqs().maxWr());
        AbiField.u32(164).set(out, device.srqs().maxSge());
        AbiField.u16(168).set(out, device.maxPkeys());
        AbiField.u8(170).set(out, device.localCaAckDelay());
        AbiField.u8(171).set(out, device.physPortCnt());
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

    private void describeFully(MemorySegment out) {
        describe(out);
        AbiField.u32(180).set(out, Math.min(out.byteSize(), EX_BYTES));
        OdpCapabilities odp = context.calls().queryOdp();
        DeviceAttributes device = context.calls().queryDevice();
        AbiField.u64(184).set(out, odp.generalCaps());
        AbiField.u32(192).set(out, mask(odp.rc()));
        AbiField.u32(196).set(out, mask(odp.uc()));
        AbiField.u32(200).set(out, mask(odp.ud()));
        AbiField.u64(208).set(out, device.clock().timestampMask());
        AbiField.u64(216).set(out, device.clock().kiloHertz());
        AbiField.u64(224).set(out, device.deviceCapFlagsEx());
        AbiField.u16(280).set(out, MAX_MODERATION);
        AbiField.u16(282).set(out, MAX_PERIOD);
        AbiField.u64(288).set(out, device.memory().maxDmSize());
        AbiField.u32(296).set(out, mask(odp.xrc()));
    }

    private static int mask(Set<OdpOperation> operations) {
        return operations.stream().mapToInt(OdpOperation::bit).reduce(0, (a, b) -> a | b);
    }

    /** Fills the structure that QUERY_PORT has in both of its forms. */
    void describePort(int number, MemorySegment out) {
        PortAttributes port = context.calls().queryPort(number);
        DeviceAttributes device = context.calls().queryDevice();
        AbiField.u32(0).set(out, port.capFlags());
        AbiField.u32(4).set(out, Math.min(device.maxMessageBytes(), Integer.MAX_VALUE + 1L));
        AbiField.u32(16).set(out, port.gidTableLength());
        AbiField.u16(20).set(out, device.maxPkeys());
        AbiField.u8(26).set(out, port.state().code());
        AbiField.u8(27).set(out, port.maxMtu().code());
        AbiField.u8(28).set(out, port.activeMtu().code());
        AbiField.u8(34).set(out, port.activeWidth());
        AbiField.u8(35).set(out, port.activeSpeed());
        AbiField.u8(36).set(out, port.physicalState());
        AbiField.u8(37).set(out, port.linkLayer().code());
        AbiField.u8(38).set(out, IS_GRH_REQUIRED);
    }
}
