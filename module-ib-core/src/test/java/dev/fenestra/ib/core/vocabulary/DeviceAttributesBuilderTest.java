package dev.fenestra.ib.core.vocabulary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DeviceAttributesBuilderTest {
    private static DeviceAttributesBuilder smallest() {
        return new DeviceAttributesBuilder(0xacce, 7)
                .transports(Set.of(QpType.RC))
                .maxQp(2)
                .maxQpWr(16)
                .maxSge(1)
                .maxCq(2)
                .maxCqe(32)
                .maxPd(2)
                .maxMr(3)
                .maxMrSize(-1)
                .maxMessageBytes(1L << 31);
    }

    @Test
    void shouldLeaveOutWhatIsNotAnnounced() {
        DeviceAttributes device = smallest().build();

        assertEquals(0xacce, device.vendorId());
        assertEquals(7, device.vendorPartId());
        assertEquals(3, device.maxMr());
        assertEquals(0, device.maxMw());
        assertEquals(0, device.maxInline());
        assertEquals(0, device.maxAh());
        assertEquals(4096, device.pageSizeCap());
        assertEquals(1, device.physPortCnt());
        assertEquals(1, device.maxPkeys());
        assertEquals(AtomicCapability.NONE, device.atomicCap());
        assertEquals(MemoryWindows.NONE, device.memoryWindows());
        assertEquals(SrqLimits.NONE, device.srqs());
        assertEquals(MemoryLimits.NONE, device.memory());
        assertEquals(ClockAttributes.NONE, device.clock());
        assertEquals(MulticastLimits.NONE, device.multicast());
        assertEquals(0, device.deviceCapFlagsEx());
    }

    @Test
    void shouldHaveAddressHandlesWhereThereAreDatagrams() {
        Set<QpType> both = Set.of(QpType.RC, QpType.UD);

        assertEquals(65_536, smallest().transports(both).build().maxAh());
        assertEquals(5, smallest().transports(both).maxAh(5).build().maxAh());
    }

    @Test
    void shouldBeginWithTheAttributesOfAnother() {
        DeviceAttributes device = smallest()
                .transports(Set.of(QpType.values()))
                .features(Set.of(DeviceCapability.XRC))
                .memoryWindows(MemoryWindows.TYPE_1_AND_2A)
                .maxMw(4)
                .maxQpRdAtomic(8)
                .maxInline(64)
                .atomicCap(AtomicCapability.HCA)
                .maxSrq(1)
                .maxSrqWr(2)
                .maxSrqSge(3)
                .maxFastRegPages(4)
                .maxDmSize(8192)
                .maxAh(6)
                .physPortCnt(2)
                .maxPkeys(3)
                .pageSizeCap(0x3000)
                .clock(new ClockAttributes(1000, -1))
                .maxMcastGroups(4)
                .maxMcastQpAttach(2)
                .build();

        assertEquals(device, new DeviceAttributesBuilder(device).build());
    }

    static Stream<Arguments> contradictions() {
        return Stream.of(
                of("max_qp=0, but the device offers QPs of the types [RC]", device -> device.maxQp(0)),
                of("max_qp_wr=-1, but the device offers QPs of the types [RC]", device -> device.maxQpWr(-1)),
                of("max_sge=0, but the device offers QPs of the types [RC]", device -> device.maxSge(0)),
                of("max_cq=0, but the device offers QPs of the types [RC]", device -> device.maxCq(0)),
                of("max_cqe=0, but the device offers QPs of the types [RC]", device -> device.maxCqe(0)),
                of("max_pd=0, but the device offers QPs of the types [RC]", device -> device.maxPd(0)),
                of("max_msg_sz=0, but the device offers QPs of the types [RC]", device -> device.maxMessageBytes(0)),
                of("max_msg_sz=2147483649 is more than 2^31", device -> device.maxMessageBytes((1L << 31) + 1)),
                of("max_mr_size=0, but the device offers regions", device -> device.maxMrSize(0)),
                of("page_size_cap=0, but the device offers regions", device -> device.pageSizeCap(0)),
                of("max_mw=1, but the device offers no type of windows", device -> device.maxMw(1)),
                of(
                        "max_mw=0, but the device offers windows of TYPE_1_AND_2B",
                        device -> device.memoryWindows(MemoryWindows.TYPE_1_AND_2B)),
                of("max_qp_rd_atom=0, but the device offers atomics", device -> device.atomicCap(AtomicCapability.HCA)),
                of(
                        "max_fast_reg_page_list_len=0, but the device offers MEM_MGT_EXTENSIONS",
                        device -> device.features(Set.of(DeviceCapability.MEM_MGT_EXTENSIONS))),
                of("max_srq=0, but the device offers XRC", device -> device.features(Set.of(DeviceCapability.XRC))),
                of("max_srq_wr=0, but the device offers SRQs", device -> device.maxSrq(1)),
                of(
                        "max_srq_sge=0, but the device offers SRQs",
                        device -> device.maxSrq(1).maxSrqWr(1)),
                of("max_mcast_qp_attach=0, but the device offers multicast groups", device -> device.maxMcastGroups(4)),
                of(
                        "max_mcast_grp=4, but the device has no UD QPs",
                        device -> device.maxMcastGroups(4).maxMcastQpAttach(1)),
                of("phys_port_cnt=0 and max_pkeys=1 are at least 1", device -> device.physPortCnt(0)),
                of("max_inline_data=-1", device -> device.maxInline(-1)),
                of("max_ah=-2", device -> device.maxAh(-2)));
    }

    private static Arguments of(String text, UnaryOperator<DeviceAttributesBuilder> change) {
        return Arguments.of(text, change);
    }

    @ParameterizedTest
    @MethodSource("contradictions")
    void shouldRefuseLimitsThatContradictEachOther(String text, UnaryOperator<DeviceAttributesBuilder> change) {
        DeviceAttributesBuilder device = change.apply(smallest());

        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, device::build);

        assertEquals("device attributes: " + text, refused.getMessage());
    }
}
