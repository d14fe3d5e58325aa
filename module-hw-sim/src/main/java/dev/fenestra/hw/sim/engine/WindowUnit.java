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
        long ownership = MkeyContext.OBJECT_CLASS.wide(memory, entry);
        long rights = MkeyContext.TAG.wide(memory, entry);
        boolean type1 = isType1(MkeyContext.OBJECT_CLASS.half(ownership));
        if (type1 && MkeyContext.TAG.in(MkeyContext.TAG.half(rights)) != (request.oldKey & 0xff)) {
            return HcaRule.B1;
        }
        if (type1 && request.isZeroBased()) {
            return HcaRule.B3;
        }
        if (!type1 && MkeyContext.FREE.in(MkeyContext.FREE.half(rights)) == 0) {
            return HcaRule.B4;
        }
        if (MkeyContext.PD.in(MkeyContext.PD.half(ownership)) != qp.pd) {
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
        long ownership = MkeyContext.OBJECT_CLASS.wide(memory, entry);
        int classWord = MkeyContext.OBJECT_CLASS.half(ownership);
        long rights = MkeyContext.TAG.wide(memory, entry);
        if (!KeyChecks.isRegion(classWord)
                || MkeyContext.TAG.in(MkeyContext.TAG.half(rights)) != (request.lkey & 0xff)) {
            return HcaRule.B7;
        }
        if (MkeyContext.PD.in(MkeyContext.PD.half(ownership)) != qp.pd) {
            return HcaRule.B8;
        }
        if (MkeyContext.ZERO_BASED.in(classWord) != 0) {
            return HcaRule.B9;
        }
        if (MkeyContext.MW_BIND.in(classWord) == 0) {
            return HcaRule.B10;
        }
        boolean isWritable = MkeyContext.LOCAL_WRITE.in(MkeyContext.LOCAL_WRITE.half(rights)) != 0;
        if ((request.rights & WRITING) != 0 && !isWritable) {
            return HcaRule.B11;
        }
        long offset = request.address - MkeyContext.START_ADDRESS.getLong(memory, entry);
        return KeyChecks.fits(offset, request.length, MkeyContext.LENGTH.getLong(memory, entry)) ? null : HcaRule.B12;
    }

    private void bindTo(QpContext qp, BindRequest request) {
        int index = request.oldKey >>> 8;
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        long before = MkeyContext.TAG.wide(memory, entry);
        boolean rebind = MkeyContext.FREE.in(MkeyContext.FREE.half(before)) == 0;
        if (rebind) {
            count(MptEntry.TRANSLATION.get(memory, entry), -1);
        }
        int rights = MkeyContext.FREE.half(before) & ~REMOTE_RIGHTS & ~MkeyContext.FREE.place(1);
        int owner = MkeyContext.QPN.in(MkeyContext.QPN.half(before));
        if (!isType1(MkeyContext.OBJECT_CLASS.word(memory, entry))) {
            owner = qp.number;
            MptEntry.QP_SERIAL.word(memory, entry, qp.serial);
            countThrough(qp, 1);
        }
        int name = MkeyContext.QPN.place(owner) | MkeyContext.TAG.place(request.newTag);
        MkeyContext.TAG.wide(memory, entry, rights | request.rights & REMOTE_RIGHTS, name);
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
        long ownership = MkeyContext.OBJECT_CLASS.wide(memory, entry);
        int classWord = MkeyContext.OBJECT_CLASS.half(ownership);
        if (isType1(classWord)) {
            return HcaRule.I1;
        }
        long rights = MkeyContext.TAG.wide(memory, entry);
        boolean free = MkeyContext.FREE.in(MkeyContext.FREE.half(rights)) != 0;
        int tag = free ? MptEntry.LAST_TAG.in(classWord) : MkeyContext.TAG.in(MkeyContext.TAG.half(rights));
        if (tag != (key & 0xff)) {
            return HcaRule.I2;
        }
        if (free) {
            return null;
        }
        if (!KeyChecks.isBoundThrough(qp, memory, entry)) {
            return HcaRule.I3;
        }
        if (!type2HoldsQp && MkeyContext.PD.in(MkeyContext.PD.half(ownership)) != qp.pd) {
            return HcaRule.I4;
        }
        release(memory, entry);
        int remembering = classWord & ~MptEntry.LAST_TAG.place(-1) | MptEntry.LAST_TAG.place(tag);
        MptEntry.LAST_TAG.word(memory, entry, remembering);
        MkeyContext.TAG.word(memory, entry, MkeyContext.QPN.place(MkeyContext.ANY_QPN));
        watch.keyChanged(KeyChange.INVALIDATED, key);
        return null;
    }

    /** Takes a window off its region, if it is bound to one. */
    public void release(MemorySegment memory, long entry) {
        int word = MkeyContext.FREE.word(memory, entry);
        if (MkeyContext.FREE.in(word) == 0) {
            count(MptEntry.TRANSLATION.get(memory, entry), -1);
            if (type2HoldsQp && !isType1(MkeyContext.OBJECT_CLASS.word(memory, entry))) {
                letGo(engine.qp(MkeyContext.QPN.get(memory, entry)), memory, entry);
            }
            MkeyContext.FREE.word(memory, entry, word | MkeyContext.FREE.place(1));
            watch.counters().invalidates++;
        }
    }

    private void letGo(@Nullable QpContext qp, MemorySegment memory, long entry) {
        if (qp != null && KeyChecks.isBoundThrough(qp, memory, entry)) {
            countThrough(qp, -1);
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

    private static boolean isType1(int classWord) {
        return MkeyContext.OBJECT_CLASS.in(classWord) == MkeyContext.CLASS_MW_TYPE_1;
    }
}
