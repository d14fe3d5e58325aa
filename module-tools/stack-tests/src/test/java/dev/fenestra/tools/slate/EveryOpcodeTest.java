package dev.fenestra.tools.slate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.hw.sim.roce.wire.RoceFrame;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.PlacementType;
import dev.fenestra.ib.core.vocabulary.XrcdFlag;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.decode.DecodeException;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.PcapTap;
import dev.fenestra.tools.testing.CapturedFrames;
import dev.fenestra.tools.testing.CapturedFrames.Captured;
import dev.fenestra.tools.testing.FrameRoundTrip;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.handles.XrcDomain;
import dev.fenestra.uverbs.handles.XrcTarget;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.PageList;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.AddressHandle;
import dev.fenestra.uverbs.request.AtomicCompareAndSwap;
import dev.fenestra.uverbs.request.AtomicFetchAndAdd;
import dev.fenestra.uverbs.request.AtomicWrite;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.Datagram;
import dev.fenestra.uverbs.request.Flush;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.RdmaWriteWithImmediate;
import dev.fenestra.uverbs.request.RegisterMr;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.SendWithImmediate;
import dev.fenestra.uverbs.request.SendWithInvalidate;
import dev.fenestra.uverbs.request.WorkRequest;
import dev.fenestra.uverbs.request.XrcRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Captures in which every opcode of {@link WireOpcode} occurs, sent by programs: RC, UC, UD and XRC by the HCA, FLUSH
 * and ATOMIC_WRITE by the one card that has them. Where tshark is installed it must find nothing malformed.
 */
class EveryOpcodeTest {
    private static final int MTU = 4096;
    private static final int BYTES = 1 << 16;
    private static final int LONG = 2 * MTU + 5;
    private static final String NAME = "/every-opcode";
    private static final int QKEY = 0x11111111;
    private static final AccessFlag[] REMOTE = {
        AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC
    };

    @TempDir
    private static Path folder;

    private static final List<Path> CAPTURES = new ArrayList<>();

    /** One end of a conversation, with receives for all of it. */
    private static final class End {
        final Context context;
        final ProtectionDomain pd;
        final CompletionQueue cq;
        final QueuePair qp;
        final Memory memory;
        final MemoryRegion region;
        long wrId;

        End(Context context, boolean datagrams, boolean reliable, AccessFlag... access) {
            this.context = context;
            pd = context.allocPd();
            cq = context.createCq(64);
            memory = context.allocate(BYTES);
            region = pd.regMr(memory, access);
            QpSpec connected = reliable ? QpSpec.rc(cq, cq) : QpSpec.uc(cq, cq);
            qp = pd.createQp(datagrams ? QpSpec.ud(cq, cq) : connected);
        }

        MemorySlice data(int length) {
            return region.slice(0, length);
        }

        void perform(WorkRequest request) {
            qp.post(request);
            cq.await(request.wrId(), Patience.LIMIT).orThrow();
        }

        void receive() {
            qp.postRecv(1000 + wrId++, region.slice(BYTES / 2, BYTES / 2));
        }
    }

    @BeforeAll
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    static void capture() throws IOException {
        capture("hca.pcapng", TestBench.builder().build(), (alice, bob) -> {
            reliable(alice, bob);
            unreliable(alice, bob);
            datagrams(alice, bob);
            extended(alice, bob);
        });
        capture("placement.pcapng", SlateModule.bench().build(), EveryOpcodeTest::placement);
    }

    private interface Conversation {
        void hold(Context alice, Context bob);
    }

