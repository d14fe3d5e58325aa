package dev.fenestra.tools.proof.oracle.model;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.ReregFlag;
import dev.fenestra.tools.proof.oracle.program.Step;
import dev.fenestra.tools.proof.oracle.program.VerbsProgram;
import dev.fenestra.tools.proof.oracle.program.WindowForm;
import org.jspecify.annotations.Nullable;

/** Life and death of objects: sections 2, 3, 4.3, 7 and 10. */
final class ControlVerbs {
    private static final int PAGE_OFFSET = 4095;
    private static final int NEEDS_LOCAL_WRITE = AccessFlag.mask(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_ATOMIC);
    private static final int NOT_OFFERED = AccessFlag.mask(AccessFlag.ON_DEMAND, AccessFlag.HUGETLB);
    private static final int HOLDS_WINDOWS = AccessFlag.mask(AccessFlag.MW_BIND, AccessFlag.LOCAL_WRITE);
    private static final int KNOWN = AccessFlag.mask(AccessFlag.values()) | AccessFlag.OPTIONAL_RANGE;

    private final RuleBook book;
    private final WindowForm form;
    private @Nullable Holder newborn;

    ControlVerbs(RuleBook book, WindowForm form) {
        this.book = book;
        this.form = form;
    }

    /** The newest object, which has no key yet. */
    @Nullable
    Holder takeNewborn() {
        Holder taken = newborn;
        newborn = null;
        return taken;
    }

    Errno deallocPd(Machine machine, int slot) {
        Domain pd = machine.pd(slot);
        if (book.refuses(OracleRule.PD_CHILDREN, pd.hasChildren())) {
            return Errno.EBUSY;
        }
        pd.die();
        return Errno.OK;
    }

    Errno regMr(Machine machine, Step.RegMr reg) {
        long virtual = machine.memoryAddress() + reg.offset();
        long address = AccessFlag.ZERO_BASED.in(reg.access()) ? 0 : virtual + reg.iovaStep();
        if (book.refuses(OracleRule.REG_OFFSET, ((virtual ^ address) & PAGE_OFFSET) != 0)) {
            return Errno.EINVAL;
        }
        Errno rights = rights(reg.access());
        if (rights != Errno.OK) {
            return rights;
        }
        boolean hasPage = reg.length() != 0 || (virtual & PAGE_OFFSET) != 0;
        if (book.refuses(OracleRule.REG_LENGTH, !hasPage)) {
            return Errno.EINVAL;
        }
        if (book.refuses(OracleRule.REG_MAPPED, reg.offset() + reg.length() > VerbsProgram.MEMORY_BYTES)) {
            return Errno.EFAULT;
        }
        Domain pd = machine.pd(reg.pd());
        Region region = new Region(pd, (int) reg.offset(), address, reg.length(), reg.access());
        machine.put(reg.mr(), region);
        pd.adopt();
        newborn = region;
        return Errno.OK;
    }

    private Errno rights(int access) {
        boolean lacksLocalWrite = (access & NEEDS_LOCAL_WRITE) != 0 && !AccessFlag.LOCAL_WRITE.in(access);
        if (book.refuses(OracleRule.REG_RIGHTS, lacksLocalWrite)
                || book.refuses(OracleRule.REG_FLAGS, (access & ~KNOWN) != 0)) {
            return Errno.EINVAL;
        }
        return book.refuses(OracleRule.REG_OFFERED, (access & NOT_OFFERED) != 0) ? Errno.EOPNOTSUPP : Errno.OK;
    }

