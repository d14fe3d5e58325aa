package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.device.WindowSupport;
import dev.fenestra.hw.sim.manual.MkeyContext;
import dev.fenestra.hw.sim.table.MptEntry;
import dev.fenestra.hw.sim.table.MptTable;
import dev.fenestra.hw.sim.table.MttTable;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a key grants an access, rule by rule in the order of the specification. Effects: none. When an access is granted
 * {@link #mtt} and {@link #position} say where it leads.
 */
final class KeyChecks {
    static final int REMOTE_WRITE = MkeyContext.REMOTE_WRITE.place(1);
    static final int REMOTE_READ = MkeyContext.REMOTE_READ.place(1);
    static final int REMOTE_ATOMIC = MkeyContext.ATOMIC.place(1);
    /** The access leads to the {@link Runs} that the layout walk has noted. */
    static final int THROUGH_LAYOUT = -1;

    /** More bytes than a region with a list of pages has. */
    static final int PAGE_SIZE_AT = 58;

    private static final int REGION = MptEntry.ALIVE.place(1) | MkeyContext.OBJECT_CLASS.place(MkeyContext.CLASS_MR);
    private static final int REGION_MASK =
            MptEntry.ALIVE.place(1) | MptEntry.UNREGISTERED.place(1) | MkeyContext.OBJECT_CLASS.place(-1);

    private final MptTable mpt;
    /** 2B windows belong to a PD and a QP; 2A windows to a QP alone. */
    private final boolean type2HasPd;

    private final LayoutWalk layouts;
    /** First translation entry of the region that the granted access leads to; {@link #THROUGH_LAYOUT} when that is not one region. */
    int mtt;
    /** Bytes from the start of that region's first page; from bit {@link #PAGE_SIZE_AT} on, how often its pages double the smallest. */
    long position;

    KeyChecks(MptTable mpt, WindowSupport windows, LayoutWalk layouts) {
        this.mpt = mpt;
        this.layouts = layouts;
        type2HasPd = windows != WindowSupport.TYPES_1_AND_2A;
    }

    /** Checks L1 to L6: may this QP's own requests use a piece of local memory? Null when they may. */
    @Nullable
    HcaRule local(QpContext qp, int lkey, long address, long length, boolean write) {
        return local(qp.pd, lkey, address, length, write);
    }

    /** Checks L1 to L6 for requests of a PD: that of a QP, or of the SRQ a receive came from. */
    @Nullable
    HcaRule local(int pd, int lkey, long address, long length, boolean write) {
        int index = lkey >>> 8;
        mpt.touch(index);
        if (mpt.isBacked(index)) {
            MemorySegment memory = mpt.segment(index);
            long entry = mpt.offset(index);
            long ownership = MkeyContext.OBJECT_CLASS.wide(memory, entry);
            if (isRegion(MkeyContext.OBJECT_CLASS.half(ownership))) {
                HcaRule refusal = localRegion(memory, entry, ownership, pd, lkey, write);
                return refusal != null || inRange(memory, entry, address, length) ? refusal : HcaRule.L6;
            }
        }
        mtt = THROUGH_LAYOUT;
        return layouts.local(pd, lkey, address, length, write);
    }

    private static @Nullable HcaRule localRegion(
            MemorySegment memory, long entry, long ownership, int pd, int lkey, boolean write) {
        long rights = MkeyContext.TAG.wide(memory, entry);
        if (MkeyContext.TAG.in(MkeyContext.TAG.half(rights)) != (lkey & 0xff)) {
            return HcaRule.L2;
        }
        if (MkeyContext.PD.in(MkeyContext.PD.half(ownership)) != pd) {
            return HcaRule.L4;
        }
        return write && MkeyContext.LOCAL_WRITE.in(MkeyContext.LOCAL_WRITE.half(rights)) == 0 ? HcaRule.L5 : null;
    }

    /**
     * Checks R1 to R6 for a region or an mkey, A2 to A7 for a window: may a request that arrived on this QP reach this memory? Null when
     * it may.
     *
     * @param length of the message from here on
     * @param right the bits of the mkey context's first word that must be set
     * @param part bytes that are about to be moved; through a layout only these are followed to memory
     */
    @Nullable
    HcaRule remote(QpContext qp, int rkey, long address, long length, int right, int part) {
        int index = rkey >>> 8;
        mpt.touch(index);
        if (!mpt.isBacked(index)) {
            return HcaRule.R1;
        }
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        long ownership = MkeyContext.OBJECT_CLASS.wide(memory, entry);
        int classWord = MkeyContext.OBJECT_CLASS.half(ownership);
        if (MptEntry.ALIVE.in(classWord) == 0) {
            return HcaRule.R1;
        }
        int objectClass = MkeyContext.OBJECT_CLASS.in(classWord);
        if (objectClass == MkeyContext.CLASS_MR) {
            HcaRule refusal = region(qp, memory, entry, ownership, rkey, right);
            return refusal != null || inRange(memory, entry, address, length) ? refusal : HcaRule.R6;
        }
        return switch (objectClass) {
            case MkeyContext.CLASS_MW_TYPE_1, MkeyContext.CLASS_MW_TYPE_2 ->
                window(qp, memory, entry, objectClass, rkey, address, length, right);
            case MkeyContext.CLASS_INDIRECT, MkeyContext.CLASS_DEVICE_MEMORY -> {
                mtt = THROUGH_LAYOUT;
                yield layouts.remote(qp.pd, rkey, address, length, right, part);
            }
            default -> HcaRule.R1;
        };
    }

    /** Whether the process sees the region of a key that was just checked at the addresses by which requests name it. */
    boolean isVirtual(int lkey) {
        return MkeyContext.VIRTUAL.isSet(mpt.segment(lkey >>> 8), mpt.offset(lkey >>> 8));
    }

    /** How often the region or mkey of a key that was just checked has changed; 0 for a window. */
    int version(int rkey) {
        if (!mpt.isAlive(rkey >>> 8)) {
            return 0;
        }
        MemorySegment memory = mpt.segment(rkey >>> 8);
        long entry = mpt.offset(rkey >>> 8);
        int objectClass = MkeyContext.OBJECT_CLASS.get(memory, entry);
        boolean keepsVersion = objectClass == MkeyContext.CLASS_MR || objectClass == MkeyContext.CLASS_INDIRECT;
        return keepsVersion ? MptEntry.VERSION.get(memory, entry) : 0;
    }

    /** The address by which a key names its first byte; 0 when there is no such key. */
    long start(int key) {
        int index = key >>> 8;
        return mpt.isAlive(index) ? MkeyContext.START_ADDRESS.getLong(mpt.segment(index), mpt.offset(index)) : 0;
    }

    /** Bytes that a key names which was just checked. */
    long length(int key) {
        return MkeyContext.LENGTH.getLong(mpt.segment(key >>> 8), mpt.offset(key >>> 8));
    }

    private static @Nullable HcaRule region(
            QpContext qp, MemorySegment memory, long entry, long ownership, int rkey, int right) {
        long rights = MkeyContext.TAG.wide(memory, entry);
        if (MkeyContext.TAG.in(MkeyContext.TAG.half(rights)) != (rkey & 0xff)) {
            return HcaRule.R2;
        }
        if (MkeyContext.PD.in(MkeyContext.PD.half(ownership)) != qp.pd) {
            return HcaRule.R3;
        }
        int word = MkeyContext.FREE.half(rights);
        if ((word & right) != right) {
            // Only a fast-register region is ever free; it has no rights then.
            return MkeyContext.FREE.in(word) != 0 ? HcaRule.R5 : HcaRule.R4;
        }
        return null;
    }

    private @Nullable HcaRule window(
            QpContext qp,
            MemorySegment memory,
            long entry,
            int objectClass,
            int rkey,
            long address,
            long length,
            int right) {
        int word = MkeyContext.FREE.word(memory, entry);
        boolean unbound = MkeyContext.FREE.in(word) != 0;
        if (windowTag(memory, entry, objectClass, unbound) != (rkey & 0xff)) {
            return HcaRule.R2;
        }
        boolean type2 = objectClass == MkeyContext.CLASS_MW_TYPE_2;
        if ((!type2 || type2HasPd) && MkeyContext.PD.get(memory, entry) != qp.pd) {
            return HcaRule.A2;
        }
        if (unbound) {
            return HcaRule.A4;
        }
        if (type2 && !isBoundThrough(qp, memory, entry)) {
            return HcaRule.A3;
        }
        if ((word & right) != right) {
            return HcaRule.A5;
        }
        return throughWindow(memory, entry, address, length);
    }

    /** The tag a window answers to; a free type-2 window still knows the one it had. */
    private static int windowTag(MemorySegment memory, long entry, int objectClass, boolean unbound) {
        return unbound && objectClass == MkeyContext.CLASS_MW_TYPE_2
                ? MptEntry.LAST_TAG.get(memory, entry)
                : MkeyContext.TAG.get(memory, entry);
    }

    static boolean isBoundThrough(QpContext qp, MemorySegment memory, long entry) {
        return MkeyContext.QPN.get(memory, entry) == qp.number && MptEntry.QP_SERIAL.get(memory, entry) == qp.serial;
    }

    private @Nullable HcaRule throughWindow(MemorySegment memory, long entry, long address, long length) {
        int lkey = MptEntry.TRANSLATION.get(memory, entry);
        int regionIndex = lkey >>> 8;
        mpt.touch(regionIndex);
        MemorySegment regionMemory = mpt.segment(regionIndex);
        long region = mpt.offset(regionIndex);
        if (!isRegion(regionMemory, region) || MkeyContext.TAG.get(regionMemory, region) != (lkey & 0xff)) {
            return HcaRule.A6;
        }
        long offset = address - MkeyContext.START_ADDRESS.getLong(memory, entry);
        if (!fits(offset, length, MkeyContext.LENGTH.getLong(memory, entry))) {
            return HcaRule.A7;
        }
        long regionStart = MkeyContext.START_ADDRESS.getLong(regionMemory, region);
        locate(regionMemory, region, regionStart, MptEntry.BASE.getLong(memory, entry) - regionStart + offset);
        return null;
    }

    private boolean inRange(MemorySegment memory, long entry, long address, long length) {
        long start = MkeyContext.START_ADDRESS.getLong(memory, entry);
        long offset = address - start;
        if (!fits(offset, length, MkeyContext.LENGTH.getLong(memory, entry))) {
            return false;
        }
        locate(memory, entry, start, offset);
        return true;
    }

    private void locate(MemorySegment memory, long region, long start, long offset) {
        mtt = MptEntry.TRANSLATION.get(memory, region);
        position = position(memory, region, start) + offset;
    }

    /** The position of a region's first byte. The pages of a region that is paged on demand are the smallest, so nothing is added for their size. */
    static long position(MemorySegment memory, long region, long start) {
        int shift = MkeyContext.LOG_PAGE_SIZE.get(memory, region);
        return (start & (1L << shift) - 1) + ((long) (shift - MttTable.PAGE_SHIFT) << PAGE_SIZE_AT);
    }

    /** Whether an entry is a region that has memory. */
    static boolean isRegion(MemorySegment memory, long entry) {
        return isRegion(MkeyContext.OBJECT_CLASS.word(memory, entry));
    }

    /** The same, by the word of its class. */
    static boolean isRegion(int classWord) {
        return (classWord & REGION_MASK) == REGION;
    }

    /** Whether a range lies inside an extent; written so that no sum can wrap. */
    static boolean fits(long offset, long length, long extent) {
        return Long.compareUnsigned(offset, extent) <= 0 && Long.compareUnsigned(length, extent - offset) <= 0;
    }
}
