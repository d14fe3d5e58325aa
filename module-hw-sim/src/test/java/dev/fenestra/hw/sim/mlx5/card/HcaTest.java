package dev.fenestra.hw.sim.mlx5.card;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.KeyPolicy;
import dev.fenestra.hw.sim.mlx5.prm.InitSegment;
import dev.fenestra.hw.sim.mlx5.prm.UarPage;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawMemory;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Wqe;
import org.junit.jupiter.api.Test;

class HcaTest {
    private final Fabric fabric = new Fabric();

    @Test
    void shouldBeConnectedToOneHostOnly() {
        try (Hca hca = new Hca(HcaConfig.ofIpv4(1), fabric)) {
            assertThrows(
                    IllegalStateException.class, () -> hca.writeInitSegment(InitSegment.COMMAND_DOORBELL.offset(), 1));
            assertThrows(IllegalStateException.class, hca::doorbellPage);
            RawMemory memory = new RawMemory();
            hca.connect(memory);
            assertThrows(IllegalStateException.class, () -> hca.connect(memory));
        }
    }

    @Test
    void shouldTakeTheGidOfItsConfiguration() {
        HcaConfig config = HcaConfig.ofIpv4(0x0a010203).withKeys(new KeyPolicy.Lfsr15());
        try (Hca hca = new Hca(config, fabric)) {
            hca.connect(new RawMemory());
            assertEquals(0, fabric.portOf(0, 0x0000ffff0a010203L));
            assertEquals(config, hca.config());
        }
    }

    @Test
    void shouldPickKeysAtRandomOnARealClockUnlessToldOtherwise() {
        Fabric real = Fabric.inRealTime();
        try (Hca hca = new Hca(HcaConfig.ofIpv4(1), real);
                Hca chosen = new Hca(HcaConfig.ofIpv4(2).withKeys(new KeyPolicy.Sequential()), real);
                Hca virtual = new Hca(HcaConfig.ofIpv4(1), fabric)) {
            assertInstanceOf(KeyPolicy.Random.class, hca.config().keys());
            assertEquals(new KeyPolicy.Sequential(), chosen.config().keys());
            assertEquals(new KeyPolicy.Sequential(), virtual.config().keys());
        }
    }

    @Test
    void shouldNotSharePortsBetweenDevicesOfOneGid() {
        try (Hca first = new Hca(HcaConfig.ofIpv4(1), fabric);
                Hca second = new Hca(HcaConfig.ofIpv4(1), fabric)) {
            first.connect(new RawMemory());
            assertThrows(IllegalArgumentException.class, () -> second.connect(new RawMemory()));
        }
    }

    @Test
    void shouldIgnoreOtherRegisters() {
        try (RawPair pair = new RawPair()) {
            for (int offset = 0; offset < InitSegment.BYTES; offset += 4) {
                boolean known = offset == InitSegment.COMMAND_QUEUE_HIGH.offset()
                        || offset == InitSegment.COMMAND_QUEUE_LOW.offset()
                        || offset == InitSegment.COMMAND_DOORBELL.offset();
                if (!known) {
                    pair.alice.host.hca.writeInitSegment(offset, -1);
                }
            }
            assertTrue(pair.alice.host.pd() > 0, "commands still work");
        }
    }

    @Test
    void shouldTellItsFirmwareAndNothingElseInItsRegisters() {
        try (Hca hca = new Hca(HcaConfig.ofIpv4(1), fabric)) {
            for (int offset = 0; offset < InitSegment.BYTES; offset += 4) {
                boolean told = offset == InitSegment.FIRMWARE_MAJOR.offset()
                        || offset == InitSegment.COMMAND_REVISION.offset();
                assertEquals(told, hca.readInitSegment(offset) != 0, "offset " + offset);
            }
        }
    }

    @Test
    void shouldLookAtTheRecordWhateverRegisterIsRung() {
        try (RawPair pair = new RawPair(QpSetup.usual())) {
            RawRegion from = pair.alice.host.region(pair.alice.pd, 64);
            RawRegion to = pair.bob.host.region(pair.bob.pd, 64);
            pair.alice.qp.write(Wqe.write(to.address(), to.key()).sge(from, 0, 8));
            long value = 0x7777_7777_0000_0000L | (long) pair.alice.qp.number() << 8;
            DoorbellPage another = pair.alice.host.hca.doorbellPage();
            another.write64(UarPage.SEND_DOORBELL + UarPage.HALF_BYTES, value);
            pair.settle();
            assertTrue(pair.alice.sent().isSuccess());
            assertEquals(UarPage.BYTES, another.memory().byteSize());
        }
    }

    @Test
    void shouldDoNothingWhenADoorbellNamesNoQp() {
        try (RawPair pair = new RawPair()) {
            pair.alice.host.doorbell().write64(UarPage.SEND_DOORBELL, -1);
            pair.alice.host.doorbell().write64(UarPage.SEND_DOORBELL, 0);
            pair.settle();
            assertTrue(pair.wire.all().isEmpty());
        }
    }

    @Test
    void shouldCountWhatWentOverTheWire() {
        try (RawPair pair = new RawPair()) {
            RawRegion from = pair.alice.host.region(pair.alice.pd, 4096);
            RawRegion to = pair.bob.host.region(pair.bob.pd, 4096);
            pair.alice.qp.post(Wqe.write(to.address(), to.key()).sge(from, 0, 2500));
            pair.settle();
            var alice = pair.alice.host.hca.counters();
            var bob = pair.bob.host.hca.counters();
            assertEquals(3, alice.packetsSent);
            assertEquals(2500, alice.payloadBytesSent);
            assertEquals(3, bob.packetsReceived);
            assertEquals(1, bob.packetsSent);
            assertEquals(1, alice.packetsReceived);
            assertEquals(0, bob.packetsDropped + bob.duplicateRequests + alice.retransmissions);
        }
    }
}