    private static void capture(String name, TestBench bench, Conversation conversation) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (bench;
                Journal journal = Journal.of(bench)) {
            try (PcapTap tap = PcapTap.on(bench, journal, file, Long.MAX_VALUE)) {
                conversation.hold(bench.host("alice").open(), bench.host("bob").open());
                assertEquals(0, tap.skipped());
            }
        }
        CAPTURES.add(Files.write(folder.resolve(name), file.toByteArray()));
    }

    private static void connect(End alice, End bob, AccessFlag... access) {
        ConnectOptions options = ConnectOptions.DEFAULT.withAccess(access);
        alice.qp.connect(bob.qp.endpoint(options), options);
        bob.qp.connect(alice.qp.endpoint(options), options);
    }

    private static AccessFlag[] rights(AccessFlag... more) {
        Set<AccessFlag> all = EnumSet.of(AccessFlag.LOCAL_WRITE, more);
        return all.toArray(AccessFlag[]::new);
    }

    private static void reliable(Context alices, Context bobs) {
        AccessFlag[] region = {
            AccessFlag.LOCAL_WRITE,
            AccessFlag.REMOTE_WRITE,
            AccessFlag.REMOTE_READ,
            AccessFlag.REMOTE_ATOMIC,
            AccessFlag.MW_BIND
        };
        End alice = new End(alices, false, true, region);
        End bob = new End(bobs, false, true, region);
        connect(alice, bob, REMOTE);
        RemoteBuffer remote = bob.region.remote();
        for (int length : new int[] {61, LONG}) {
            messages(alice, bob, length);
            alice.perform(RdmaRead.of(7, remote, alice.data(length)));
            RemoteBuffer window = window(bob, length);
            bob.receive();
            alice.perform(SendWithInvalidate.of(8, window.rkey(), alice.data(length)));
        }
        alice.perform(RdmaRead.of(9, remote, alice.data(3 * MTU)));
        alice.perform(AtomicFetchAndAdd.of(10, remote, 1, alice.data(8)));
        alice.perform(AtomicCompareAndSwap.of(11, remote, 1, 2, alice.data(8)));
    }

    private static RemoteBuffer window(End bob, int newKey) {
        MemoryWindow window = bob.pd.allocMw(MwType.TYPE_2);
        int key = window.rkey() & ~0xff | newKey & 0x7f | 1;
        bob.perform(BindMw.of(500 + newKey, window, key, bob.region.slice(0, 64), AccessFlag.REMOTE_READ));
        return new RemoteBuffer(bob.region.address(), 64, key);
    }

    private static void unreliable(Context alices, Context bobs) {
        End alice = new End(alices, false, false, rights(AccessFlag.REMOTE_WRITE));
        End bob = new End(bobs, false, false, rights(AccessFlag.REMOTE_WRITE));
        connect(alice, bob, AccessFlag.REMOTE_WRITE);
        messages(alice, bob, 61);
        messages(alice, bob, LONG);
    }

    /** What RC and UC have in common. */
    private static void messages(End alice, End bob, int length) {
        RemoteBuffer remote = bob.region.remote();
        for (int i = 0; i < 3; i++) {
            bob.receive();
        }
        alice.perform(Send.of(1, alice.data(length)));
        alice.perform(SendWithImmediate.of(2, 77, alice.data(length)));
        alice.perform(RdmaWrite.of(3, remote, alice.data(length)));
        alice.perform(RdmaWriteWithImmediate.of(4, remote, 77, alice.data(length)));
    }

    private static void datagrams(Context alices, Context bobs) {
        End alice = new End(alices, true, false, AccessFlag.LOCAL_WRITE);
        End bob = new End(bobs, true, false, AccessFlag.LOCAL_WRITE);
        alice.qp.bringUp(QKEY);
        bob.qp.bringUp(QKEY);
        AddressHandle to = alice.pd.createAh(bobs.gid(0));
        bob.receive();
        bob.receive();
        alice.perform(Datagram.of(1, to, bob.qp.number(), QKEY, alice.data(61)));
        alice.perform(Datagram.of(2, to, bob.qp.number(), QKEY, alice.data(61)).withImmediate(77));
    }

    /** XRC: a QP of alice, and an SRQ of bob that all her requests name. */
    private static void extended(Context alices, Context bobs) {
        End alice = new End(alices, false, true, rights());
        End bob = new End(bobs, false, true, rights(REMOTE));
        connect(alice, bob, REMOTE);
        XrcDomain domain = bobs.openXrcDomain(NAME, XrcdFlag.O_CREAT);
        SharedReceiveQueue srq = bob.pd.createXrcSrq(domain, bob.cq, SrqSpec.of(16));
        QueuePair initiator = alice.pd.createQp(QpSpec.xrc(alice.cq));
        XrcTarget target = domain.createTarget();
        ConnectOptions options = ConnectOptions.DEFAULT.withAccess(REMOTE);
        target.connect(initiator.endpoint(), options);
        initiator.connect(target.endpoint(), options);
        RemoteBuffer remote = bob.region.remote();
        PageList pages = bob.pd.listPages(bob.memory);
        MemoryRegion fast = bob.pd.allocMr(BYTES / 4096);
        for (int length : new int[] {61, LONG}) {
            for (int i = 0; i < 4; i++) {
                srq.post(i, bob.region.slice(BYTES / 2, BYTES / 2));
            }
            bob.perform(RegisterMr.of(
                    900, fast, MemoryKey.next(fast.lkey()), pages, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ));
            List<WorkRequest> requests = new ArrayList<>(List.of(
                    Send.of(1, alice.data(length)),
                    SendWithImmediate.of(2, 77, alice.data(length)),
                    RdmaWrite.of(3, remote, alice.data(length)),
                    RdmaWriteWithImmediate.of(4, remote, 77, alice.data(length)),
                    SendWithInvalidate.of(5, fast.rkey(), alice.data(length)),
                    RdmaRead.of(6, remote, alice.data(length))));
            requests.add(AtomicFetchAndAdd.of(7, remote, 1, alice.data(8)));
            requests.add(AtomicCompareAndSwap.of(8, remote, 1, 2, alice.data(8)));
            for (WorkRequest request : requests) {
                initiator.post(XrcRequest.of(srq.number(), request));
                alice.cq.await(request.wrId(), Patience.LIMIT).orThrow();
            }
        }
    }

    private static void placement(Context alices, Context bobs) {
        AccessFlag[] region = {AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.FLUSH_GLOBAL};
        End alice = new End(alices, false, true, region);
        End bob = new End(bobs, false, true, region);
        connect(alice, bob, AccessFlag.REMOTE_WRITE, AccessFlag.FLUSH_GLOBAL);
        alice.perform(AtomicWrite.of(1, bob.region.remote(), 77));
        alice.perform(Flush.of(2, bob.region.remote(), PlacementType.GLOBAL));
    }

    @Test
    void shouldSpeakEveryOpcodeOfTheTableWithARightIcrcThatIsWrittenBack() throws IOException, DecodeException {
        FrameRoundTrip trip = new FrameRoundTrip();
        Set<WireOpcode> missing = EnumSet.allOf(WireOpcode.class);
        // The card of one vendor alone has SRD, and Java programs do not speak it.
        missing.removeIf(opcode -> opcode.name().startsWith("SRD_"));
        for (Path file : CAPTURES) {
            for (Captured packet : CapturedFrames.packets(Files.readAllBytes(file))) {
                RoceFrame frame = packet.frame().orElseThrow();
                assertTrue(frame.icrcValid(), packet.comment());
                assertTrue(packet.comment().endsWith("-> accepted"), packet.comment());
                missing.remove(WireOpcode.of(frame.opcode()));
                trip.check(packet.bytes(), packet.comment());
            }
        }
        assertEquals(Set.of(), missing);
    }

    @Test
    void shouldGiveTsharkNothingMalformed() throws IOException, InterruptedException {
        for (Path file : CAPTURES) {
            assertEquals("", tshark(file, "_ws.malformed"));
            int packets = CapturedFrames.packets(Files.readAllBytes(file)).size();
            assertEquals(
                    packets, tshark(file, "infiniband && frame.comment").lines().count());
        }
    }

    /** What tshark prints of the packets that a filter lets through, a line each. */
    private static String tshark(Path file, String filter) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(
                            "tshark", "-r", file.toString(), "--disable-protocol", "rpcordma", "-Y", filter)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException absent) {
            assumeTrue(false, "tshark is not installed");
            return "";
        }
        String printed = new String(process.getInputStream().readAllBytes());
        assertTrue(process.waitFor(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS), "tshark ends");
        assertEquals(0, process.exitValue(), "tshark");
        return printed;
    }
}
