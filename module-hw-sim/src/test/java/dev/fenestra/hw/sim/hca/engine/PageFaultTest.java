package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.OdpSupport;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.CreateMkey;
import dev.fenestra.hw.sim.mlx5.prm.Eqe;
import dev.fenestra.hw.sim.mlx5.prm.EventType;
import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import dev.fenestra.hw.sim.mlx5.prm.PageFaultResume;
import dev.fenestra.hw.sim.mlx5.prm.UpdateTranslations;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.hw.sim.testing.Entry;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawCommands;
import dev.fenestra.hw.sim.testing.RawEq;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawMemory;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Wqe;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Accesses that meet a page which is not there, and what the host makes of them. */
class PageFaultTest {
    private static final int PAGE = RawMemory.PAGE;
    private static final int BYTES = 3 * PAGE;
    private static final int LENGTH = 2 * PAGE;
    private static final long ADDRESS = 0x5000_0000_0000L + 0x123;
    private static final long LATE = 5_000_000_000L;

    /** Where a page can be missing. */
    enum Access {
        GATHER_SEND(true, OdpSupport.SEND, Eqe.FAULT_REQUESTOR, CqeSyndrome.LOCAL_PROTECTION),
        GATHER_WRITE(true, OdpSupport.WRITE, Eqe.FAULT_REQUESTOR, CqeSyndrome.LOCAL_PROTECTION),
        LAND_READ(true, OdpSupport.READ, Eqe.FAULT_REQUESTOR | Eqe.FAULT_WRITE, CqeSyndrome.LOCAL_PROTECTION),
        LAND_ATOMIC(true, OdpSupport.ATOMIC, Eqe.FAULT_REQUESTOR | Eqe.FAULT_WRITE, CqeSyndrome.LOCAL_PROTECTION),
        RECEIVE(false, OdpSupport.RECEIVE, Eqe.FAULT_WRITE, CqeSyndrome.REMOTE_OPERATION),
        PLACE_WRITE(false, OdpSupport.WRITE, Eqe.FAULT_WRITE | Eqe.FAULT_RDMA, CqeSyndrome.REMOTE_ACCESS),
        ANSWER_READ(false, OdpSupport.READ, Eqe.FAULT_RDMA, CqeSyndrome.REMOTE_ACCESS),
        PLACE_ATOMIC(false, OdpSupport.ATOMIC, Eqe.FAULT_WRITE | Eqe.FAULT_RDMA, CqeSyndrome.REMOTE_ACCESS);

        private final boolean atAlice;
        private final int operation;
        private final int flags;
        private final int syndrome;

        Access(boolean atAlice, int operation, int flags, int syndrome) {
            this.atAlice = atAlice;
            this.operation = operation;
            this.flags = flags;
            this.syndrome = syndrome;
        }

        boolean isAtomic() {
            return this == LAND_ATOMIC || this == PLACE_ATOMIC;
        }

        /** Whether bytes go from alice to bob. */
        boolean goesOut() {
            return this == GATHER_SEND || this == GATHER_WRITE || this == RECEIVE || this == PLACE_WRITE;
        }
    }

    /** One access, with one region whose pages are not known to the device. */
    private static final class Stage implements AutoCloseable {
        final Access access;
        final RawPair pair;
        final RawPair.Side faulting;
        final RawEq faults;
        final RawRegion from;
        final RawRegion to;
        final RawRegion paged;
        final byte[] data;
        final long before;

        Stage(Access access, OdpSupport odp) {
            this.access = access;
            pair = new RawPair(QpSetup.usual(), QpSetup.usual(), config -> config.withOdp(odp));
            faulting = access.atAlice ? pair.alice : pair.bob;
            faults = faulting.host.eq(4, 1, EventType.bit(EventType.PAGE_FAULT));
            faults.arm();
            from = access.atAlice ? region(pair.alice) : pair.alice.host.region(pair.alice.pd, BYTES);
            to = access.atAlice ? pair.bob.host.region(pair.bob.pd, BYTES) : region(pair.bob);
            paged = access.atAlice ? from : to;
            data = (access.goesOut() ? from : to).pattern(1, LENGTH);
            before = stored();
        }

        private static RawRegion region(RawPair.Side end) {
            long[] pages = end.host.memory.pages(4);
            MemorySegment in = end.host.regionInput(end.pd, ADDRESS, BYTES, new long[0], RawHost.ALL_RIGHTS, 0);
            CreateMkey.PAGE_ACCESS.set(in, 0, 1);
            return end.host.region(in, ADDRESS, pages);
        }

