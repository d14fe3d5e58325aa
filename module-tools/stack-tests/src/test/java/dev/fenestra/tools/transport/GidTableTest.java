package dev.fenestra.tools.transport;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.mlx5.prm.DatagramSegment;
import dev.fenestra.hw.sim.roce.wire.RoceFrame;
import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.PcapTap;
import dev.fenestra.tools.testing.CapturedFrames;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.Grh;
import dev.fenestra.uverbs.request.AddressHandle;
import dev.fenestra.uverbs.request.Datagram;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A port has an IPv4 address at index 0 of its GID table, and the link-local IPv6 address of its node at index 1. */
class GidTableTest {
    private static final int QKEY = 0x11111111;
    /** Bytes of a segment of a WQE. */
    private static final int UNIT = 16;

    private static final ConnectOptions SECOND = ConnectOptions.DEFAULT.withGidIndex(1);

    @AutoClose
    private final TestBench bench = TestBench.twoHosts();

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    private End end(String name, QpType type) {
        return new End(bench.host(name), type);
    }

    @Test
    void shouldHaveTwoFilledEntriesOfSixteen() {
        End alice = end("alice", QpType.RC);

        assertEquals(16, alice.context.port(1).gidTableLength());
        assertEquals(Gid.ofIpv4(0x0a000001), alice.context.gid(0));
        assertEquals("fe80::aff:fe00:1", alice.context.gid(1).toString());
        assertEquals(Gid.UNSPECIFIED, alice.context.gid(2));
        assertEquals(Gid.UNSPECIFIED, alice.context.gid(15));
        assertEquals(
                Errno.EINVAL,
                assertThrows(VerbsException.class, () -> alice.context.gid(16)).errno());
    }

    @ParameterizedTest
    @EnumSource(
            value = QpType.class,
            names = {"RC", "UC"})
    void shouldSendBetweenTheSecondGidsOfTwoPorts(QpType type) throws IOException {
        End alice = end("alice", type);
        End bob = end("bob", type);
        try (Journal journal = Journal.of(bench);
                PcapTap _ = PcapTap.on(bench, journal, file, Long.MAX_VALUE)) {
            alice.qp.connect(bob.qp.endpoint(SECOND), SECOND);
            bob.qp.connect(alice.qp.endpoint(SECOND), SECOND);
            alice.memory.putLong(0, 0x0102030405060708L);
            alice.qp.post(RdmaWrite.of(1, bob.region.slice(64, 8).remote(), alice.slice(0, 8)));
            alice.awaitSent(1).orThrow();
        }
        assertEquals(0x0102030405060708L, bob.memory.getLong(64));
        assertEquals(1, alice.qp.query().sourceGidIndex());
        RoceFrame request =
                CapturedFrames.packets(file.toByteArray()).getFirst().frame().orElseThrow();
        assertTrue(request.icrcValid());
        assertEquals(wire(alice.context.gid(1)), request.source());
        assertEquals(wire(bob.context.gid(1)), request.destination());
        assertEquals(0x0200_0a00_0001L, request.sourceMac());
        assertEquals(0x0200_0a00_0002L, request.destinationMac());
    }

