package dev.fenestra.tools.slate;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.FLUSH_GLOBAL;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.FLUSH_PERSISTENT;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ON_DEMAND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.PlacementType.GLOBAL;
import static dev.fenestra.ib.core.vocabulary.PlacementType.PERSISTENT;
import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.OdpOperation;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.AtomicWrite;
import dev.fenestra.uverbs.request.Flush;
import dev.fenestra.uverbs.request.WorkRequest;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * FLUSH and ATOMIC_WRITE on memory that is paged on demand: which pages each needs, and its result without them.
 */
class PagedPlacementTest {
    private static final int PAGES = 8;
    private static final long VALUE = 0x1122334455667788L;
    private static final ConnectOptions OPEN =
            ConnectOptions.DEFAULT.withAccess(REMOTE_WRITE, FLUSH_GLOBAL, FLUSH_PERSISTENT);
    private static final AccessFlag[] ALL = {
        LOCAL_WRITE, REMOTE_WRITE, FLUSH_GLOBAL, FLUSH_PERSISTENT, MW_BIND, ON_DEMAND
    };

    /** A request about bytes 100 to 8,299 or, where it has 8 bytes only, the first of page 1. */
    private enum Row {
        VISIBLE_RANGE(0, 0),
        VISIBLE_REGION(0, 0),
        PERSISTENT_NOTHING(0, 0),
        PERSISTENT_RANGE(3, 3),
        PERSISTENT_REGION(PAGES, 4),
        WRITTEN(1, 1);

        /** Pages that must come for it, of a region and of a window over the first 4 pages. */
        final int pages;

        final int pagesOfWindow;

        Row(int pages, int pagesOfWindow) {
            this.pages = pages;
            this.pagesOfWindow = pagesOfWindow;
        }

        WorkRequest request(long wrId, RemoteBuffer target) {
            RemoteBuffer range = new RemoteBuffer(target.address() + 100, 2 * PAGE_BYTES, target.rkey());
            return switch (this) {
                case VISIBLE_RANGE -> Flush.of(wrId, range, GLOBAL);
                case VISIBLE_REGION -> Flush.ofAll(wrId, target, GLOBAL);
                case PERSISTENT_NOTHING ->
                    Flush.of(wrId, new RemoteBuffer(range.address(), 0, range.rkey()), PERSISTENT);
                case PERSISTENT_RANGE -> Flush.of(wrId, range, GLOBAL, PERSISTENT);
                case PERSISTENT_REGION -> Flush.ofAll(wrId, target, PERSISTENT);
                case WRITTEN -> AtomicWrite.of(wrId, target.at(PAGE_BYTES), VALUE);
            };
        }
    }

    @AutoClose
    private final TestBench bench = SlateModule.bench().build();

    private final Context alice = bench.host("alice").open();
    private final Context bob = bench.host("bob").open();
    private final ProcessMemory process = bench.host("bob").process().memory();
    private final CompletionQueue cq = alice.createCq(16);
    private final CompletionQueue bobsCq = bob.createCq(16);
    private final ProtectionDomain pd = bob.allocPd();
    private final Memory memory = bob.allocate(PAGES * PAGE_BYTES);
    private final QueuePair qp = alice.allocPd().createQp(QpSpec.rc(cq, cq));
    private final QueuePair peer = pd.createQp(QpSpec.rc(bobsCq, bobsCq));

    private void connect(ConnectOptions options) {
        qp.connect(peer.endpoint(OPEN), options);
        peer.connect(qp.endpoint(options), OPEN);
    }

    private WcStatus attempt(WorkRequest request) {
        qp.post(request);
        return cq.await(request.wrId(), Patience.LIMIT).status();
    }

    private void swapOut() {
        memory.fill((byte) 7);
        assertEquals(PAGES, process.swapOut(memory.address(), PAGES * PAGE_BYTES, true));
    }

