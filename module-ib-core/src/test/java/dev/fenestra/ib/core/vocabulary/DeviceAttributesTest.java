package dev.fenestra.ib.core.vocabulary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceAttributesTest {

    @ParameterizedTest
    @CsvSource({"NONE,0x1000", "TYPE_1_AND_2A,0x821000", "TYPE_1_AND_2B,0x1021000"})
    void shouldFlagWindowsAndFeaturesAndNothingElse(MemoryWindows windows, int flags) {
        assertEquals(flags, attributes(windows).deviceCapFlags());
    }

    @Test
    void shouldTellWhatTheDeviceCanDo() {
        DeviceAttributes device = attributes(MemoryWindows.TYPE_1_AND_2A);

        assertTrue(device.can(DeviceCapability.MEM_WINDOW));
        assertTrue(device.can(DeviceCapability.MEM_WINDOW_TYPE_2A));
        assertTrue(device.can(DeviceCapability.RC_RNR_NAK_GEN));
        assertFalse(device.can(DeviceCapability.MEM_WINDOW_TYPE_2B));
        assertFalse(device.can(DeviceCapability.MEM_MGT_EXTENSIONS));
        assertFalse(device.can(DeviceCapability.SRQ_RESIZE));
    }

    @Test
    void shouldServeReadsAndAtomicsOnAllQpsTogether() {
        assertEquals(262_144 * 16, attributes(MemoryWindows.NONE).maxResRdAtomic());
    }

    private static DeviceAttributes attributes(MemoryWindows windows) {
        return new DeviceAttributesBuilder(1, 2)
                .maxQp(262_144)
                .maxQpWr(128)
                .maxSge(4)
                .maxCq(3)
                .maxCqe(1000)
                .maxMr(3)
                .maxMw(windows == MemoryWindows.NONE ? 0 : 3)
                .maxPd(3)
                .maxQpRdAtomic(16)
                .maxInline(64)
                .maxMessageBytes(1 << 30)
                .maxMrSize(-1)
                .atomicCap(AtomicCapability.HCA)
                .transports(Set.of(QpType.RC))
                .features(Set.of(DeviceCapability.RC_RNR_NAK_GEN))
                .memoryWindows(windows)
                .build();
    }
}
