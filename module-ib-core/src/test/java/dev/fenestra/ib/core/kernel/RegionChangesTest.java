package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;
import static dev.fenestra.ib.core.vocabulary.ReregFlag.CHANGE_ACCESS;
import static dev.fenestra.ib.core.vocabulary.ReregFlag.CHANGE_PD;
import static dev.fenestra.ib.core.vocabulary.ReregFlag.CHANGE_TRANSLATION;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.RegionChange;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import org.junit.jupiter.api.Test;

/** Changes of a region: what the driver is asked, what is pinned, and which PD is held. */
public class RegionChangesTest extends RegionScene {
    @Test
    void shouldTellTheDriverTheWholeRegionAndWhatChangesOfIt() {
        MrResponse same = rereg(CHANGE_ACCESS, LOCAL_WRITE.bit());

        RegionChange change = device.lastChange;
        assertEquals(CHANGE_ACCESS, change.changes());
        assertSame(before.pd(), change.pd());
        assertSame(before.pages(), change.pages());
        assertEquals(memory, change.iova());
        assertEquals(LOCAL_WRITE.bit(), change.access());
        assertSame(before.bound(), change.bound());
        assertEquals(new MrResponse(mr, before.lkey(), before.rkey(), MrType.MR), same);
        assertEquals(1, bench.process.transitions().of(SystemCall.REREG_MR));
    }

    @Test
    void shouldPinTheNewPagesAndUnpinTheOldOnes() {
        context.mrs().change(mr, CHANGE_TRANSLATION, otherMemory + 8, 3 * PAGE, 0x7008, -1, 99);

        assertEquals(4, device.lastChange.pages().busAddresses().length);
        assertEquals(0x7008, device.lastChange.iova());
        assertEquals(WIDE, device.lastChange.access());
        assertEquals(4, bench.process.memory().pinnedPages());
        bench.process.memory().free(memory);
        bench.process.memory().free(otherMemory);
        rereg(CHANGE_ACCESS, LOCAL_WRITE.bit());
        context.mrs().deregister(mr);
        assertEquals(0, bench.process.memory().pinnedPages());
    }

    @Test
    void shouldKeepTheHandleAndAnswerNewKeysWhenTheDeviceMakesThem() {
        device.makesNewKeys = true;

        MrResponse moved = context.mrs().change(mr, CHANGE_TRANSLATION, otherMemory, 8 * PAGE, otherMemory, 0, 0);

        assertEquals(mr, moved.handle());
        assertNotEquals(before.lkey(), moved.lkey());
        assertEquals(device.lastMr.rkey(), moved.rkey());
        MwResponse mw = context.mws().allocate(pd, MwType.TYPE_2.code());
        device.bind(device.lastMr, mw.rkey(), 0x11);
        assertEquals(mr, context.mws().query(mw.handle()).binding().mr());
        context.mws().deallocate(mw.handle());
        context.mrs().deregister(mr);
    }

    @Test
    void shouldMoveTheUseFromOnePdToTheOther() {
        context.mrs().change(mr, CHANGE_PD, 0, 0, 0, 0, otherPd);

        context.pds().deallocate(pd);
        VerbsException held = assertRefused(KernelRule.HELD, () -> context.pds().deallocate(otherPd));
        assertEquals("PD 2 is held by MR 3", held.values());
        context.mrs().deregister(mr);
        context.pds().deallocate(otherPd);
    }

    @Test
    void shouldStayWithThePdItHasWhenAskedForIt() {
        context.mrs().change(mr, CHANGE_PD, 0, 0, 0, 0, pd);

        assertRefused(KernelRule.HELD, () -> context.pds().deallocate(pd));
        context.mrs().deregister(mr);
        context.pds().deallocate(pd);
    }

    @Test
    void shouldStartAZeroBasedTranslationAtZero() {
        int access = AccessFlag.mask(LOCAL_WRITE, ZERO_BASED);
        context.mrs().change(mr, CHANGE_TRANSLATION | CHANGE_ACCESS, otherMemory, PAGE, otherMemory, access, 0);
        assertEquals(0, device.lastChange.iova());

        context.mrs().change(mr, CHANGE_TRANSLATION, memory, PAGE, memory, 0, 0);
        assertEquals(0, device.lastChange.iova());
        assertRefused(
                RegionRule.PAGE_OFFSET,
                () -> context.mrs().change(mr, CHANGE_TRANSLATION, memory + 4, 8, memory + 4, 0, 0));
    }

    @Test
    void shouldPinAnewWhatTheDeviceIsToWriteFromNowOn() {
        int reading = context.mrs()
                .register(pd, memory, PAGE, memory, REMOTE_READ.bit())
                .handle();
        PinnedPages pages = device.lastMr.pages();

        context.mrs().change(reading, CHANGE_ACCESS, 0, 0, 0, AccessFlag.mask(LOCAL_WRITE, REMOTE_WRITE), 0);

        assertEquals(CHANGE_ACCESS, device.lastChange.changes());
        assertArrayEquals(pages.busAddresses(), device.lastChange.pages().busAddresses());
        assertEquals(3, bench.process.memory().pinnedPages());
        int other =
                context.mrs().register(pd, otherMemory, PAGE, otherMemory, 0).handle();
        bench.process.memory().free(otherMemory);
        assertRefused(
                MemoryRule.MAPPED, () -> context.mrs().change(other, CHANGE_ACCESS, 0, 0, 0, LOCAL_WRITE.bit(), 0));
    }

    @Test
    void shouldChangeOtherRightsWhileAWindowIsBound() {
        device.bind(before, 0x999 << 8, 0x11);

        rereg(CHANGE_ACCESS, AccessFlag.mask(LOCAL_WRITE, MW_BIND, REMOTE_READ));

        assertEquals(1, device.lastMr.bound().count());
        assertRefused(KernelRule.UNBOUND, () -> context.mrs().deregister(mr));
    }

    @Test
    void shouldNotMissALocalWriteThatTheRegionNeverHad() {
        int reading =
                context.mrs().register(pd, memory, PAGE, memory, MW_BIND.bit()).handle();
        device.bind(device.lastMr, 0x999 << 8, 0x11);

        context.mrs().change(reading, CHANGE_ACCESS, 0, 0, 0, AccessFlag.mask(MW_BIND, REMOTE_READ), 0);

        assertEquals(AccessFlag.mask(MW_BIND, REMOTE_READ), device.lastMr.access());
    }

    @Test
    void shouldHaveTheRegionAloneAndHoldTheNewPdMeanwhile() {
        device.meanwhile = () -> {
            assertRefused(KernelRule.LOCKED, () -> context.mrs().deregister(mr));
            assertRefused(KernelRule.LOCKED, () -> rereg(CHANGE_ACCESS, WIDE));
            assertRefused(KernelRule.LOCKED, () -> context.pds().deallocate(otherPd));
        };

        context.mrs().change(mr, CHANGE_PD, 0, 0, 0, 0, otherPd);

        assertEquals(3, bench.host.refusals().total());
    }
}