        void post() {
            pair.alice.qp.post(
                    switch (access) {
                        case GATHER_SEND, RECEIVE -> {
                            pair.bob.qp.receive(to, 1, LENGTH);
                            yield Wqe.send().sge(from, 1, LENGTH);
                        }
                        case GATHER_WRITE, PLACE_WRITE ->
                            Wqe.write(to.address() + 1, to.key()).sge(from, 1, LENGTH);
                        case LAND_READ, ANSWER_READ ->
                            Wqe.read(to.address() + 1, to.key()).sge(from, 1, LENGTH);
                        case LAND_ATOMIC, PLACE_ATOMIC ->
                            new Wqe(WqeOpcode.ATOMIC_FA)
                                    .remote(counter(), to.key())
                                    .atomic(5, 0)
                                    .sge(from, 1, 8);
                    });
            pair.settle();
        }

        /** The counter that atomics add to. */
        private long stored() {
            return Long.reverseBytes(to.memory().readLong(to.pages()[0] + (counter() & PAGE - 1)));
        }

        long counter() {
            return to.address() + 5;
        }

        /** Gives the device translations of pages, all with these permissions. */
        void bring(int first, int count, long permissions) {
            MemorySegment in = RawCommands.input(
                    CommandOpcode.UPDATE_TRANSLATIONS,
                    paged.index(),
                    UpdateTranslations.LIST_OFFSET + count * MttEntry.BYTES);
            UpdateTranslations.FIRST.setLong(in, 0, first);
            UpdateTranslations.COUNT.setLong(in, 0, count);
            for (int i = 0; i < count; i++) {
                MttEntry.VALUE.setLong(
                        in, UpdateTranslations.LIST_OFFSET + i * 8L, paged.pages()[first + i] | permissions);
            }
            RawHost.good(faulting.host.commands.execute(in, UpdateTranslations.OUTPUT_BYTES));
        }

        /** The oldest fault, which is taken. */
        MemorySegment fault() {
            assertTrue(faults.hasNext(), "a page fault");
            MemorySegment copy = Arena.ofAuto().allocate(Eqe.BYTES);
            copy.copyFrom(faults.peek());
            faults.take(Eqe.TYPE);
            faults.arm();
            return copy;
        }

        void resume(MemorySegment fault, boolean failed) {
            MemorySegment in = RawCommands.input(CommandOpcode.PAGE_FAULT_RESUME, 0, 16);
            PageFaultResume.ERROR.set(in, 0, failed);
            PageFaultResume.TOKEN_HIGH.set(in, 0, Eqe.FAULT_TOKEN_HIGH.get(fault, 0));
            PageFaultResume.TOKEN_LOW.set(in, 0, Eqe.FAULT_TOKEN_LOW.get(fault, 0));
            RawHost.good(faulting.host.commands.execute(in, 16));
        }

        /** Brings pages in as the device requests them, one fault at a time. */
        void serve() {
            for (int i = 0; i < 100 && !pair.alice.sends.hasNext(); i++) {
                while (faults.hasNext()) {
                    MemorySegment fault = fault();
                    long page = (Eqe.FAULT_ADDRESS.getLong(fault, 0) >>> 12) - (ADDRESS >>> 12);
                    bring((int) page, Eqe.FAULT_PAGES.get(fault, 0), MttEntry.READ | MttEntry.WRITE);
                    resume(fault, false);
                }
                pair.fabric.progressUntil(LATE);
            }
        }

        void checkData() {
            if (access.isAtomic()) {
                assertEquals(before + 5, stored(), "added once");
            } else {
                assertArrayEquals(data, from.bytes(1, LENGTH));
                assertArrayEquals(data, to.bytes(1, LENGTH));
            }
        }