    /**
     * IBA 9.6.1.5: the requester is the peer, but its packets go to another GID than the one that the QP answers for.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldDropPacketsToAnotherGidOfThePortThanTheQps(boolean isWatched) {
        End alice = end("alice", QpType.RC);
        End bob = end("bob", QpType.RC);
        ConnectOptions quick = ConnectOptions.DEFAULT.withTimeout(8).withRetries(1, 1);
        try (Journal _ = isWatched ? Journal.of(bench) : null) {
            alice.qp.connect(bob.qp.endpoint(SECOND), quick.withGidIndex(1));
            bob.qp.connect(alice.qp.endpoint(), quick);
            alice.qp.post(RdmaWrite.of(1, bob.region.slice(0, 8).remote(), alice.slice(0, 8)));
            assertEquals(WcStatus.RETRY_EXC_ERR, alice.awaitSent(1).status());
        }
    }

    @Test
    void shouldNameTheSecondGidsInTheGrhOfADatagramAndAnswerFromThem() {
        End alice = end("alice", QpType.UD);
        End bob = end("bob", QpType.UD);
        alice.qp.bringUp(QKEY);
        bob.qp.bringUp(QKEY);
        bob.qp.postRecv(1, bob.slice(0, 200));
        alice.qp.post(Datagram.of(2, alice.pd.createAh(path(bob, 1)), bob.qp.number(), QKEY, alice.slice(0, 8)));

        bob.awaitReceived(1).orThrow();
        Grh grh = Grh.parse(bob.memory.get(0, 40));
        assertEquals(alice.context.gid(1), grh.source());
        assertEquals(bob.context.gid(1), grh.destination());
        AhAttributes back = grh.toSender(bob.context, 1);
        assertEquals(1, back.sourceGidIndex());
        assertEquals(alice.context.gid(1), back.destination());
    }

    @Test
    void shouldRefuseToConnectFromAnEmptyEntry() {
        End alice = end("alice", QpType.RC);
        End bob = end("bob", QpType.RC);
        VerbsException refused = assertThrows(
                VerbsException.class,
                () -> alice.qp.connect(bob.qp.endpoint(SECOND), ConnectOptions.DEFAULT.withGidIndex(2)));
        assertEquals(Errno.EINVAL, refused.errno());
        assertEquals("PATH-4", refused.rule().id());
        assertEquals(QpState.INIT, alice.qp.state());
    }

    @Test
    void shouldRefuseAPathFromTheIpv4AddressToALinkLocalOne() {
        End alice = end("alice", QpType.RC);
        End bob = end("bob", QpType.RC);
        VerbsException refused = assertThrows(VerbsException.class, () -> alice.qp.connect(bob.qp.endpoint(SECOND)));
        assertEquals("PATH-2", refused.rule().id());
    }

    /** A program writes its WQEs itself, so the card checks what the kernel checked when the path was made. */
    @Test
    void shouldFailADatagramWhoseWqeNamesAGidThatThePortDoesNotHave() {
        long before = bench.host("alice").open().allocate(PAGE_BYTES).address();
        End alice = end("alice", QpType.UD);
        End bob = end("bob", QpType.UD);
        alice.qp.bringUp(QKEY);
        bob.qp.bringUp(QKEY);
        AddressHandle path = alice.pd.createAh(path(bob, 1));
        alice.qp.post(Datagram.of(2, path, bob.qp.number(), QKEY, alice.slice(0, 8)));

        segment(bench.host("alice").process().memory(), before, alice.memory.address(), bob.context.gid(1), 5);
        assertEquals(WcStatus.LOC_QP_OP_ERR, alice.awaitSent(2).status());
        assertEquals("U6", alice.lastRefusal());
        assertTrue(bob.isQuiet());
    }

    /** Finds the datagram segment by its destination, and writes another index of the sender's GID into it. */
    private static void segment(ProcessMemory memory, long from, long to, Gid destination, int index) {
        for (long page = from; page < to; page += PAGE_BYTES) {
            for (long at = 0; memory.contiguous(page) > 0 && at < PAGE_BYTES; at += UNIT) {
                MemorySegment segment = memory.segment(page);
                long base = memory.offset(page) + at;
                if (DatagramSegment.GID_LOW.getLong(segment, base) == destination.low()
                        && DatagramSegment.GID_HIGH.getLong(segment, base) == destination.high()) {
                    DatagramSegment.SOURCE_GID_INDEX.set(segment, base, index);
                    return;
                }
            }
        }
        throw new AssertionError("no datagram segment to " + destination);
    }

    private static AhAttributes path(End to, int index) {
        return new AhAttributes(to.context.gid(index), 1, index, 0, 64, 0, 0, 0);
    }

    private static dev.fenestra.hw.sim.roce.wire.PortGid wire(Gid gid) {
        return new dev.fenestra.hw.sim.roce.wire.PortGid(gid.high(), gid.low());
    }
}
