package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.tools.bench.TestBench;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A card that programs use announces no more queues than a program can map. */
class MappingLimitTest {
    @TempDir
    private Path folder;

    @Test
    void shouldAnnounceFewerQueuesWhereProgramsHaveFewerMappings() {
        HcaLimits usual = MappingLimit.fitted(HcaLimits.DEFAULT, 65_530);
        assertEquals(14, usual.logMaxCq());
        assertEquals(14, usual.logMaxQp());
        assertEquals(14, usual.logMaxSrq());
        assertEquals(HcaLimits.DEFAULT.logMaxPd(), usual.logMaxPd());
        assertEquals(HcaLimits.DEFAULT.logMaxMkey(), usual.logMaxMkey());
        assertEquals(HcaLimits.DEFAULT, MappingLimit.fitted(HcaLimits.DEFAULT, 1 << 20));
        assertEquals(10, MappingLimit.fitted(HcaLimits.DEFAULT, 100).logMaxCq());
    }

    @Test
    void shouldAnnounceNoMoreQueuesThanAProgramOfThisMachineCanMap() throws IOException {
        BridgePlace place = BridgePlace.at(folder.resolve("bridge"));
        long mappings = MappingLimit.ofMachine();
        assertTrue(mappings > 0);
        try (BridgeServer server = BridgeServer.start(place, TestBench.builder(), _ -> {})) {
            DeviceAttributes device = server.bench().host("bob").open().deviceAttributes();
            assertTrue(2L * device.maxCq() < mappings, device.maxCq() + " CQs");
            assertTrue(2L * device.maxQp() < mappings, device.maxQp() + " QPs");
            assertTrue(2L * device.srqs().maxSrq() < mappings, device.srqs().maxSrq() + " SRQs");
        }
    }
}
