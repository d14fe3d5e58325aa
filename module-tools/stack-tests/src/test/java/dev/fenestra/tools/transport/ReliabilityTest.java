package dev.fenestra.tools.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Settles;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.AtomicFetchAndAdd;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.WorkRequest;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReliabilityTest {
    private static final int PACKETS = 5;
    private static final int LENGTH = (PACKETS - 1) * 1024 + 100;

    private TestBench bench;
    private Wire wire;
    private End alice;
    private End bob;

    @BeforeEach
    void begin() {
        begin(true, 5, 7, 7);
    }

    private void begin(boolean coalesced, int timeout, int retries, int rnrRetries) {
        bench = TestBench.builder()
                .hcaConfig(config -> config.withCoalescedAcks(coalesced))
                .build();
        wire = Wire.of(bench);
        alice = new End(bench.host("alice"), QpType.RC);
        bob = new End(bench.host("bob"), QpType.RC);
        ConnectOptions options = ConnectOptions.DEFAULT
                .withMtu(Mtu.MTU_1024)
                .withTimeout(timeout)
                .withRetries(retries, rnrRetries)
                .withMinRnrTimer(25);
        alice.qp.connect(bob.qp.endpoint(options), options);
        bob.qp.connect(alice.qp.endpoint(options), options);
        byte[] data = new byte[End.BYTES];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (i * 31 + i / 256);
        }
        bob.memory.put(0, data);
    }

    private void restart(boolean coalesced, int timeout, int retries, int rnrRetries) {
        close();
        begin(coalesced, timeout, retries, rnrRetries);
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private RemoteBuffer target(long offset, int length) {
        return new RemoteBuffer(bob.region.address() + offset, length, bob.region.rkey());
    }

    private List<WireOpcode> opcodes() {
        return wire.sent.stream().map(Wire.Sent::opcode).toList();
    }

    /** The window's addresses begin at 0, the region's do not. */
    @Test
    @Settles(34)
    void shouldAnswerARepeatedReadThroughAZeroBasedWindowWithTheSameBytes() {
        MemoryWindow window = bob.pd.allocMw(MwType.TYPE_2);
        int key = window.nextKey();
        bob.qp.post(BindMw.of(1, window, key, bob.slice(4096, 8192), AccessFlag.REMOTE_READ, AccessFlag.ZERO_BASED));
        bob.awaitSent(1).orThrow();
        wire.lose(Wire.first(1, WireOpcode.RC_RDMA_READ_RESPONSE_LAST));
        alice.qp.post(RdmaRead.of(2, new RemoteBuffer(8, LENGTH, key), alice.slice(0, LENGTH)));

        assertEquals(WcStatus.SUCCESS, alice.awaitSent(2).status());
        assertArrayEquals(bob.memory.get(4096 + 8, LENGTH), alice.memory.get(0, LENGTH));
        assertEquals(2, wire.count(WireOpcode.RC_RDMA_READ_REQUEST));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void shouldAskOnlyForTheRestOfAReadWhicheverPacketIsLost(int lost) {
        int before = alice.qp.endpoint().psn();
        wire.lose(Wire.packet(lost + 1));
        alice.qp.post(RdmaRead.of(2, target(16, LENGTH), alice.slice(0, LENGTH)));

        assertEquals(WcStatus.SUCCESS, alice.awaitSent(2).status());
        assertArrayEquals(bob.memory.get(16, LENGTH), alice.memory.get(0, LENGTH));
        List<Wire.Sent> requests = wire.sent.stream()
                .filter(packet -> packet.opcode() == WireOpcode.RC_RDMA_READ_REQUEST)
                .toList();
        assertEquals(2, requests.size());
        assertEquals(Math.max(0, lost - 1), requests.get(1).psn() - before);
    }

    /** Only for a receiver that is not ready does 7 mean without end. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7})
    @Settles(13)
    void shouldSendARequestAgainAsOftenAsTheRetryCountSays(int retries) {
        restart(true, 2, retries, 7);
        wire.lose(Wire.everything());
        alice.qp.post(RdmaWrite.of(1, target(0, 8), alice.slice(0, 8)));

        assertEquals(WcStatus.RETRY_EXC_ERR, alice.awaitSent(1).status());
        assertEquals(1 + retries, wire.sent.size());
    }

    /** Timer code 25 is 61.44 ms; and rnr_retry 7 has no end. */
    @Test
    @Settles(14)
    void shouldWaitForAReceiverAsLongAndAsOftenAsItTakes() {
        alice.qp.post(Send.of(1, alice.slice(0, 8)));
        while (wire.count(WireOpcode.RC_ACKNOWLEDGE) < 12) {
            bench.fabric().progressUntil(Long.MAX_VALUE);
        }
        bob.qp.postRecv(2, bob.slice(0, 8));

        assertEquals(WcStatus.SUCCESS, alice.awaitSent(1).status());
        long waited = wire.sent.get(2).nanos() - wire.sent.get(1).nanos();
        assertEquals(61_440_000, waited);
    }

    @Test
    void shouldGiveUpAReceiverAfterTheRnrRetries() {
        restart(true, 5, 7, 3);
        alice.qp.post(Send.of(1, alice.slice(0, 8)));

        assertEquals(WcStatus.RNR_RETRY_EXC_ERR, alice.awaitSent(1).status());
        assertEquals(4, wire.count(WireOpcode.RC_SEND_ONLY));
        assertEquals(QpState.RTS, bob.qp.state());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAcknowledgeEachRequestUnlessAcksAreCoalesced(boolean coalesced) {
        restart(coalesced, 5, 7, 7);
        WorkRequest[] writes = new WorkRequest[8];
        for (int i = 0; i < writes.length; i++) {
            writes[i] = RdmaWrite.of(i, target(8L * i, 8), alice.slice(0, 8));
        }
        alice.qp.post(writes);

        assertEquals(WcStatus.SUCCESS, alice.awaitSent(7).status());
        assertEquals(coalesced ? 1 : 8, wire.count(WireOpcode.RC_ACKNOWLEDGE));
    }

    @Test
    void shouldAnswerInTheOrderOfTheRequests() {
        alice.qp.post(
                RdmaWrite.of(1, target(0, 8), alice.slice(0, 8)),
                RdmaRead.of(2, target(0, 8), alice.slice(8, 8)),
                RdmaWrite.of(3, target(8, 8), alice.slice(0, 8)));

        assertEquals(WcStatus.SUCCESS, alice.awaitSent(3).status());
        List<WireOpcode> answers = opcodes().subList(3, opcodes().size());
        assertEquals(List.of(WireOpcode.RC_RDMA_READ_RESPONSE_ONLY, WireOpcode.RC_ACKNOWLEDGE), answers);
    }

    @Test
    void shouldCompleteAWriteByTheResponseOfTheReadBehindIt() {
        restart(false, 5, 7, 7);
        wire.lose(Wire.first(1, WireOpcode.RC_ACKNOWLEDGE));
        alice.qp.post(
                RdmaWrite.of(1, target(0, 8), alice.slice(0, 8)), RdmaRead.of(2, target(0, 8), alice.slice(8, 8)));

        assertEquals(WcStatus.SUCCESS, alice.awaitSent(1).status());
        assertEquals(WcStatus.SUCCESS, alice.awaitSent(2).status());
        assertEquals(1, wire.count(WireOpcode.RC_RDMA_WRITE_ONLY));
    }

    @Test
    void shouldExecuteAnAtomicOnceThoughRequestAndAnswerAreLost() {
        wire.lose(Wire.first(2, WireOpcode.RC_ATOMIC_ACKNOWLEDGE), Wire.first(1, WireOpcode.RC_FETCH_ADD));
        bob.memory.putLong(64, 100);
        alice.qp.post(AtomicFetchAndAdd.of(1, target(64, 8), 5, alice.slice(0, 8)));

        assertEquals(WcStatus.SUCCESS, alice.awaitSent(1).status());
        assertEquals(105, bob.memory.getLong(64));
        assertEquals(100, alice.memory.getLong(0));
        assertEquals(4, wire.count(WireOpcode.RC_FETCH_ADD));
    }

    @Test
    void shouldNotBlameAReadForTheRefusalOfTheRequestBehindIt() {
        wire.lose(Wire.every(WireOpcode.RC_RDMA_READ_RESPONSE_ONLY));
        alice.qp.post(
                RdmaRead.of(1, target(0, 8), alice.slice(0, 8)),
                RdmaWrite.of(2, new RemoteBuffer(0, 8, bob.region.rkey() ^ 1), alice.slice(0, 8)));

        assertEquals(WcStatus.RETRY_EXC_ERR, alice.awaitSent(1).status());
        assertEquals(WcStatus.WR_FLUSH_ERR, alice.awaitSent(2).status());
        assertEquals(QpState.ERR, bob.qp.state());
    }
}
