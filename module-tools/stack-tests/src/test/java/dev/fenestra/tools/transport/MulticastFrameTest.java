package dev.fenestra.tools.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.roce.wire.RoceFrame;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.PcapTap;
import dev.fenestra.tools.testing.CapturedFrames;
import dev.fenestra.uverbs.request.Datagram;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * A datagram to a group as a capture shows it: one frame to the group's IP address, and to the MAC address made of it
 * (RFC 1112, RFC 2464).
 */
class MulticastFrameTest {
    private static final int QKEY = 0x11111111;
    private static final int EVERYBODY = 0xffffff;

    /** What a capture has of one datagram to a group that bob and carol are in. */
    private static RoceFrame frame(Gid group, UnaryOperator<HcaConfig> config) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (TestBench bench = TestBench.builder()
                        .hosts("alice", "bob", "carol")
                        .hcaConfig(config)
                        .build();
                Journal journal = Journal.of(bench)) {
            End alice = new End(bench.host("alice"), QpType.UD);
            alice.qp.bringUp(QKEY);
            for (String name : List.of("bob", "carol")) {
                End member = new End(bench.host(name), QpType.UD);
                member.qp.bringUp(QKEY);
                member.qp.attachMulticast(group);
            }
            try (PcapTap _ = PcapTap.on(bench, journal, file, Long.MAX_VALUE)) {
                alice.qp.post(Datagram.of(1, alice.pd.createAh(group), EVERYBODY, QKEY, alice.slice(0, 64)));
                alice.awaitSent(1).orThrow();
            }
        }
        List<CapturedFrames.Captured> packets = CapturedFrames.packets(file.toByteArray());
        assertEquals(1, packets.size());
        RoceFrame frame = packets.getFirst().frame().orElseThrow();
        assertTrue(frame.icrcValid());
        return frame;
    }

    /** The MAC address has the low 23 bits of the IP address. */
    @Test
    void shouldSendOneFrameToTheIpv4AndMacAddressOfAGroup() throws IOException {
        RoceFrame frame = frame(Gid.ofIpv4(0xe081_0203), UnaryOperator.identity());

        assertEquals(dev.fenestra.hw.sim.roce.wire.PortGid.ofIpv4(0xe081_0203), frame.destination());
        assertEquals(0x0100_5e01_0203L, frame.destinationMac());
        assertEquals(0x0200_0000_0000L, frame.sourceMac() & 0xffff_0000_0000L);
    }

    /** The MAC address has the low 32 bits of the IP address. */
    @Test
    void shouldSendOneFrameToTheIpv6AndMacAddressOfAGroup() throws IOException {
        long high = 0xff0e_0000_0000_0000L;
        RoceFrame frame = frame(
                new Gid(high, 0x8765_4321L), config -> config.withGid(0xfd09_0000_0000_0000L, config.gidLow() & 0xf));

        assertEquals(new dev.fenestra.hw.sim.roce.wire.PortGid(high, 0x8765_4321L), frame.destination());
        assertEquals(0x3333_8765_4321L, frame.destinationMac());
    }
}
