package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.DmaBus;
import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.device.KeyChange;
import dev.fenestra.hw.sim.device.WindowSupport;
import dev.fenestra.hw.sim.manual.MkeyContext;
import dev.fenestra.hw.sim.queue.BindRequest;
import dev.fenestra.hw.sim.table.MptEntry;
import dev.fenestra.hw.sim.table.MptTable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Binds, unbinds and invalidates windows: first all checks, in the order of the rules B1 to B12, then the effects. The entry of the
 * window, the region's count and its cell in the binding ledger change in one step.
 */
public final class WindowUnit {
    private static final VarHandle LEDGER =
            ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN).varHandle();
    private static final int WRITING = MkeyContext.REMOTE_WRITE.place(1) | MkeyContext.ATOMIC.place(1);
    private static final int FLUSHING = MkeyContext.FLUSH_GLOBAL.place(1) | MkeyContext.FLUSH_PERSISTENT.place(1);
    private static final int REMOTE_RIGHTS = WRITING | FLUSHING | MkeyContext.REMOTE_READ.place(1);

    private final Engine engine;
    private final MptTable mpt;
    private final DmaBus bus;
    private final Watch watch;
    /** 2A windows are tied to their QP alone, and hold it. */
    private final boolean type2HoldsQp;

    WindowUnit(Engine engine, MptTable mpt, DmaBus bus) {
        this.engine = engine;
        this.mpt = mpt;
        this.bus = bus;
        watch = engine.watch;
        type2HoldsQp = engine.config().windows() == WindowSupport.TYPES_1_AND_2A;
    }

    /** Binds, or for a type-1 window of length 0 unbinds. Null when done; else the rule that refused, and nothing has changed. */
    @Nullable
    HcaRule bind(QpContext qp, BindRequest request) {
        HcaRule refusal = checkWindow(qp, request);
        if (refusal == null && request.length != 0) {
            refusal = checkRegion(qp, request);
        }
        if (refusal != null) {
            return refusal;
        }
        if (request.length == 0) {
            unbind(request);
        } else {
            bindTo(qp, request);
        }
        return null;
    }

    private @Nullable HcaRule checkWindow(QpContext qp, BindRequest request) {
        int index = request.oldKey >>> 8;
        if (!isWindow(index)) {
            return HcaRule.B1;
        }
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        boolean type1 = isType1(memory, entry);
        if (type1 && MkeyContext.TAG.get(memory, entry) != (request.oldKey & 0xff)) {
            return HcaRule.B1;
        }
        if (type1 && request.isZeroBased()) {
            return HcaRule.B3;
        }
        if (!type1 && !MkeyContext.FREE.isSet(memory, entry)) {
            return HcaRule.B4;
        }
        if (MkeyContext.PD.get(memory, entry) != qp.pd) {
            return HcaRule.B5;
        }
        return !type1 && request.length == 0 ? HcaRule.B6 : null;
    }

    private @Nullable HcaRule checkRegion(QpContext qp, BindRequest request) {
        int index = request.lkey >>> 8;
        mpt.touch(index);
        if (!mpt.isBacked(index)) {
            return HcaRule.B7;
        }
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        if (!KeyChecks.isRegion(memory, entry) || MkeyContext.TAG.get(memory, entry) != (request.lkey & 0xff)) {
            return HcaRule.B7;
        }
        if (MkeyContext.PD.get(memory, entry) != qp.pd) {
            return HcaRule.B8;
        }
        int classWord = MkeyContext.OBJECT_CLASS.word(memory, entry);
        if (MkeyContext.ZERO_BASED.in(classWord) != 0) {
            return HcaRule.B9;
        }
        if (MkeyContext.MW_BIND.in(classWord) == 0) {
            return HcaRule.B10;
        }
        if ((request.rights & WRITING) != 0 && !MkeyContext.LOCAL_WRITE.isSet(memory, entry)) {
            return HcaRule.B11;
        }
        long offset = request.address - MkeyContext.START_ADDRESS.getLong(memory, entry);
        return KeyChecks.fits(offset, request.length, MkeyContext.LENGTH.getLong(memory, entry)) ? null : HcaRule.B12;
    }

    private void bindTo(QpContext qp, BindRequest request) {
        int index = request.oldKey >>> 8;
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        boolean rebind = !MkeyContext.FREE.isSet(memory, entry);
        if (rebind) {
            count(MptEntry.TRANSLATION.get(memory, entry), -1);
        }
        int word = MkeyContext.FREE.word(memory, entry) & ~REMOTE_RIGHTS & ~MkeyContext.FREE.place(1);
        MkeyContext.FREE.word(memory, entry, word | request.rights & REMOTE_RIGHTS);
        if (!isType1(memory, entry)) {
            MkeyContext.QPN.set(memory, entry, qp.number);
            MptEntry.QP_SERIAL.set(memory, entry, qp.serial);
            countThrough(qp, 1);
        }
        MkeyContext.TAG.set(memory, entry, request.newTag);
        MkeyContext.START_ADDRESS.setLong(memory, entry, request.startAddress);
        MkeyContext.LENGTH.setLong(memory, entry, request.length);
        MptEntry.TRANSLATION.set(memory, entry, request.lkey);
        MptEntry.BASE.setLong(memory, entry, request.address);
        count(request.lkey, 1);
        watch.counters().binds++;
        watch.keyChanged(KeyChange.BOUND, index << 8 | request.newTag);
    }

    private void unbind(BindRequest request) {
        int index = request.oldKey >>> 8;
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        release(memory, entry);
        MkeyContext.TAG.set(memory, entry, request.newTag);
        watch.keyChanged(KeyChange.UNBOUND, index << 8 | request.newTag);
    }

    /** Invalidates a type-2 window. Null when done, or when the free window last had this key; else the rule that refused. */
    @Nullable
    HcaRule invalidate(QpContext qp, int key) {
        int index = key >>> 8;
        if (!isWindow(index)) {
            return HcaRule.I1;
        }
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        if (isType1(memory, entry)) {
            return HcaRule.I1;
        }
        boolean free = MkeyContext.FREE.isSet(memory, entry);
        int tag = free ? MptEntry.LAST_TAG.get(memory, entry) : MkeyContext.TAG.get(memory, entry);
        if (tag != (key & 0xff)) {
            return HcaRule.I2;
        }
        if (free) {
            return null;
        }
        if (!KeyChecks.isBoundThrough(qp, memory, entry)) {
            return HcaRule.I3;
        }
        if (!type2HoldsQp && MkeyContext.PD.get(memory, entry) != qp.pd) {
            return HcaRule.I4;
        }
        release(memory, entry);
        MptEntry.LAST_TAG.set(memory, entry, tag);
        MkeyContext.TAG.set(memory, entry, 0);
        MkeyContext.QPN.set(memory, entry, MkeyContext.ANY_QPN);
        watch.keyChanged(KeyChange.INVALIDATED, key);
        return null;
    }

    /** Takes a window off its region, if it is bound to one. */
    public void release(MemorySegment memory, long entry) {
        if (!MkeyContext.FREE.isSet(memory, entry)) {
            count(MptEntry.TRANSLATION.get(memory, entry), -1);
            QpContext qp = isType1(memory, entry) ? null : engine.qp(MkeyContext.QPN.get(memory, entry));
            if (qp != null && KeyChecks.isBoundThrough(qp, memory, entry)) {
                countThrough(qp, -1);
            }
            MkeyContext.FREE.set(memory, entry, 1);
            watch.counters().invalidates++;
        }
    }

    /** Counts one user more or less of a region or a page list; its cell in the ledger follows in the same step. */
    void count(int regionKey, int change) {
        MemorySegment memory = mpt.segment(regionKey >>> 8);
        long region = mpt.offset(regionKey >>> 8);
        int bound = MptEntry.BOUND_COUNT.get(memory, region) + change;
        MptEntry.BOUND_COUNT.set(memory, region, bound);
        publish(MptEntry.BASE.getLong(memory, region), bound);
    }

    private void countThrough(QpContext qp, int change) {
        if (type2HoldsQp) {
            qp.boundWindows += change;
            publish(qp.ledger, qp.boundWindows);
        }
    }

    private void publish(long cell, long bound) {
        if (cell != 0) {
            LEDGER.setRelease(bus.segment(cell), bus.offset(cell), bound);
        }
    }

    private boolean isWindow(int index) {
        mpt.touch(index);
        if (!mpt.isBacked(index)) {
            return false;
        }
        int word = MkeyContext.OBJECT_CLASS.word(mpt.segment(index), mpt.offset(index));
        int objectClass = MkeyContext.OBJECT_CLASS.in(word);
        return MptEntry.ALIVE.in(word) != 0
                && (objectClass == MkeyContext.CLASS_MW_TYPE_1 || objectClass == MkeyContext.CLASS_MW_TYPE_2);
    }

    private static boolean isType1(MemorySegment memory, long entry) {
        return MkeyContext.OBJECT_CLASS.get(memory, entry) == MkeyContext.CLASS_MW_TYPE_1;
    }
}
