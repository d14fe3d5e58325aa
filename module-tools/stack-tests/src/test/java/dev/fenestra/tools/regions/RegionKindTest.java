package dev.fenestra.tools.regions;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ON_DEMAND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;
import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.VerbsRule;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.PageList;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.memory.ReregException;
import dev.fenestra.uverbs.request.LocalInvalidate;
import dev.fenestra.uverbs.request.PostException;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.RegisterMr;
import dev.fenestra.uverbs.request.Send;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What may be done with each kind of region, as a table; and the kinds that have no test of their own. */
class RegionKindTest {
    @AutoClose
    private final Pair pair = new Pair();

    private final Side alice = pair.alice();
    private final Side bob = pair.bob();

    /** The table: may it be changed by rereg, bound to a type-1 window, invalidated, shared? */
    private enum Kind {
        MEMORY(MrType.MR, true, 0, false, true, t -> t.bob.region()),
        NULL(MrType.NULL_MR, false, 95, false, false, t -> t.bob.pd().allocNullMr()),
        DEVICE(MrType.DM, false, 95, false, false, RegionKindTest::onDevice),
        FAST(MrType.FAST_REG, false, 0, true, false, RegionKindTest::fast),
        PEER(MrType.PEER, false, 95, false, false, RegionKindTest::peer),
        BUFFER(MrType.DMA_BUF, false, 95, false, false, RegionKindTest::buffer),
        IMPORTED(
                MrType.IMPORTED,
                false,
                95,
                false,
                false,
                t -> t.bob.pd().importMr(t.bob.region().handle())),
        ALLOCATED(MrType.MR, true, 0, false, true, t -> t.bob.pd().allocateMr(PAGE_BYTES, LOCAL_WRITE, MW_BIND)),
        SHARED(MrType.MR, true, 0, false, true, t -> t.bob.pd().shareMr(t.bob.region(), LOCAL_WRITE, MW_BIND));

        private final MrType type;
        private final boolean rereg;
        /** errno of a type-1 bind. */
        private final int bind;

        private final boolean invalidate;
        private final boolean share;
        private final Function<RegionKindTest, MemoryRegion> creation;

        Kind(
                MrType type,
                boolean rereg,
                int bind,
                boolean invalidate,
                boolean share,
                Function<RegionKindTest, MemoryRegion> creation) {
            this.type = type;
            this.rereg = rereg;
            this.bind = bind;
            this.invalidate = invalidate;
            this.share = share;
            this.creation = creation;
        }
    }

    private MemoryRegion onDevice() {
        return bob.pd().regDmMr(bob.context().allocDm(PAGE_BYTES), 0, PAGE_BYTES, ZERO_BASED, LOCAL_WRITE);
    }

    private MemoryRegion fast() {
        MemoryRegion region = bob.pd().allocMr(1);
        PageList pages = bob.pd().listPages(bob.memory(), 0, PAGE_BYTES);
        bob.perform(RegisterMr.of(90, region, MemoryKey.next(region.lkey()), pages, LOCAL_WRITE, MW_BIND));
        return region;
    }

    private MemoryRegion buffer() {
        return bob.pd()
                .regDmaBufMr(
                        bob.context().process().exportDmaBuf(PAGE_BYTES), 0, PAGE_BYTES, 0, LOCAL_WRITE, REMOTE_WRITE);
    }

    private static MemorySegment board() {
        return Arena.ofAuto().allocate(2 * PAGE_BYTES, PAGE_BYTES);
    }