        @Override
        public void close() {
            pair.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellTheHostAndWait(Access access) {
        try (Stage stage = new Stage(access, OdpSupport.FULL)) {
            stage.post();
            MemorySegment fault = stage.fault();
            assertEquals(EventType.PAGE_FAULT, Eqe.TYPE.get(fault, 0));
            assertEquals(Eqe.MEMORY_FAULT, Eqe.SUB_TYPE.get(fault, 0));
            assertEquals(access.flags, Eqe.FAULT_FLAGS.get(fault, 0));
            assertEquals(stage.paged.key(), Eqe.FAULT_MKEY.get(fault, 0));
            assertEquals(ADDRESS & -PAGE, Eqe.FAULT_ADDRESS.getLong(fault, 0));
            assertEquals(stage.faulting.qp.number(), Eqe.FAULT_QPN.get(fault, 0));
            assertEquals(1, Eqe.FAULT_PAGES.get(fault, 0));
            assertEquals(access.isAtomic() ? 0 : 2, Eqe.FAULT_MORE_PAGES.get(fault, 0));
            assertFalse(stage.faults.hasNext(), "one event for one wait");
            assertFalse(stage.pair.alice.sends.hasNext());
            assertEquals(List.of(), stage.faulting.host.rules());
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldGoOnAsIfNothingHadHappened(Access access) {
        try (Stage stage = new Stage(access, OdpSupport.FULL)) {
            stage.post();
            stage.serve();
            assertTrue(stage.pair.alice.sent().isSuccess());
            stage.checkData();
            assertEquals(
                    0,
                    stage.pair.bob.receives.drain().stream()
                            .filter(entry -> !entry.isSuccess())
                            .count());
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldGoOnWhenTheResponderWaitsSilently(Access access) {
        try (Stage stage = new Stage(access, OdpSupport.FULL.waiting())) {
            stage.post();
            stage.serve();
            assertTrue(stage.pair.alice.sent().isSuccess());
            stage.checkData();
            assertEquals(
                    0, stage.pair.wire.naks().stream().filter(nak -> nak < 0x60).count(), "RNR NAKs");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailWhenThePageDoesNotCome(Access access) {
        try (Stage stage = new Stage(access, OdpSupport.FULL)) {
            stage.post();
            stage.resume(stage.fault(), true);
            Entry failed = stage.pair.await(stage.pair.alice.sends);
            assertEquals(access.syndrome, failed.syndrome());
            assertEquals(access.atAlice ? HcaRule.O2.code() : 0, failed.vendor());
            assertEquals(List.of(HcaRule.O2), stage.faulting.host.rules());
            if (access == Access.RECEIVE) {
                assertEquals(
                        CqeSyndrome.LOCAL_PROTECTION, stage.pair.bob.received().syndrome());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseWhatTheDeviceHasNoBitFor(Access access) {
        OdpSupport less = OdpSupport.FULL.withRc(OdpSupport.FULL.rc() & ~access.operation);
        try (Stage stage = new Stage(access, less)) {
            stage.bring(0, 4, MttEntry.READ | MttEntry.WRITE);
            stage.post();
            assertEquals(
                    access.syndrome, stage.pair.await(stage.pair.alice.sends).syndrome());
            assertEquals(List.of(HcaRule.O1), stage.faulting.host.rules());
            assertFalse(stage.faults.hasNext());
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFaultForWritingWhatMayOnlyBeRead(Access access) {
        try (Stage stage = new Stage(access, OdpSupport.FULL)) {
            stage.bring(0, 4, MttEntry.READ);
            stage.post();
            boolean writes = (access.flags & Eqe.FAULT_WRITE) != 0;
            assertEquals(writes, stage.faults.hasNext());
            stage.serve();
            assertTrue(stage.pair.alice.sent().isSuccess());
            stage.checkData();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldIgnoreAnAnswerThatComesTooLate(Access access) {
        try (Stage stage = new Stage(access, OdpSupport.FULL)) {
            stage.post();
            MemorySegment fault = stage.fault();
            RawHost host = stage.faulting.host;
            RawHost.good(host.commands.execute(CommandOpcode.TO_RST_QP, stage.faulting.qp.number()));
            stage.resume(fault, true);
            stage.resume(fault, false);
            stage.pair.settle();
            assertEquals(List.of(), host.rules());
        }
    }

    @Test
    void shouldNotBelieveACountThatItsListDoesNotHave() {
        try (Stage stage = new Stage(Access.PLACE_WRITE, OdpSupport.FULL)) {
            RawHost host = stage.faulting.host;
            MemorySegment whole = host.regionInput(stage.faulting.pd, 0, -1, new long[0], RawHost.ALL_RIGHTS, 0);
            CreateMkey.PAGE_ACCESS.set(whole, 0, 1);
            int key = RawHost.good(host.commands.execute(whole, 16)).key();
            for (long count : new long[] {2, 1L << 29, 1L << 40}) {
                MemorySegment in = RawCommands.input(
                        CommandOpcode.UPDATE_TRANSLATIONS, key >>> 8, UpdateTranslations.LIST_OFFSET + 8);
                UpdateTranslations.COUNT.setLong(in, 0, count);
                var reply = host.commands.execute(in, UpdateTranslations.OUTPUT_BYTES);
                assertEquals(CommandSyndrome.UPDATE_INPUT.number(), reply.syndrome());
            }
        }
    }

    @Test
    void shouldZapAndForgetWhatIsTakenAway() {
        try (Stage stage = new Stage(Access.PLACE_WRITE, OdpSupport.FULL)) {
            stage.bring(0, 4, MttEntry.READ | MttEntry.WRITE);
            MemorySegment in =
                    RawCommands.input(CommandOpcode.UPDATE_TRANSLATIONS, stage.paged.index(), UpdateTranslations.BYTES);
            UpdateTranslations.ZAP.set(in, 0, 1);
            UpdateTranslations.FIRST.setLong(in, 0, 1);
            UpdateTranslations.COUNT.setLong(in, 0, 3);
            var reply = stage.faulting.host.commands.execute(in, UpdateTranslations.OUTPUT_BYTES);
            assertEquals(3, UpdateTranslations.CHANGED.getLong(reply.output(), 0));
            stage.post();
            MemorySegment fault = stage.fault();
            assertEquals((ADDRESS & -PAGE) + PAGE, Eqe.FAULT_ADDRESS.getLong(fault, 0));
            assertArrayEquals(new byte[1], stage.to.bytes(PAGE, 1), "no byte behind the missing page is written");
        }
    }
}
