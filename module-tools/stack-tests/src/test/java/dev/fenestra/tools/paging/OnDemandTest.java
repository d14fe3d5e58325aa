package dev.fenestra.tools.paging;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.HUGETLB;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ON_DEMAND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.OdpSupport;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AdvisedRange;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import dev.fenestra.ib.core.vocabulary.MrAdvice;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.OdpOperation;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.RegionKind;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.memory.ReregException;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What on-demand paging promises: the rows of ibv_reg_mr, ibv_advise_mr and rdma statistic. */
class OnDemandTest {
    private static final List<String> COUNTERS = List.of(
            "page_faults", "page_faults_handled", "page_invalidations", "page_invalidations_handled", "page_prefetch");

    private static Pair pair(RegionKind kind, OdpSupport odp, ConnectOptions connection) {
        return new Pair(kind, bench -> bench.hcaConfig(hca -> hca.withOdp(odp)), connection);
    }

    @Test
    void shouldTellWhatEachTransportCanDo() {
        try (Pair pair = new Pair(RegionKind.PINNED)) {
            OdpCapabilities odp = pair.alice().context().odpCapabilities();
            Set<OdpOperation> connected =
                    EnumSet.complementOf(EnumSet.of(OdpOperation.FLUSH, OdpOperation.ATOMIC_WRITE));
            assertEquals(3, odp.generalCaps());
            assertEquals(connected, odp.rc());
            assertEquals(connected, odp.xrc());
            assertEquals(Set.of(), odp.uc());
            assertEquals(EnumSet.of(OdpOperation.SEND, OdpOperation.SRQ_RECV), odp.ud());
        }
        try (Pair pair = pair(RegionKind.PINNED, OdpSupport.NONE, ConnectOptions.DEFAULT)) {
            assertEquals(OdpCapabilities.NONE, pair.alice().context().odpCapabilities());
            VerbsException refused = assertThrows(
                    VerbsException.class,
                    () -> pair.alice().pd().regMr(pair.alice().memory(), ON_DEMAND));
            assertEquals(Errno.EOPNOTSUPP, refused.errno());
        }
        try (Pair pair = pair(RegionKind.EXPLICIT, OdpSupport.FULL.explicitOnly(), ConnectOptions.DEFAULT)) {
            VerbsException refused =
                    assertThrows(VerbsException.class, () -> pair.alice().pd().regImplicit(LOCAL_WRITE));
            assertEquals(Errno.EINVAL, refused.errno());
        }
    }

    @Test
    void shouldKnowWhatIsInMemoryWhenARegionIsMade() {
        try (Pair pair = new Pair(RegionKind.EXPLICIT)) {
            pair.alice()
                    .perform(RdmaWrite.of(
                            1,
                            pair.bob().remote(0, Side.PAGED_BYTES),
                            pair.alice().at(0, Side.PAGED_BYTES)));
            assertEquals(0, pair.alice().counted("page_faults"));
            assertEquals(0, pair.bob().counted("page_faults"));
        }
    }

    @Test
    void shouldCountPagesAndEventsOfARegionAndOfItsDevice() {
        try (Pair pair = new Pair(RegionKind.EXPLICIT)) {
            Side bob = pair.bob();
            assertEquals(COUNTERS, List.copyOf(bob.statistics().keySet()));
            bob.swapOut();
            bob.swapOut();
            assertEquals(
                    List.of(0L, 0L, 16L, 1L, 0L), List.copyOf(bob.statistics().values()));
            pair.alice()
                    .perform(RdmaWrite.of(
                            1, bob.remote(100, 3 * PAGE_BYTES), pair.alice().at(0, 3 * PAGE_BYTES)));
            assertEquals(
                    List.of(4L, 1L, 16L, 1L, 0L), List.copyOf(bob.statistics().values()));
            bob.pd().adviseMr(MrAdvice.PREFETCH, bob.at(8 * PAGE_BYTES, 2 * PAGE_BYTES), bob.at(12 * PAGE_BYTES, 1));
            assertEquals(
                    List.of(4L, 1L, 16L, 1L, 3L), List.copyOf(bob.statistics().values()));
            var ofDevice =
                    bob.host().kernel().devices().values().iterator().next().statistics();
            bob.region().close();
            COUNTERS.forEach(name -> assertTrue(ofDevice.get(name) > 0, name));
            assertEquals(4L, ofDevice.get("page_faults"));
        }
    }

