package dev.fenestra.tools.observe.capture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.roce.wire.Aeth;
import dev.fenestra.hw.sim.roce.wire.Cnp;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.decode.Decoded;
import dev.fenestra.tools.observe.decode.DecodedText;
import dev.fenestra.tools.observe.decode.PacketDecoder;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.PcapTap;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.RdmaRead;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets that belong to no request, captures with a snap length, and QPs that are their own peers. */
class PartOfCaptureTest {
    private static final int ADDRESS = 0x1000;
    private static final int READ_BYTES = 600;
    /** Ethernet, IPv4, UDP and the BTH. */
    private static final int BTH_END = 54;

    private static final int AETH_BYTES = 4;
    private static final int RETH_BYTES = 16;

    private static HandMade conversation() {
        return new HandMade()
                .ask(WireOpcode.RC_SEND_ONLY, 5, 99)
                .ack(5, 1)
                .access(WireOpcode.RC_RDMA_READ_REQUEST, 6, ADDRESS, READ_BYTES, 0)
                .answer(WireOpcode.RC_RDMA_READ_RESPONSE_FIRST, 6, Aeth.ACK, 2, 256)
                .answer(WireOpcode.RC_RDMA_READ_RESPONSE_MIDDLE, 7, Aeth.ACK, 2, 256)
                .answer(WireOpcode.RC_RDMA_READ_RESPONSE_LAST, 8, Aeth.ACK, 2, 88);
    }

    private static List<CapturedFrame> cut(List<CapturedFrame> frames, int length) {
        return frames.stream()
                .map(one -> new CapturedFrame(
                        one.number(),
                        one.nanos(),
                        Arrays.copyOf(one.bytes(), Math.min(length, one.bytes().length)),
                        Math.max(0, one.bytes().length - length)))
                .toList();
    }

    @Test
    void shouldKnowACongestionNotification() throws Exception {
        HandMade made = conversation().packet(true, Cnp.OPCODE, 0, new byte[0], Cnp.RESERVED_BYTES);

        CaptureFindings found = CaptureCheck.check(made.frames());

        assertEquals(List.of(), found.findings());
        assertEquals(7, found.packets());
        assertEquals(1, found.notified());
        assertEquals(2, found.requests().size());
        assertTrue(CaptureText.lines(Path.of("a"), found).contains("1 of the packets are congestion notifications"));
        byte[] frame = made.frames().getLast().bytes();
        for (byte[] bytes : List.of(frame, Arrays.copyOfRange(frame, BTH_END - 12, frame.length))) {
            Decoded packet = PacketDecoder.decode(bytes);
            String text = DecodedText.of(packet);
            assertTrue(packet.title().endsWith("CNP"), packet.title());
            assertTrue(!text.contains("not known"), text);
        }
    }

    @Test
    void shouldBlameACongestionNotificationThatIsMadeWrongly() {
        HandMade made = new HandMade()
                .packet(true, Cnp.OPCODE, 0, new byte[0], Cnp.RESERVED_BYTES)
                .spoil(14, 7)
                .packet(true, Cnp.OPCODE, 0, new byte[0], 8);

        List<CaptureRule> rules = CaptureCheck.check(made.frames()).findings().stream()
                .map(PacketFinding::rule)
                .toList();

        assertEquals(List.of(CaptureRule.RESERVED, CaptureRule.LENGTH), rules);
    }

    @Test
    void shouldSayOfAnUnknownOpcodeWhoseItIs() {
        HandMade made = new HandMade().packet(true, 0xc1, 5, new byte[0], 8).packet(true, 0x1f, 5, new byte[0], 8);

        List<PacketFinding> found = CaptureCheck.check(made.frames()).findings();

        assertEquals("opcode 0xc1 is a manufacturer's own", found.getFirst().text());
        assertEquals("opcode 0x1f is reserved", found.getLast().text());
    }

    /** The headers of the longest one end at 70 bytes. */
    @ParameterizedTest
    @ValueSource(ints = {BTH_END + RETH_BYTES, 96, 128, 300})
    void shouldJudgePacketsThatAreCutBehindTheirHeadersLikeWholeOnes(int length) {
        CaptureFindings whole = CaptureCheck.check(conversation().frames());

        CaptureFindings found = CaptureCheck.check(cut(conversation().frames(), length));

        assertEquals(List.of(), found.findings());
        assertEquals(whole.requests(), found.requests());
        assertEquals(whole.packets(), found.packets());
        assertTrue(found.cut() > 0, "cut " + found.cut());
        assertEquals(0, found.unreadable());
        assertTrue(CaptureText.lines(Path.of("a"), found).contains("are cut behind their headers"));
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 30, 40, 50, BTH_END + 2, BTH_END + AETH_BYTES, BTH_END + RETH_BYTES - 1})
    void shouldSayHowManyFramesAreCutWithinTheirHeadersAndBlameNobody(int length) {
        CaptureFindings found = CaptureCheck.check(cut(conversation().frames(), length));

        assertEquals(List.of(), found.findings());
        assertEquals(6, found.packets() + found.unreadable());
        assertTrue(found.unreadable() > 0, "unreadable");
        assertTrue(CaptureText.lines(Path.of("a"), found).contains("are cut within their headers"));
    }

    /** Between whole packets, too: then the answers to it name a PSN that was not seen. */
    @Test
    void shouldNotBlameTheAnswerToARequestThatIsCut() {
        List<CapturedFrame> frames = conversation().frames();
        frames.set(2, cut(frames, BTH_END).get(2));

        CaptureFindings found = CaptureCheck.check(frames);

        assertEquals(List.of(), found.findings());
        assertEquals(5, found.packets());
        assertEquals(1, found.unreadable());
    }

    @Test
    void shouldStillBlameABrokenPacketBesideACutOne() {
        List<CapturedFrame> frames =
                conversation().ask(WireOpcode.RC_SEND_ONLY, 9, 8).spoil(1, 1).frames();
        frames.set(2, cut(frames, BTH_END).get(2));

        List<PacketFinding> found = CaptureCheck.check(frames).findings();

        assertEquals(
                List.of(CaptureRule.VERSION),
                found.stream().map(PacketFinding::rule).toList());
    }

    @Test
    void shouldFindTheAnswersOfAQpThatIsConnectedToItself() throws Exception {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (TestBench bench = TestBench.twoHosts();
                Journal journal = Journal.of(bench)) {
            Context alice = bench.host("alice").open();
            ProtectionDomain pd = alice.allocPd();
            CompletionQueue cq = alice.createCq(16);
            QueuePair qp = pd.createQp(QpSpec.rc(cq, cq));
            qp.connect(qp.endpoint());
            MemoryRegion region = pd.regMr(alice.allocate(4096), AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ);
            try (PcapTap tap = PcapTap.on(bench, journal, file, Long.MAX_VALUE)) {
                for (int i = 1; i <= 3; i++) {
                    qp.post(RdmaRead.of(i, region.slice(0, 8).remote(), region.slice(8, 8)));
                    cq.await(i, Duration.ofSeconds(1)).orThrow();
                }
                assertEquals(0, tap.skipped());
            }
        }
        CaptureFindings found = CaptureCheck.check(CaptureReader.frames(file.toByteArray()));

        assertEquals(List.of(), found.findings());
        assertArrayEquals(
                new String[] {"ACK", "ACK", "ACK"},
                found.requests().stream().map(Request::result).toArray());
    }
}
