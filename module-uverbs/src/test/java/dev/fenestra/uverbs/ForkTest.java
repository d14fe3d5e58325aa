package dev.fenestra.uverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.memory.SegmentationFault;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ForkStatus;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.UserProcess;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.ReregError;
import dev.fenestra.uverbs.memory.ReregException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Protection against forks, on a kernel that does not copy pinned pages for children. */
class ForkTest {
    private static final long PAGE = 4096;

    private final FakeProvider provider = new FakeProvider();
    private final Host host =
            new Host(HostConfig.named("alice").withMemory(4 << 20).withoutCopyOnFork());
    private final Process app = host.createProcess("app");
    private final Context context = open();
    private final UserProcess process = context.process();
    private final ProtectionDomain pd = context.allocPd();
    private final Memory memory = context.allocate(4 * PAGE);

    private Context open() {
        host.plug("anything");
        host.discover(List.of(provider));
        return Context.open(app, "fake_0");
    }

    @AfterEach
    void close() {
        host.close();
    }

    /** What a new child does not have, as the pages' numbers. */
    private String hidden() {
        StringBuilder hidden = new StringBuilder();
        try (UserProcess child = process.fork("child")) {
            for (int page = 0; page < 4; page++) {
                Memory seen = child.memoryAt(memory.address() + page * PAGE, PAGE);
                try {
                    seen.get(0, 1);
                } catch (SegmentationFault missing) {
                    hidden.append(page);
                }
            }
        }
        return hidden.toString();
    }

    @Test
    void shouldKeepPagesFromChildrenWhileAnyRegionHasThem() {
        process.forkInit();
        MemoryRegion first = pd.regMr(memory, 0, PAGE + 1, AccessFlag.LOCAL_WRITE);
        MemoryRegion second = pd.regMr(memory, PAGE, 2 * PAGE, AccessFlag.LOCAL_WRITE);
        MemoryRegion third = pd.shareMr(second, AccessFlag.LOCAL_WRITE);
        assertEquals("012", hidden());

        second.close();
        assertEquals("012", hidden());
        third.close();
        assertEquals("01", hidden());
        first.changeTranslation(memory, 3 * PAGE, PAGE);
        assertEquals("3", hidden());
        first.close();
        assertEquals("", hidden());
    }

    @Test
    @Provokes("FORK-1")
    void shouldBeginBeforeTheFirstRegion() {
        assertEquals(ForkStatus.DISABLED, process.forkStatus());
        MemoryRegion region = pd.regMr(memory, AccessFlag.LOCAL_WRITE);
        VerbsException refused = assertThrows(VerbsException.class, process::forkInit);
        assertEquals(VerbsRule.FORK_INIT_FIRST, refused.rule());
        assertEquals(Errno.EINVAL, refused.errno());
        assertEquals(ForkStatus.DISABLED, process.forkStatus());
        assertEquals("", hidden());
        region.close();
    }

    @Test
    void shouldProtectTheChildOfAProtectedProcessAsWell() {
        process.forkInit();
        process.forkInit();
        assertEquals(ForkStatus.ENABLED, process.forkStatus());
        try (UserProcess child = process.fork("child")) {
            assertEquals(ForkStatus.ENABLED, child.forkStatus());
        }
    }

    @Test
    void shouldNeedNoProtectionWhereTheKernelCopiesPinnedPages() {
        try (Bench bench = new Bench()) {
            UserProcess usual = bench.context.process();
            assertEquals(ForkStatus.UNNEEDED, usual.forkStatus());
            MemoryRegion region = bench.context.allocPd().regMr(bench.context.allocate(PAGE), AccessFlag.LOCAL_WRITE);
            usual.forkInit();
            assertEquals(ForkStatus.UNNEEDED, usual.forkStatus());
            region.close();
        }
    }

    @Test
    void shouldRefuseToRegisterWhatCannotBeKeptFromChildren() {
        process.forkInit();
        memory.unmap(2 * PAGE, PAGE);
        VerbsException refused = assertThrows(VerbsException.class, () -> pd.regMr(memory, AccessFlag.LOCAL_WRITE));
        assertEquals(MemoryRule.ADVISED_MAPPED, refused.rule());
        assertEquals(Errno.ENOMEM, refused.errno());
        assertEquals("2", hidden());
        // Pages of an on-demand region are not kept from children.
        assertThrows(VerbsException.class, () -> pd.regMr(memory, AccessFlag.LOCAL_WRITE, AccessFlag.ON_DEMAND));
        assertEquals("2", hidden());
    }

    private ReregException assertRefused(ReregError error, int code, Executable rereg) {
        ReregException refused = assertThrows(ReregException.class, rereg);
        assertEquals(error, refused.error());
        assertEquals(code, refused.error().code());
        return refused;
    }

    @Test
    void shouldSayThatTheNewMemoryCannotBeKeptFromChildren() {
        process.forkInit();
        MemoryRegion region = pd.regMr(memory, 0, PAGE, AccessFlag.LOCAL_WRITE);
        memory.unmap(2 * PAGE, PAGE);
        long calls = app.transitions().total();

        assertRefused(ReregError.ERR_DONT_FORK_NEW, -2, () -> region.changeTranslation(memory, PAGE, 2 * PAGE));

        assertEquals(calls, app.transitions().total());
        assertEquals(memory.address(), region.address());
        assertEquals("02", hidden());
        region.close();
        assertEquals("2", hidden());
    }

    @Test
    void shouldSayThatTheOldMemoryCannotBeGivenToChildrenAgain() {
        process.forkInit();
        MemoryRegion region = pd.regMr(memory, 0, PAGE, AccessFlag.LOCAL_WRITE);
        memory.unmap(0, PAGE);

        assertRefused(ReregError.ERR_DO_FORK_OLD, -3, () -> region.changeTranslation(memory, PAGE, PAGE));

        // The region is changed by a rereg.
        assertEquals(memory.address() + PAGE, region.address());
        assertEquals("01", hidden());
        region.close();
        assertEquals("0", hidden());
    }

    @Test
    void shouldSayThatTheCommandFailedAndTheNewMemoryCannotBeGivenToChildrenAgain() {
        process.forkInit();
        MemoryRegion region = pd.regMr(memory, 0, PAGE, AccessFlag.LOCAL_WRITE);
        // During the system call another thread of the program unmaps the memory that is to be registered.
        provider.meanwhile = () -> memory.unmap(2 * PAGE, PAGE);

        assertRefused(ReregError.ERR_CMD_AND_DO_FORK_NEW, -5, () -> region.changeTranslation(memory, PAGE, 2 * PAGE));

        assertEquals("02", hidden());
        region.close();
        assertEquals("2", hidden());
    }
}