    /**
     * Section 3.2: everything is checked before anything is changed; the errno is the kernel's, or EINVAL for
     * ERR_INPUT.
     */
    Errno reregMr(Machine machine, Step.ReregMr rereg) {
        Region region = machine.region(rereg.mr());
        boolean isMoved = rereg.changes(ReregFlag.CHANGE_TRANSLATION);
        boolean hasNewRights = rereg.changes(ReregFlag.CHANGE_ACCESS);
        int access = hasNewRights ? rereg.access() : region.access();
        Domain pd = rereg.changes(ReregFlag.CHANGE_PD) ? machine.pd(rereg.pd()) : region.pd();
        if (book.refuses(OracleRule.REG_LENGTH, isMoved && rereg.length() == 0)
                || book.refuses(OracleRule.REREG_ACCESS, !hasNewRights && rereg.access() != 0)
                || book.refuses(OracleRule.REREG_FLAGS, rereg.flags() == 0)) {
            return Errno.EINVAL;
        }
        long virtual = machine.memoryAddress() + rereg.offset();
        boolean isCrooked = AccessFlag.ZERO_BASED.in(access) && (virtual & PAGE_OFFSET) != 0;
        if (book.refuses(OracleRule.REG_OFFSET, isMoved && isCrooked)) {
            return Errno.EINVAL;
        }
        Errno rights = rights(access);
        if (rights != Errno.OK) {
            return rights;
        }
        boolean changesBase = AccessFlag.ZERO_BASED.in(access ^ region.access());
        if (book.refuses(OracleRule.REREG_ZERO_BASED, changesBase && !isMoved)) {
            return Errno.EINVAL;
        }
        boolean losesWindows =
                isMoved || rereg.changes(ReregFlag.CHANGE_PD) || (region.access() & ~access & HOLDS_WINDOWS) != 0;
        if (book.refuses(OracleRule.REREG_WINDOWS, region.hasWindows() && losesWindows)) {
            return Errno.EBUSY;
        }
        if (book.refuses(
                OracleRule.REG_MAPPED, isMoved && rereg.offset() + rereg.length() > VerbsProgram.MEMORY_BYTES)) {
            return Errno.EFAULT;
        }
        region.pd().release();
        pd.adopt();
        long address = isMoved ? (AccessFlag.ZERO_BASED.in(access) ? 0 : virtual) : region.address();
        int start = isMoved ? (int) rereg.offset() : region.start();
        region.become(new Region(pd, start, address, isMoved ? rereg.length() : region.length(), access));
        return Errno.OK;
    }

    Errno deregMr(Machine machine, int slot) {
        Region region = machine.region(slot);
        if (book.refuses(OracleRule.MR_WINDOWS, region.hasWindows())) {
            return Errno.EBUSY;
        }
        region.die();
        region.pd().release();
        machine.keys().freed(region.key());
        return Errno.OK;
    }

    Errno allocMw(Machine machine, Step.AllocMw alloc) {
        Domain pd = machine.pd(alloc.pd());
        Window window = new Window(pd, alloc.type());
        machine.put(alloc.mw(), window);
        pd.adopt();
        newborn = window;
        return Errno.OK;
    }

    Errno deallocMw(Machine machine, int slot) {
        Window window = machine.window(slot);
        window.die();
        window.pd().release();
        machine.keys().freed(window.key());
        return Errno.OK;
    }

    Errno destroyCq(Machine machine, int slot) {
        if (book.refuses(OracleRule.CQ_USERS, machine.hasQueue(slot))) {
            return Errno.EBUSY;
        }
        machine.putCq(slot, false);
        return Errno.OK;
    }

    Errno createQp(Machine machine, Step.CreateQp create) {
        Domain pd = machine.pd(create.pd());
        machine.put(create.qp(), new Queue(machine.side(), create.qp(), pd));
        pd.adopt();
        return Errno.OK;
    }

    Errno destroyQp(Machine machine, int slot) {
        Queue queue = machine.queue(slot);
        if (book.refuses(OracleRule.QP_WINDOWS, isTied(queue))) {
            return Errno.EBUSY;
        }
        queue.pd().release();
        // Windows of form 2B stay tied to a QP that no new one can be.
        machine.put(slot, (Queue) null);
        return Errno.OK;
    }

    Errno reset(Queue queue) {
        if (book.refuses(OracleRule.QP_WINDOWS_RESET, isTied(queue))) {
            return Errno.EBUSY;
        }
        queue.state(QpState.RESET);
        return Errno.OK;
    }

    Errno init(Queue queue) {
        boolean isPossible = queue.state() == QpState.RESET || queue.state() == QpState.INIT;
        if (book.refuses(OracleRule.QP_TRANSITION, !isPossible)) {
            return Errno.EINVAL;
        }
        queue.state(QpState.INIT);
        return Errno.OK;
    }

    Errno fail(Queue queue, Prediction prediction) {
        if (book.refuses(OracleRule.QP_TRANSITION, queue.state() == QpState.RESET)) {
            return Errno.EINVAL;
        }
        queue.fail(prediction);
        return Errno.OK;
    }

    private boolean isTied(Queue queue) {
        return form == WindowForm.TYPE_2A && queue.hasWindows();
    }
}