    @Test
    void shouldMapForReadingUnlessTheAccessWrites() {
        try (Pair pair = new Pair(RegionKind.EXPLICIT)) {
            Side bob = pair.bob();
            bob.swapOut();
            bob.pd().adviseMr(MrAdvice.PREFETCH, bob.at(0, PAGE_BYTES));
            pair.alice().perform(RdmaRead.of(1, bob.remote(0, 64), pair.alice().at(0, 64)));
            assertEquals(0, bob.counted("page_faults"));
            pair.alice().perform(RdmaWrite.of(2, bob.remote(0, 64), pair.alice().at(0, 64)));
            assertEquals(1, bob.counted("page_faults"));
        }
    }

    @Test
    void shouldRegisterAsMuchAsTheDeviceAllowsAndPayOnlyForTouchedPages() {
        try (Pair pair = new Pair(RegionKind.PINNED)) {
            Side bob = pair.bob();
            long most = bob.context().deviceAttributes().maxMrSize();
            Memory huge = bob.context().map(most + PAGE_BYTES, MapOptions.USUAL);
            huge.putLong(most / 2, 7);
            huge.putLong(most - 8, 7);
            long written = bob.host().hca().counters().mttWritten;

            VerbsException refused = assertThrows(
                    VerbsException.class,
                    () -> bob.pd().regMr(huge, 0, most + 1, ON_DEMAND, LOCAL_WRITE, REMOTE_WRITE));
            assertEquals(RegionRule.REGION_SIZE, refused.rule());
            assertEquals(Errno.EINVAL, refused.errno());
            try (MemoryRegion region = bob.pd().regMr(huge, 0, most, ON_DEMAND, LOCAL_WRITE, REMOTE_WRITE)) {
                assertEquals(written + 2, bob.host().hca().counters().mttWritten);
                RemoteBuffer middle = region.remote().slice(most / 2, 8);
                pair.alice().perform(RdmaWrite.of(1, middle, pair.alice().at(0, 8)));
                assertEquals(pair.alice().memory().getLong(0), huge.getLong(most / 2));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 47, 1L << 50, Long.MIN_VALUE, -PAGE_BYTES})
    void shouldRefuseAddressesThatNoProcessHas(long address) {
        try (Pair pair = new Pair(RegionKind.IMPLICIT)) {
            RemoteBuffer nowhere =
                    new RemoteBuffer(address, 8, pair.bob().region().rkey());
            WcStatus status = assertTimeoutPreemptively(
                    Duration.ofSeconds(60),
                    () -> pair.alice()
                            .attempt(RdmaWrite.of(1, nowhere, pair.alice().at(0, 8)))
                            .status());
            assertNotEquals(WcStatus.SUCCESS, status);
        }
    }

    @Test
    void shouldPayOnlyForTouchedPagesOfATebibyte() {
        try (Pair pair = new Pair(RegionKind.IMPLICIT)) {
            Side bob = pair.bob();
            Memory huge = bob.context().map(1L << 40, MapOptions.USUAL);
            long resident = bob.process().residentPages();
            long written = bob.host().hca().counters().mttWritten;
            int touched = 20;
            for (int i = 0; i < touched; i++) {
                long offset = i * ((1L << 40) / touched) + 8L * i;
                pair.alice().memory().putLong(0, i + 1);
                RemoteBuffer place = bob.region().remote().slice(huge.address() + offset, 8);
                pair.alice().perform(RdmaWrite.of(i, place, pair.alice().at(0, 8)));
                assertEquals(i + 1, huge.getLong(offset));
            }
            assertEquals(resident + touched, bob.process().residentPages());
            assertEquals(written + touched, bob.host().hca().counters().mttWritten);
            bob.process().swapOut(huge.address(), 1L << 40, true);
            assertEquals(touched, bob.counted("page_invalidations"));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EXPLICIT", "IMPLICIT"})
    void shouldFailWhatIsNotMapped(RegionKind kind) {
        try (Pair pair = new Pair(kind)) {
            Side bob = pair.bob();
            bob.process().unmap(bob.memory().address() + PAGE_BYTES, PAGE_BYTES);
            assertEquals(
                    WcStatus.REM_ACCESS_ERR,
                    pair.alice()
                            .attempt(RdmaWrite.of(
                                    1, bob.remote(PAGE_BYTES, 64), pair.alice().at(0, 64)))
                            .status());
            assertEquals(QpState.ERR, bob.qp().state());
            pair.reconnect();
            bob.qp().postRecv(2, bob.at(PAGE_BYTES, 64));
            assertEquals(
                    WcStatus.REM_OP_ERR,
                    pair.alice().attempt(Send.of(2, pair.alice().at(0, 64))).status());
            assertEquals(WcStatus.LOC_PROT_ERR, bob.await(2).status());
            pair.reconnect();
            assertEquals(
                    WcStatus.LOC_PROT_ERR,
                    bob.attempt(RdmaRead.of(3, pair.alice().remote(0, 64), bob.at(PAGE_BYTES, 64)))
                            .status());
        }
    }

    @Test
    void shouldWriteWhatIsMappedBeforeWhatIsNot() {
        try (Pair pair = new Pair(RegionKind.EXPLICIT)) {
            Side bob = pair.bob();
            bob.swapOut();
            bob.process().unmap(bob.memory().address() + PAGE_BYTES, PAGE_BYTES);
            pair.alice().memory().fill((byte) 7);
            RdmaWrite write =
                    RdmaWrite.of(1, bob.remote(0, 2 * PAGE_BYTES), pair.alice().at(0, 2 * PAGE_BYTES));
            assertEquals(WcStatus.REM_ACCESS_ERR, pair.alice().attempt(write).status());
            assertEquals(7, bob.memory().get(PAGE_BYTES - 1, 1)[0], "each packet is placed as it arrives");
        }
    }

    @Test
    void shouldNotBeWrittenWhereTheProcessMayOnlyRead() {
        try (Pair pair = new Pair(RegionKind.EXPLICIT)) {
            Side bob = pair.bob();
            bob.process().protect(bob.memory().address(), PAGE_BYTES, false);
            pair.alice().perform(RdmaRead.of(1, bob.remote(0, 64), pair.alice().at(0, 64)));
            assertEquals(
                    WcStatus.REM_ACCESS_ERR,
                    pair.alice()
                            .attempt(RdmaWrite.of(
                                    2, bob.remote(0, 64), pair.alice().at(0, 64)))
                            .status());
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldServeWindowsOverPagesThatGo(MwType type) {
        try (Pair pair = new Pair(RegionKind.EXPLICIT)) {
            Side bob = pair.bob();
            MemoryWindow window = bob.pd().allocMw(type);
            RemoteBuffer opened = Windows.bind(bob, window, bob.at(PAGE_BYTES, PAGE_BYTES), REMOTE_WRITE, REMOTE_READ);
            for (int i = 0; i < 3; i++) {
                bob.swapOut();
                pair.alice().memory().putLong(0, 40 + i);
                pair.alice()
                        .perform(RdmaWrite.of(
                                10 + i, opened.slice(8, 8), pair.alice().at(0, 8)));
                bob.swapOut();
                pair.alice()
                        .perform(RdmaRead.of(
                                20 + i, opened.slice(8, 8), pair.alice().at(64, 8)));
                assertEquals(40 + i, pair.alice().memory().getLong(64));
            }
            VerbsException held = assertThrows(VerbsException.class, bob.region()::close);
            assertEquals(Errno.EBUSY, held.errno());
            assertThrows(
                    ReregException.class,
                    () -> bob.region().changePd(bob.context().allocPd()));
            pair.alice()
                    .perform(RdmaWrite.of(30, opened.slice(8, 8), pair.alice().at(0, 8)));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldMakeARegionAnewWhenItIsChanged(boolean staysPaged) {
        try (Pair pair = new Pair(RegionKind.EXPLICIT)) {
            Side bob = pair.bob();
            RemoteBuffer old = bob.remote(0, 64);
            long pinned = bob.process().pinnedPages();
            AccessFlag kind = staysPaged ? ON_DEMAND : MW_BIND;
            bob.region().changeAccess(LOCAL_WRITE, REMOTE_WRITE, kind);
            assertNotEquals(old.rkey(), bob.region().rkey());
            assertEquals(
                    staysPaged ? pinned : pinned + Side.PAGES, bob.process().pinnedPages());
            bob.swapOut();
            pair.alice().perform(RdmaWrite.of(1, bob.remote(0, 64), pair.alice().at(0, 64)));
            assertEquals(
                    WcStatus.REM_ACCESS_ERR,
                    pair.alice()
                            .attempt(RdmaWrite.of(2, old, pair.alice().at(0, 64)))
                            .status());
        }
    }

    @Test
    void shouldDeregisterWhileAFaultIsPending() {
        try (Pair pair = new Pair(RegionKind.EXPLICIT)) {
            pair.alice().swapOut();
            pair.alice()
                    .qp()
                    .post(RdmaWrite.of(1, pair.bob().remote(0, 64), pair.alice().at(0, 64)));
            // The device has requested the page, but has no answer yet.
            pair.bench().fabric().progress();
            pair.alice().region().close();
            assertEquals(WcStatus.LOC_PROT_ERR, pair.alice().await(1).status());
        }
    }

    @Test
    void shouldAskAgainWhenThePageGoesBeforeTheQpGoesOn() {
        try (Pair pair = new Pair(RegionKind.EXPLICIT)) {
            pair.alice().memory().fill((byte) 9);
            pair.alice().swapOut();
            pair.alice()
                    .qp()
                    .post(RdmaWrite.of(1, pair.bob().remote(0, 64), pair.alice().at(0, 64)));
            pair.bench().fabric().progress();
            pair.bench().fabric().runDeferred();
            pair.alice().swapOut();
            pair.alice().await(1).orThrow();
            assertArrayEquals(
                    pair.alice().memory().get(0, 64), pair.bob().memory().get(0, 64));
        }
    }

    @Test
    void shouldCostTheRequesterAnRnrRetryOrWait() {
        ConnectOptions impatient = ConnectOptions.DEFAULT.withRetries(7, 0);
        try (Pair pair = pair(RegionKind.EXPLICIT, OdpSupport.FULL, impatient)) {
            pair.bob().swapOut();
            assertEquals(
                    WcStatus.RNR_RETRY_EXC_ERR,
                    pair.alice()
                            .attempt(RdmaWrite.of(
                                    1, pair.bob().remote(0, 64), pair.alice().at(0, 64)))
                            .status());
        }
        try (Pair pair = pair(RegionKind.EXPLICIT, OdpSupport.FULL.waiting(), impatient)) {
            pair.bob().swapOut();
            pair.alice()
                    .perform(RdmaWrite.of(
                            1, pair.bob().remote(0, 64), pair.alice().at(0, 64)));
            assertEquals(0, pair.bob().host().hca().counters().rnrNaksSent);
        }
    }

    @Test
    void shouldRefuseOperationsWithoutTheirBit() {
        OdpSupport noWrites = OdpSupport.FULL.withRc(OdpSupport.FULL.rc() & ~OdpSupport.WRITE);
        try (Pair pair = pair(RegionKind.EXPLICIT, noWrites, ConnectOptions.DEFAULT)) {
            assertFalse(pair.alice().context().odpCapabilities().rc().contains(OdpOperation.WRITE));
            pair.alice()
                    .perform(RdmaRead.of(
                            1, pair.bob().remote(0, 64), pair.alice().at(0, 64)));
            assertEquals(
                    WcStatus.LOC_PROT_ERR,
                    pair.alice()
                            .attempt(RdmaWrite.of(
                                    2, pair.bob().remote(0, 64), pair.alice().at(0, 64)))
                            .status());
            assertEquals(
                    HcaRule.O1.id(), pair.alice().host().refusals().getLast().ruleId());
        }
    }

    @Test
    void shouldFailSmallPagesOfAHugeRegionWhenTheyAreUsed() {
        try (Pair pair = new Pair(RegionKind.PINNED)) {
            Side bob = pair.bob();
            MemoryRegion wrong = bob.pd().regMr(bob.memory(), LOCAL_WRITE, REMOTE_WRITE, ON_DEMAND, HUGETLB);
            RemoteBuffer place = wrong.remote().slice(0, 64);
            assertEquals(
                    WcStatus.REM_ACCESS_ERR,
                    pair.alice()
                            .attempt(RdmaWrite.of(1, place, pair.alice().at(0, 64)))
                            .status());
        }
    }

    @Test
    void shouldPrefetchInTheBackgroundWhenNobodyWaits() {
        try (Pair pair = new Pair(RegionKind.EXPLICIT)) {
            Side bob = pair.bob();
            bob.swapOut();
            var range = new AdvisedRange(bob.region().lkey(), bob.region().address(), PAGE_BYTES);
            bob.pd().adviseMr(MrAdvice.PREFETCH.code(), 0, List.of(range));
            assertEquals(0, bob.counted("page_prefetch"));
            bob.context().pollAsyncEvent();
            assertEquals(1, bob.counted("page_prefetch"));
        }
    }
}
