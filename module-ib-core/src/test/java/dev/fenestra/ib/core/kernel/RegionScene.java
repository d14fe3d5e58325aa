package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.ReregFlag.CHANGE_ACCESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import org.junit.jupiter.api.AfterEach;

/** A registered region whose driver is a fake, and what must hold after a refused change: it is as before. */
abstract class RegionScene {
    static final long PAGE = Bench.PAGE;
    static final int WIDE = AccessFlag.mask(LOCAL_WRITE, REMOTE_WRITE, MW_BIND);
    final Bench bench = new Bench();
    final KernelContext context = bench.context;
    final FakeDevice device = bench.device;
    final int pd = bench.pd();
    final int otherPd = bench.pd();
    final long memory = bench.process.memory().allocate(2 * PAGE);
    final long otherMemory = bench.process.memory().allocate(8 * PAGE);
    final int mr = context.mrs().register(pd, memory, 2 * PAGE, memory, WIDE).handle();
    final FakeObjects.Mr before = device.lastMr;

    @AfterEach
    void close() {
        bench.close();
    }

    MrResponse rereg(int flags, int access) {
        return context.mrs().change(mr, flags, 0, 0, 0, access, 0);
    }

    void assertUnchanged() {
        assertSame(before, device.lastMr);
        rereg(CHANGE_ACCESS, WIDE);
        assertSame(before.pages(), device.lastChange.pages());
        assertSame(before.pd(), device.lastChange.pd());
        assertEquals(memory, device.lastChange.iova());
        context.mrs().deregister(mr);
        assertEquals(0, bench.process.memory().pinnedPages());
    }
}