    private void assertStored(Row row) {
        assertEquals(row == Row.WRITTEN ? VALUE : 0x0707070707070707L, memory.getLong(PAGE_BYTES));
        assertEquals(0x0707070707070707L, memory.getLong(PAGE_BYTES + 8));
    }

    @Test
    void shouldAnnounceRangesAndAllOperationsOfRc() {
        OdpCapabilities odp = bob.odpCapabilities();

        Set<OdpOperation> connected = EnumSet.complementOf(EnumSet.of(OdpOperation.SRQ_RECV));
        assertEquals(new OdpCapabilities(true, false, connected, Set.of(), Set.of(), Set.of()), odp);
        VerbsException refused = assertThrows(VerbsException.class, () -> pd.regImplicit(LOCAL_WRITE));
        assertEquals(Errno.EINVAL, refused.errno());
    }

    @ParameterizedTest
    @EnumSource
    void shouldBringInWhatItNeeds(Row row) {
        MemoryRegion region = pd.regMr(memory, ALL);
        connect(ConnectOptions.DEFAULT);
        swapOut();
        long out = process.swappedPages();

        assertEquals(WcStatus.SUCCESS, attempt(row.request(1, region.remote())));

        assertEquals(row.pages, out - process.swappedPages());
        assertStored(row);
        assertEquals(WcStatus.SUCCESS, attempt(row.request(2, region.remote())));
    }

    @ParameterizedTest
    @EnumSource
    void shouldBringInNoMoreThanAWindowNames(Row row) {
        MemoryRegion region = pd.regMr(memory, ALL);
        connect(ConnectOptions.DEFAULT);
        MemoryWindow window = pd.allocMw(MwType.TYPE_1);
        peer.bindMw(9, window, region.slice(0, 4 * PAGE_BYTES), REMOTE_WRITE, FLUSH_GLOBAL, FLUSH_PERSISTENT);
        bobsCq.await(9, Patience.LIMIT).orThrow();
        swapOut();
        long out = process.swappedPages();

        assertEquals(WcStatus.SUCCESS, attempt(row.request(1, window.remote(region.address(), 4 * PAGE_BYTES))));

        assertEquals(row.pagesOfWindow, out - process.swappedPages());
        assertStored(row);
    }

    /** A missing page costs an RNR retry. Without retries the requester shows which requests met one. */
    @ParameterizedTest
    @EnumSource
    void shouldFailWithoutRnrRetriesWhereAPageIsMissing(Row row) {
        MemoryRegion region = pd.regMr(memory, ALL);
        connect(ConnectOptions.DEFAULT.withRetries(7, 0));
        swapOut();

        WcStatus expected = row.pages == 0 ? WcStatus.SUCCESS : WcStatus.RNR_RETRY_EXC_ERR;
        assertEquals(expected, attempt(row.request(1, region.remote())));
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeRefusedWhereNothingIsMapped(Row row) {
        MemoryRegion region = pd.regMr(memory, ALL);
        RemoteBuffer remote = region.remote();
        connect(ConnectOptions.DEFAULT);
        memory.free();

        WcStatus expected = row.pages == 0 ? WcStatus.SUCCESS : WcStatus.REM_ACCESS_ERR;
        assertEquals(expected, attempt(row.request(1, remote)));
        if (row.pages > 0) {
            assertEquals(HcaRule.O2.id(), bench.host("bob").refusals().getLast().ruleId());
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeRefusedWhenTheRegionGoesWhileAPageIsAwaited(Row row) {
        MemoryRegion region = pd.regMr(memory, ALL);
        RemoteBuffer remote = region.remote();
        connect(ConnectOptions.DEFAULT);
        swapOut();
        qp.post(row.request(1, remote));
        // The card has requested the page, or has answered. No page has been brought in yet.
        bench.fabric().progress();
        region.close();

        WcStatus expected = row.pages == 0 ? WcStatus.SUCCESS : WcStatus.REM_ACCESS_ERR;
        assertEquals(expected, cq.await(1, Patience.LIMIT).status());
        assertEquals(0x0707070707070707L, memory.getLong(PAGE_BYTES));
    }
}