    private MemoryRegion peer() {
        return bob.pd().regMr(bob.context().mapPeer(board()), LOCAL_WRITE, REMOTE_WRITE);
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayWhatItIsMadeOf(Kind kind) {
        assertEquals(kind.type, kind.creation.apply(this).type());
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeRegisteredAnewOnlyWhenItIsMemoryOfTheProgram(Kind kind) {
        MemoryRegion region = kind.creation.apply(this);

        if (kind.rereg) {
            region.changeAccess(REMOTE_READ);
            assertTrue(region.access().contains(REMOTE_READ));
        } else {
            ReregException refused = assertThrows(ReregException.class, () -> region.changeAccess(REMOTE_READ));
            assertEquals(VerbsRule.REREG_TYPE, refused.rule());
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarryATypeOneWindowOrRefuseItAtPost(Kind kind) {
        MemoryRegion region = kind.creation.apply(this);
        MemoryWindow window = bob.pd().allocMw(MwType.TYPE_1);
        MemorySlice range = new MemorySlice(region, region.address(), 8);

        if (kind.bind == 0) {
            bob.qp().bindMw(1, window, range, REMOTE_READ);
            bob.await(1).orThrow();
        } else {
            PostException refused =
                    assertThrows(PostException.class, () -> bob.qp().bindMw(1, window, range, REMOTE_READ));
            assertEquals(kind.bind, refused.errno().code());
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeInvalidatedOnlyWhenItWasRegisteredFast(Kind kind) {
        MemoryRegion region = kind.creation.apply(this);

        boolean succeeded = bob.attempt(LocalInvalidate.of(1, region.lkey()))
                .status()
                .name()
                .equals("SUCCESS");

        assertEquals(kind.invalidate, succeeded);
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeSharedOnlyWhenItsPagesArePinnedMemory(Kind kind) {
        MemoryRegion region = kind.creation.apply(this);

        if (kind.share) {
            assertNotEquals(region.lkey(), bob.pd().shareMr(region, LOCAL_WRITE).lkey());
        } else {
            assertThrows(VerbsException.class, () -> bob.pd().shareMr(region, LOCAL_WRITE));
        }
    }

    @Test
    void shouldShareMemoryUnderAnotherPdAndOtherRights() {
        long written = bob.host().hca().counters().mttWritten;
        ProtectionDomain other = bob.context().allocPd();
        MemoryRegion mine = bob.pd().shareMr(bob.region(), LOCAL_WRITE, REMOTE_WRITE);
        MemoryRegion others = other.shareMr(bob.region(), LOCAL_WRITE, REMOTE_WRITE);

        alice.perform(
                RdmaWrite.of(1, mine.slice(100, 64).remote(), alice.region().slice(0, 64)));

        assertArrayEquals(alice.memory().get(0, 64), bob.memory().get(100, 64));
        assertEquals(written, bob.host().hca().counters().mttWritten, "no translation is written");
        RemoteBuffer target = others.slice(0, 8).remote();
        pair.assertRefused(
                HcaRule.R3, target, RdmaWrite.of(2, target, alice.region().slice(0, 8)));
    }

    @Test
    void shouldKeepSharedPagesPinnedUntilTheLastRegionGoes() {
        long pinned = bob.host().process().memory().pinnedPages();
        MemoryRegion first = bob.pd().regMr(bob.context().allocate(2 * PAGE_BYTES), LOCAL_WRITE);
        MemoryRegion second = bob.pd().shareMr(first, LOCAL_WRITE, REMOTE_READ);
        assertEquals(pinned + 2, bob.host().process().memory().pinnedPages());

        first.close();
        assertEquals(pinned + 2, bob.host().process().memory().pinnedPages());
        alice.perform(RdmaRead.of(1, second.slice(0, 8).remote(), alice.region().slice(0, 8)));

        second.close();
        assertEquals(pinned, bob.host().process().memory().pinnedPages());
    }

    @Test
    void shouldEndTheSharingWithANewTranslation() {
        Memory elsewhere = bob.context().allocate(PAGE_BYTES);
        MemoryRegion shared = bob.pd().shareMr(bob.region(), LOCAL_WRITE, REMOTE_WRITE);
        int old = shared.lkey();

        shared.changeTranslation(elsewhere, 0, PAGE_BYTES);
        alice.perform(
                RdmaWrite.of(1, shared.slice(0, 8).remote(), alice.region().slice(0, 8)));

        assertNotEquals(old, shared.lkey());
        assertArrayEquals(alice.memory().get(0, 8), elsewhere.get(0, 8));
        assertArrayEquals(new byte[] {(byte) 0xbb}, bob.memory().get(0, 1), "the other region's memory");
        bob.region().changeAccess(LOCAL_WRITE, REMOTE_READ);
        alice.perform(
                RdmaRead.of(2, bob.region().slice(0, 8).remote(), alice.region().slice(0, 8)));
        assertEquals((byte) 0xbb, alice.memory().get(0, 1)[0]);
    }

    @Test
    void shouldNotShareForWritingWhatWasPinnedForReading() {
        MemoryRegion reading = bob.pd().regMr(bob.context().allocate(PAGE_BYTES), REMOTE_READ);

        VerbsException refused =
                assertThrows(VerbsException.class, () -> bob.pd().shareMr(reading, LOCAL_WRITE));

        assertEquals(Errno.EFAULT, refused.errno());
        assertEquals(RegionRule.SHARED_WRITABLE, refused.rule());
    }

    @Test
    void shouldGiveAllocatedMemoryBackAndFreeItWithTheRegion() {
        long used = bob.host().kernel().memory().usedFrames();
        MemoryRegion region = bob.pd().allocateMr(64 * PAGE_BYTES, LOCAL_WRITE, REMOTE_WRITE);
        Memory memory = region.memory().orElseThrow();

        alice.perform(RdmaWrite.of(
                1, region.slice(5 * PAGE_BYTES, 8).remote(), alice.region().slice(0, 8)));

        assertArrayEquals(alice.memory().get(0, 8), memory.get(5 * PAGE_BYTES, 8));
        region.close();
        assertThrows(IllegalStateException.class, () -> memory.get(0, 1));
        assertEquals(used, bob.host().kernel().memory().usedFrames());
    }

    @Test
    void shouldFreeAllocatedMemoryThatIsRegisteredNoMore() {
        MemoryRegion region = bob.pd().allocateMr(2 * PAGE_BYTES, LOCAL_WRITE);
        Memory memory = region.memory().orElseThrow();

        region.changeTranslation(bob.memory(), 0, PAGE_BYTES);

        assertTrue(region.memory().isEmpty());
        assertThrows(IllegalStateException.class, () -> memory.get(0, 1));
    }

    @Test
    void shouldNotAllocateForOnDemandPaging() {
        VerbsException refused =
                assertThrows(VerbsException.class, () -> bob.pd().allocateMr(PAGE_BYTES, LOCAL_WRITE, ON_DEMAND));
        assertEquals(VerbsRule.ALLOCATED_PINNED, refused.rule());
    }

    @Test
    void shouldMoveDataToAndFromThePeersMemory() {
        MemorySegment board = board();
        MemoryRegion region = bob.pd().regMr(bob.context().mapPeer(board), LOCAL_WRITE, REMOTE_WRITE);

        alice.perform(
                RdmaWrite.of(1, region.slice(4090, 16).remote(), alice.region().slice(0, 16)));

        assertArrayEquals(alice.memory().get(0, 16), board.asSlice(4090, 16).toArray(ValueLayout.JAVA_BYTE));
    }

    @Test
    void shouldRefuseWindowsOverThePeersMemoryAndRegistrationAnewThere() {
        Memory mapped = bob.context().mapPeer(board());

        VerbsException refused =
                assertThrows(VerbsException.class, () -> bob.pd().regMr(mapped, LOCAL_WRITE, MW_BIND));
        ReregException moved =
                assertThrows(ReregException.class, () -> bob.region().changeTranslation(mapped, 0, PAGE_BYTES));

        assertEquals(RegionRule.PEER_WINDOWS, refused.rule());
        assertEquals(RegionRule.REREG_TYPE, moved.rule());
        bob.region().changeAccess(LOCAL_WRITE);
    }

    @Test
    void shouldUseTheKeysOfAnImportedRegionAndLeaveItAlone() {
        MemoryRegion imported = bob.pd().importMr(bob.region().handle());
        assertEquals(bob.region().lkey(), imported.lkey());
        assertEquals(0, imported.address());
        alice.qp().postRecv(3, alice.region().slice(0, 64));
        MemorySlice piece = new MemorySlice(imported, bob.region().address(), 8);
        bob.perform(Send.of(1, piece));

        imported.close();

        assertTrue(bob.region().isOpen());
        bob.region().changeAccess(AccessFlag.LOCAL_WRITE);
        VerbsException refused =
                assertThrows(VerbsException.class, () -> bob.pd().importMr(12345));
        assertEquals(Errno.ENOENT, refused.errno());
        assertFalse(imported.isOpen());
    }
}
