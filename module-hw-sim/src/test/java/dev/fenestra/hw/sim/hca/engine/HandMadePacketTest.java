package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.roce.wire.AtomicEth;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Ieth;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.hw.sim.testing.Entry;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.WirePacket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Packets made by hand, sent to a QP in RTS with four receives of 4096 bytes, as they were once sent to a Linux
 * soft-RoCE QP. Where that driver answers otherwise than the rules say, the row says so.
 */
class HandMadePacketTest {
    private static final int PSN = QpSetup.usual().psn();
    private static final int MTU = QpSetup.usual().mtuBytes();
    private static final int RECEIVES = 4;
    private static final int RECEIVE_BYTES = 4096;
    private static final int BAD_KEY = 0x00ffff00;

    private final RawPair pair = new RawPair(QpSetup.usual());
    private final RawRegion from = pair.alice.host.region(pair.alice.pd, 1 << 16);
    private final RawRegion to = pair.bob.host.region(pair.bob.pd, 1 << 16);

    /** Fills a packet for the target. */
    @FunctionalInterface
    private interface Maker {
        void make(HandMadePacketTest test, Packet packet);
    }

    /**
     * @param answers what goes back, as {@code opcode psn-offset syndrome payload}
     * @param receives syndrome and length of completions at the target; {@code flush} is left out of the count
     */
    private record Row(String name, List<Maker> packets, List<String> answers, List<String> receives, int state) {
        @Override
        public String toString() {
            return name;
        }
    }

    @AfterEach
    void close() {
        pair.close();
    }

    private static Maker packet(WireOpcode opcode, int ahead, int payload, Extension... extensions) {
        return (test, packet) -> {
            Bth.write(
                    packet.header,
                    0,
                    opcode.number(),
                    false,
                    -payload & 3,
                    0xffff,
                    test.pair.bob.qp.number(),
                    true,
                    PSN + ahead & 0xffffff);
            packet.headerBytes = opcode.headerBytes();
            for (Extension extension : extensions) {
                extension.write(test, packet.header);
            }
            if (payload > 0) {
                packet.addPayload(test.from.pages()[0], Math.min(payload, 4096));
            }
        };
    }

    /** A header after the BTH. */
    @FunctionalInterface
    private interface Extension {
        void write(HandMadePacketTest test, byte[] header);
    }

    private static Extension reth(int length) {
        return (test, header) -> Reth.write(header, Bth.BYTES, test.to.address(), test.to.key(), length);
    }

    private static Extension badReth(int length) {
        return (test, header) -> Reth.write(header, Bth.BYTES, test.to.address(), BAD_KEY, length);
    }

    private static Extension farReth(int length) {
        return (test, header) -> Reth.write(header, Bth.BYTES, test.to.address() + 60_000, test.to.key(), length);
    }

    private static Extension readOnlyReth(int length) {
        return (test, header) -> {
            RawHost host = test.pair.bob.host;
            RawRegion readable =
                    host.region(test.pair.bob.pd, 0x7000_0000, 4096, RawHost.LOCAL_WRITE | RawHost.REMOTE_READ, 0);
            Reth.write(header, Bth.BYTES, readable.address(), readable.key(), length);
        };
    }

    private static Extension add() {
        return (test, header) -> AtomicEth.write(header, Bth.BYTES, test.to.address() + 7 & -8, test.to.key(), 1, 0);
    }

    private static Extension invalidate() {
        return (test, header) -> Ieth.write(header, Bth.BYTES, test.to.key());
    }

    private static Maker changed(Maker maker, int at, int set, int clear) {
        return (test, packet) -> {
            maker.make(test, packet);
            packet.header[at] = (byte) (packet.header[at] & ~clear | set);
        };
    }

    private static Row row(String name, List<Maker> packets, List<String> answers, List<String> receives) {
        return new Row(name, packets, answers, receives, Qpc.STATE_RTS);
    }

    private static Row fatal(String name, List<Maker> packets, List<String> answers, List<String> receives) {
        return new Row(name, packets, answers, receives, Qpc.STATE_ERR);
    }

