package dev.fenestra.tools.slate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.PlacementType;
import dev.fenestra.ib.core.vocabulary.SelectivityLevel;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.AtomicWrite;
import dev.fenestra.uverbs.request.Flush;
import dev.fenestra.uverbs.request.WorkRequest;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** FLUSH and ATOMIC_WRITE, end to end, on pinned memory of the one device that has them. */
class PlacementTest {
    private static final int BYTES = 4096;
    private static final long VALUE = 0x1122334455667788L;
    private static final AccessFlag[] ALL = {
        AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.FLUSH_GLOBAL, AccessFlag.FLUSH_PERSISTENT
    };

    @AutoClose
    private final TestBench bench = SlateModule.bench().build();

    private final Context alice = bench.host("alice").open();
    private final Context bob = bench.host("bob").open();
    private final CompletionQueue cq = alice.createCq(16);
    private final ProtectionDomain bobs = bob.allocPd();
    private final Memory memory = bob.allocate(BYTES);
    private final QueuePair qp = alice.allocPd().createQp(QpSpec.rc(cq, cq));

    private MemoryRegion connected(AccessFlag[] ofQp, AccessFlag... ofRegion) {
        CompletionQueue bobsCq = bob.createCq(16);
        QueuePair peer = bobs.createQp(QpSpec.rc(bobsCq, bobsCq));
        ConnectOptions options = ConnectOptions.DEFAULT.withAccess(ofQp);
        qp.connect(peer.endpoint(options), ConnectOptions.DEFAULT);
        peer.connect(qp.endpoint(ConnectOptions.DEFAULT), options);
        return bobs.regMr(memory, ofRegion);
    }

    private Completion attempt(WorkRequest request) {
        qp.post(request);
        return cq.await(request.wrId(), Patience.LIMIT);
    }

    private long valueAt(long offset) {
        return ByteBuffer.wrap(memory.get(offset, Long.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
    }

    private void assertRefused(HcaRule rule, WcStatus status, WorkRequest request) {
        assertEquals(status, attempt(request).status());
        assertEquals(rule.id(), bench.host("bob").refusals().getLast().ruleId());
        assertEquals(0, valueAt(8), "nothing was written");
    }

    @Test
    void shouldWriteEightBytesAtOnce() {
        MemoryRegion region = connected(ALL, ALL);

        assertEquals(
                WcStatus.SUCCESS,
                attempt(AtomicWrite.of(1, region.remote().at(8), VALUE)).status());

        assertEquals(VALUE, valueAt(8));
        assertEquals(0, valueAt(16));
    }

    @Test
    void shouldCompleteBothUnderTheirOwnNames() {
        MemoryRegion region = connected(ALL, ALL);
        long address = region.address();
        qp.builder()
                .start()
                .request(1, SendFlag.SIGNALED)
                .atomicWrite(region.rkey(), address, VALUE)
                .request(2, SendFlag.SIGNALED | SendFlag.FENCE)
                .flush(region.rkey(), address, 8, PlacementType.GLOBAL.bit(), SelectivityLevel.RANGE.code())
                .complete();
        Completions seen = new Completions(2);
        WcOpcode[] opcodes = new WcOpcode[2];
        for (int found = 0; found < opcodes.length; ) {
            cq.poll(seen);
            for (int i = 0; i < seen.size(); i++) {
                opcodes[found++] = WcOpcode.of(seen.opcode(i));
            }
        }

        assertEquals(WcOpcode.ATOMIC_WRITE, opcodes[0]);
        assertEquals(WcOpcode.FLUSH, opcodes[1]);
    }

    @Test
    void shouldFlushARangeAndAWholeRegion() {
        RemoteBuffer remote = connected(ALL, ALL).remote();
        RemoteBuffer beyond = new RemoteBuffer(remote.address() + BYTES, 64, remote.rkey());

        assertEquals(
                WcStatus.SUCCESS,
                attempt(Flush.of(1, remote, PlacementType.GLOBAL)).status());
        assertEquals(
                WcStatus.SUCCESS,
                attempt(Flush.ofAll(2, beyond, PlacementType.PERSISTENT)).status());
        assertRefused(HcaRule.R6, WcStatus.REM_ACCESS_ERR, Flush.of(3, beyond, PlacementType.GLOBAL));
    }

    @Test
    void shouldRefuseFlushOfATypeThatTheRegionDoesNotAllow() {
        RemoteBuffer remote = connected(ALL, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.FLUSH_GLOBAL)
                .remote();
        PlacementType[] both = PlacementType.values();

        assertEquals(
                WcStatus.SUCCESS,
                attempt(Flush.of(1, remote, PlacementType.GLOBAL)).status());
        assertRefused(HcaRule.R4, WcStatus.REM_ACCESS_ERR, Flush.of(2, remote, both));
    }

    @Test
    void shouldRefuseFlushOfATypeThatTheQpDoesNotAllow() {
        RemoteBuffer remote =
                connected(new AccessFlag[] {AccessFlag.REMOTE_WRITE}, ALL).remote();

        assertRefused(HcaRule.A8, WcStatus.REM_ACCESS_ERR, Flush.of(1, remote, PlacementType.GLOBAL));
    }

    @Test
    void shouldRefuseAtomicWriteThatIsNotAligned() {
        RemoteBuffer remote = connected(ALL, ALL).remote();

        assertRefused(HcaRule.T10, WcStatus.REM_INV_REQ_ERR, AtomicWrite.of(1, remote.at(12), VALUE));
    }

    @Test
    void shouldRefuseAtomicWriteWithoutRemoteWrite() {
        RemoteBuffer remote = connected(ALL, AccessFlag.LOCAL_WRITE).remote();

        assertRefused(HcaRule.R4, WcStatus.REM_ACCESS_ERR, AtomicWrite.of(1, remote.at(8), VALUE));
    }

    @Test
    void shouldRefuseAtomicWriteWhereTheQpForbidsWrites() {
        RemoteBuffer remote =
                connected(new AccessFlag[] {AccessFlag.REMOTE_READ}, ALL).remote();

        assertRefused(HcaRule.A8, WcStatus.REM_ACCESS_ERR, AtomicWrite.of(1, remote.at(8), VALUE));
    }
}
