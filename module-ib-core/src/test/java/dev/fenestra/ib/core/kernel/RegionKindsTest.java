package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.kernel.calls.KernelMrs;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.ReregFlag;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

public class RegionKindsTest {
    private static final long PAGE = Bench.PAGE;
    private static final int ON_CARD = ZERO_BASED.bit() | LOCAL_WRITE.bit();

    private final Bench bench = new Bench(FakeAttributes.allKinds());
    private final KernelContext context = bench.context;
    private final KernelMrs mrs = context.mrs();
    private final int pd = bench.pd();
    private final long address = bench.process.memory().allocate(2 * PAGE);

    @AfterEach
    void close() {
        bench.close();
    }

    /** The call is refused, and nothing stays pinned. */
    private void assertRefused(Rule rule, Errno errno, Executable call) {
        long pinned = bench.process.memory().pinnedPages();
        VerbsException refused = assertThrows(VerbsException.class, call);
        assertEquals(rule, refused.rule());
        assertEquals(errno, refused.errno());
        assertEquals(pinned, bench.process.memory().pinnedPages());
    }

    @Test
    @Provokes("FRM-1")
    void shouldRefuseFastRegionsWhereTheDeviceHasNone() {
        try (Bench plain = new Bench()) {
            int its = plain.pd();
            KernelMrs calls = plain.context.mrs();
            assertRefused(RegionRule.FAST_REGIONS, Errno.EOPNOTSUPP, () -> calls.allocate(its, 1, Udata.none()));
            assertRefused(RegionRule.FAST_REGIONS, Errno.EOPNOTSUPP, () -> calls.listPages(its, 0, PAGE));
        }
    }

    @Test
    @Provokes("FRM-2")
    void shouldRefuseAFastRegionOfNoOrTooManyPages() {
        for (int pages : new int[] {0, -1, 5}) {
            assertRefused(RegionRule.FAST_PAGES, Errno.EINVAL, () -> mrs.allocate(pd, pages, Udata.none()));
        }
        assertEquals(MrType.FAST_REG, mrs.allocate(pd, 4, Udata.none()).type());
    }

    @Test
    void shouldPinWholePagesForAList() {
        MrResponse list = mrs.listPages(pd, address + 100, PAGE);

        assertEquals(2, bench.process.memory().pinnedPages());
        assertEquals(address, bench.device.lastMr.pages().address());
        assertEquals(2 * PAGE, bench.device.lastMr.pages().length());
        mrs.deregister(list.handle());
        assertEquals(0, bench.process.memory().pinnedPages());
    }

    @Test
    void shouldListNoPagesThatAreNone() {
        for (long length : new long[] {0, -1, 3 * PAGE}) {
            assertThrows(VerbsException.class, () -> mrs.listPages(pd, address, length));
        }
        assertEquals(0, bench.process.memory().pinnedPages());
    }

    @Test
    @Provokes("LIFE-5")
    void shouldKeepAListWhileARegionIsRegisteredOverIt() {
        int list = mrs.listPages(pd, address, PAGE).handle();
        bench.device.bind(bench.device.lastMr, 0x4200, -1);

        assertRefused(KernelRule.PAGES_UNUSED, Errno.EBUSY, () -> mrs.deregister(list));
    }

    @Test
    @Provokes("RRG-10")
    void shouldRegisterAnewOnlyMemoryOfTheProgram() {
        int fast = mrs.allocate(pd, 1, Udata.none()).handle();

        assertRefused(
                RegionRule.REREG_TYPE,
                Errno.EINVAL,
                () -> mrs.change(fast, ReregFlag.CHANGE_ACCESS, 0, 0, 0, REMOTE_READ.bit(), 0));
    }

    @Test
    @Provokes("DM-1")
    void shouldRefuseDeviceMemoryWhereThereIsNone() {
        try (Bench plain = new Bench()) {
            assertRefused(
                    RegionRule.DEVICE_MEMORY,
                    Errno.EOPNOTSUPP,
                    () -> plain.context.dms().allocate(64, 0, Udata.none()));
        }
    }

    @Test
    @Provokes("DM-2")
    void shouldRefuseDeviceMemoryOfNoOrTooManyBytes() {
        for (long length : new long[] {0, 8193, -1}) {
            assertRefused(
                    RegionRule.DEVICE_MEMORY_SIZE,
                    Errno.EINVAL,
                    () -> context.dms().allocate(length, 0, Udata.none()));
        }
    }

    @Test
    @Provokes("DM-3")
    void shouldWantZeroBasedBeforeItLooksAtTheRange() {
        int dm = context.dms().allocate(64, 0, Udata.none());

        assertRefused(
                RegionRule.DEVICE_MEMORY_ZERO_BASED,
                Errno.EINVAL,
                () -> mrs.registerDm(pd, dm, 0, 65, LOCAL_WRITE.bit()));
    }

    @Test
    @Provokes("DM-4")
    void shouldRefuseARangeOutsideOfTheDeviceMemory() {
        int dm = context.dms().allocate(64, 0, Udata.none());
        long[][] ranges = {{0, 65}, {65, 1}, {60, 5}, {60, -1}, {-4, 8}};

        for (long[] range : ranges) {
            assertRefused(
                    RegionRule.DEVICE_MEMORY_RANGE,
                    Errno.EINVAL,
                    () -> mrs.registerDm(pd, dm, range[0], range[1], ON_CARD));
        }
        assertEquals(MrType.DM, mrs.registerDm(pd, dm, 60, 4, ON_CARD).type());
        assertEquals(MrType.DM, mrs.registerDm(pd, dm, 0, 0, ON_CARD).type());
        assertThrows(VerbsException.class, () -> context.dms().free(dm));
    }

    @Test
    @Provokes("SHR-1")
    void shouldShareOnlyPinnedMemoryOfTheProgram() {
        int fast = mrs.allocate(pd, 1, Udata.none()).handle();

        assertRefused(RegionRule.SHARED_TYPE, Errno.EINVAL, () -> mrs.share(fast, pd, 0));
    }

    @Test
    @Provokes("SHR-2")
    void shouldNotShareForWritingWhatWasPinnedForReading() {
        int reading =
                mrs.register(pd, address, PAGE, address, REMOTE_READ.bit()).handle();

        assertRefused(RegionRule.SHARED_WRITABLE, Errno.EFAULT, () -> mrs.share(reading, pd, LOCAL_WRITE.bit()));
    }

    /** The default of the SPI registers the pages again, but pins them once. */
    @Test
    void shouldUnpinWhatIsSharedWithTheLastRegion() {
        int first = mrs.register(pd, address, PAGE, address, LOCAL_WRITE.bit()).handle();
        int second = mrs.share(first, pd, REMOTE_READ.bit()).handle();

        mrs.deregister(first);
        assertEquals(1, bench.process.memory().pinnedPages());
        mrs.deregister(second);
        assertEquals(0, bench.process.memory().pinnedPages());
    }

    @Test
    @Provokes("PER-1")
    void shouldRefuseWindowsOverMemoryOfAnotherDevice() {
        MemorySegment board = Arena.ofAuto().allocate(PAGE, PAGE);
        long mapped = bench.process.memory().mapPeer(board);
        int access = LOCAL_WRITE.bit() | MW_BIND.bit();

        assertRefused(RegionRule.PEER_WINDOWS, Errno.EOPNOTSUPP, () -> mrs.register(pd, mapped, PAGE, mapped, access));
        assertEquals(
                MrType.PEER,
                mrs.register(pd, mapped, PAGE, mapped, LOCAL_WRITE.bit()).type());
    }
}