    static Stream<Row> rows() {
        Maker send = packet(WireOpcode.RC_SEND_ONLY, 0, 64);
        Maker first = packet(WireOpcode.RC_SEND_FIRST, 0, MTU);
        Maker read = packet(WireOpcode.RC_RDMA_READ_REQUEST, 0, 0, reth(2000));
        List<String> none = List.of();
        return Stream.of(
                row("SEND ONLY at the expected PSN", List.of(send), List.of("ACK +0"), List.of("0:64")),
                row(
                        "SEND ONLY one ahead",
                        List.of(packet(WireOpcode.RC_SEND_ONLY, 1, 64)),
                        List.of("NAK 0x60 +0"),
                        none),
                row("SEND ONLY twice", List.of(send, send), List.of("ACK +0", "ACK +0"), List.of("0:64")),
                row(
                        "SEND ONLY far behind (soft-RoCE acknowledges PSN 0xffffff)",
                        List.of(packet(WireOpcode.RC_SEND_ONLY, -100, 64)),
                        List.of("ACK -1"),
                        none),
                row("limited P_Key", List.of(changed(send, 2, 0, 0x80)), List.of("ACK +0"), List.of("0:64")),
                row("another partition", List.of(changed(send, 3, 0, 1)), none, none),
                row("transport version 1", List.of(changed(send, 1, 1, 0)), none, none),
                row("MigReq 1", List.of(changed(send, 1, 0x40, 0)), List.of("ACK +0"), List.of("0:64")),
                row("unknown QPN", List.of(changed(send, 5, 0x77, 0)), none, none),
                row("UC opcode", List.of(changed(send, 0, 0x24, 0xff)), none, none),
                row("UD opcode", List.of(changed(send, 0, 0x64, 0xff)), none, none),
                fatal(
                        "SEND LAST with no FIRST",
                        List.of(packet(WireOpcode.RC_SEND_LAST, 0, 64)),
                        List.of("NAK 0x61 +0"),
                        none),
                fatal(
                        "SEND FIRST, then SEND FIRST",
                        List.of(first, packet(WireOpcode.RC_SEND_FIRST, 1, MTU)),
                        List.of("ACK +0", "NAK 0x61 +1"),
                        List.of("REM_INV:0")),
                fatal(
                        "SEND FIRST, then SEND ONLY",
                        List.of(first, packet(WireOpcode.RC_SEND_ONLY, 1, 64)),
                        List.of("ACK +0", "NAK 0x61 +1"),
                        List.of("REM_INV:0")),
                fatal(
                        "SEND FIRST, then READ REQUEST",
                        List.of(first, packet(WireOpcode.RC_RDMA_READ_REQUEST, 1, 0, reth(64))),
                        List.of("ACK +0", "NAK 0x61 +1"),
                        List.of("REM_INV:0")),
                fatal(
                        "SEND LAST with no payload (soft-RoCE takes it)",
                        List.of(first, packet(WireOpcode.RC_SEND_LAST, 1, 0)),
                        List.of("ACK +0", "NAK 0x61 +1"),
                        List.of("REM_INV:0")),
                fatal(
                        "SEND ONLY longer than the MTU (soft-RoCE takes it)",
                        List.of(packet(WireOpcode.RC_SEND_ONLY, 0, 2048)),
                        List.of("NAK 0x61 +0"),
                        List.of("REM_INV:0")),
                row(
                        "READ REQUEST of 64 bytes",
                        List.of(packet(WireOpcode.RC_RDMA_READ_REQUEST, 0, 0, reth(64))),
                        List.of("RESP +0 64"),
                        none),
                row(
                        "READ REQUEST of 3000 bytes, then SEND inside its range (soft-RoCE acknowledges PSN 0xffffff)",
                        List.of(
                                packet(WireOpcode.RC_RDMA_READ_REQUEST, 0, 0, reth(3000)),
                                packet(WireOpcode.RC_SEND_ONLY, 1, 64)),
                        List.of("RESP +0 1024", "RESP +1 1024", "RESP +2 952", "ACK +2"),
                        none),
                row(
                        "READ REQUEST of length 0 with a bad key",
                        List.of(packet(WireOpcode.RC_RDMA_READ_REQUEST, 0, 0, badReth(0))),
                        List.of("RESP +0 0"),
                        none),
                row(
                        "READ REQUEST repeated",
                        List.of(read, read),
                        List.of("RESP +0 1024", "RESP +1 976", "RESP +0 1024", "RESP +1 976"),
                        none),
                row(
                        "READ REQUEST repeated for another address",
                        List.of(read, packet(WireOpcode.RC_RDMA_READ_REQUEST, 0, 0, farReth(2000))),
                        List.of("RESP +0 1024", "RESP +1 976"),
                        none),
                row(
                        "READ REQUEST with a payload",
                        List.of(packet(WireOpcode.RC_RDMA_READ_REQUEST, 0, 64, reth(64))),
                        List.of("RESP +0 64"),
                        none),
                row(
                        "WRITE ONLY of length 0 with a bad key",
                        List.of(packet(WireOpcode.RC_RDMA_WRITE_ONLY, 0, 0, badReth(0))),
                        List.of("ACK +0"),
                        none),
                fatal(
                        "WRITE ONLY whose DMA length is larger than the payload",
                        List.of(packet(WireOpcode.RC_RDMA_WRITE_ONLY, 0, 64, reth(128))),
                        List.of("NAK 0x61 +0"),
                        none),
                fatal(
                        "WRITE FIRST and LAST with less than the DMA length",
                        List.of(
                                packet(WireOpcode.RC_RDMA_WRITE_FIRST, 0, MTU, reth(2 * MTU)),
                                packet(WireOpcode.RC_RDMA_WRITE_LAST, 1, 64)),
                        List.of("ACK +0", "NAK 0x61 +1"),
                        none),
                fatal(
                        "WRITE ONLY to a region that may only be read",
                        List.of(packet(WireOpcode.RC_RDMA_WRITE_ONLY, 0, 64, readOnlyReth(64))),
                        List.of("NAK 0x62 +0"),
                        none),
                row("FETCH ADD", List.of(packet(WireOpcode.RC_FETCH_ADD, 0, 0, add())), List.of("ATOMIC +0"), none),
                row(
                        "FETCH ADD twice",
                        List.of(
                                packet(WireOpcode.RC_FETCH_ADD, 0, 0, add()),
                                packet(WireOpcode.RC_FETCH_ADD, 0, 0, add())),
                        List.of("ATOMIC +0", "ATOMIC +0"),
                        none),
                fatal(
                        "SEND that invalidates the key of a region (soft-RoCE acknowledges it)",
                        List.of(packet(WireOpcode.RC_SEND_ONLY_INV, 0, 64, invalidate())),
                        none,
                        List.of("REM_INV:0")),
                row(
                        "READ RESPONSE with nothing outstanding",
                        List.of(packet(WireOpcode.RC_RDMA_READ_RESPONSE_ONLY, 0, 64)),
                        none,
                        none));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void shouldAnswer(Row row) {
        for (int i = 0; i < RECEIVES; i++) {
            pair.bob.qp.receive(to, i * RECEIVE_BYTES, RECEIVE_BYTES);
        }
        for (Maker maker : row.packets) {
            inject(maker);
            pair.settle();
        }
        List<String> answers =
                pair.wire.to(0).stream().map(HandMadePacketTest::answer).toList();
        List<String> completions = new ArrayList<>();
        int flushed = 0;
        for (Entry entry : pair.bob.receives.drain()) {
            boolean isFlush = entry.syndrome() == CqeSyndrome.FLUSHED;
            flushed += isFlush ? 1 : 0;
            if (!isFlush) {
                completions.add(completion(entry));
            }
        }
        int flushes = row.state == Qpc.STATE_ERR ? RECEIVES - row.receives.size() : 0;
        int seenFlushes = flushed;
        assertAll(
                row.name,
                () -> assertEquals(row.answers, answers, "answers"),
                () -> assertEquals(row.receives, completions, "receive completions"),
                () -> assertEquals(flushes, seenFlushes, "receives flushed"),
                () -> assertEquals(row.state, pair.bob.state(), "state"));
    }

    private static String completion(Entry entry) {
        return entry.isSuccess()
                ? "0:" + entry.byteCount()
                : (entry.syndrome() == CqeSyndrome.REMOTE_INVALID_REQUEST ? "REM_INV" : entry.syndrome()) + ":0";
    }

    private static String answer(WirePacket packet) {
        String offset = String.format("%+d", (packet.psn() - PSN) << 8 >> 8);
        if (packet.is(WireOpcode.RC_ATOMIC_ACKNOWLEDGE)) {
            return "ATOMIC " + offset;
        }
        if (!packet.is(WireOpcode.RC_ACKNOWLEDGE)) {
            return "RESP " + offset + " " + packet.payload();
        }
        return (packet.syndrome() == 0x1f ? "ACK " : String.format("NAK 0x%02x ", packet.syndrome())) + offset;
    }

    private void inject(Maker maker) {
        HcaConfig sender = pair.alice.host.hca.config();
        Packet packet = new Packet(pair.alice.host.memory);
        packet.sourceGidHigh = sender.gidHigh();
        packet.sourceGidLow = sender.gidLow();
        packet.destinationPort = 1;
        maker.make(this, packet);
        pair.fabric.link().transmit(packet, pair.fabric.now());
    }
}
