package dev.fenestra.hw.sim.roce.udp;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.link.Link;
import dev.fenestra.hw.sim.fabric.link.LinkStage;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Icrc;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Wqe;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody on the path changes a byte. The ICRC detects it, unless it is computed again, which needs no key. */
class TamperTest {
    private static final int WRITES = 64;
    private static final int BYTES = 64;
    private static final int CHANGE = 0x20;

    /** A cable on which somebody changes the first byte of the payload of every second WRITE packet. */
    private static final class TamperStage implements LinkStage {
        private static final ValueLayout.OfInt LE32 = JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

        final UdpCounters counters = new UdpCounters();
        private final DatagramBuffer buffer = new DatagramBuffer();
        private final DatagramWriter writer = new DatagramWriter(buffer);
        private final DatagramReader reader = new DatagramReader(IcrcCheck.STRICT, counters, buffer);
        private final boolean fixesIcrc;
        private int seen;
        int changed;

        TamperStage(boolean fixesIcrc) {
            this.fixesIcrc = fixesIcrc;
        }

        @Override
        public void transmit(Packet packet, long now, Link next) {
            int port = packet.udpSourcePort;
            long fromHigh = packet.sourceGidHigh;
            long fromLow = packet.sourceGidLow;
            long toHigh = packet.destinationGidHigh;
            long toLow = packet.destinationGidLow;
            int bytes = writer.write(packet, fromHigh, fromLow, toHigh, toLow, port);
            boolean isWrite = Bth.opcode(packet.header, 0) == WireOpcode.RC_RDMA_WRITE_ONLY.number();
            if (isWrite && seen++ % 2 == 0) {
                long at = DatagramBuffer.PAYLOAD;
                buffer.memory.set(JAVA_BYTE, at, (byte) (buffer.memory.get(JAVA_BYTE, at) ^ CHANGE));
                changed++;
                if (fixesIcrc) {
                    int icrcAt = writer.start() + bytes - Icrc.BYTES;
                    int icrc = buffer.icrc(writer.start(), icrcAt, fromHigh, fromLow, toHigh, toLow, port);
                    buffer.memory.set(LE32, icrcAt, icrc);
                }
            }
            if (reader.read(writer.start(), bytes, fromHigh, fromLow, toHigh, toLow, port)) {
                Packet arrived = reader.packet();
                arrived.follow(packet);
                next.transmit(arrived, now);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAcceptNoChangedPacketUnlessItsIcrcIsComputedAnew(boolean fixesIcrc) {
        TamperStage tamper = new TamperStage(fixesIcrc);
        try (RawPair pair = new RawPair(QpSetup.usual())) {
            pair.fabric.through(tamper);
            RawRegion from = pair.alice.host.region(pair.alice.pd, 1 << 12);
            RawRegion to = pair.bob.host.region(pair.bob.pd, 1 << 12);
            int accepted = 0;
            for (int i = 0; i < WRITES; i++) {
                byte[] truth = new byte[BYTES];
                Arrays.fill(truth, (byte) i);
                from.write(0, truth);
                pair.alice.qp.post(Wqe.write(to.address(), to.key()).sge(from, 0, BYTES));
                assertTrue(pair.await(pair.alice.sends).isSuccess(), "the sender never notices");

                byte[] arrived = to.bytes(0, BYTES);
                if (arrived[0] != truth[0]) {
                    accepted++;
                    truth[0] ^= CHANGE;
                }
                assertArrayEquals(truth, arrived);
            }

            assertTrue(tamper.changed >= WRITES / 2, "packets changed: " + tamper.changed);
            assertEquals(fixesIcrc ? tamper.changed : 0, accepted);
            assertEquals(fixesIcrc ? 0 : tamper.changed, tamper.counters.wrongIcrcs);
        }
    }
}
