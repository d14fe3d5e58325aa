package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.manual.MkeyContext;
import dev.fenestra.hw.sim.queue.BindRequest;
import dev.fenestra.hw.sim.table.MptEntry;
import dev.fenestra.hw.sim.table.MptTable;
import java.lang.foreign.MemorySegment;

/** Puts what a refused check compared into words. Only refusals pay for it. */
final class Explain {
    private final MptTable mpt;

    Explain(MptTable mpt) {
        this.mpt = mpt;
    }

    /** An access by key, beside what the key table says of that key. */
    String access(String keyName, int key, long address, long length, QpContext qp) {
        return access(keyName, key, address, length, qp, qp.pd);
    }

    /** The same for a QP that acts for another PD: that of the SRQ its receive came from. */
    String access(String keyName, int key, long address, long length, QpContext qp, int pd) {
        return String.format(
                "%s=%s address=0x%x length=%d QP=0x%x PD=%d; %s",
                keyName, key(key), address, length, qp.number, pd, entry(key >>> 8));
    }

    String bind(BindRequest request, QpContext qp) {
        return String.format(
                "window=%s region=%s address=0x%x length=%d QP=0x%x PD=%d; %s; %s",
                key(request.oldKey),
                key(request.lkey),
                request.address,
                request.length,
                qp.number,
                qp.pd,
                entry(request.oldKey >>> 8),
                entry(request.lkey >>> 8));
    }

    String configure(int key, int units, QpContext qp) {
        return String.format("mkey=%s list=%d QP=0x%x PD=%d; %s", key(key), units, qp.number, qp.pd, entry(key >>> 8));
    }

    String invalidate(int key, QpContext qp) {
        return String.format("key=%s QP=0x%x PD=%d; %s", key(key), qp.number, qp.pd, entry(key >>> 8));
    }

    static String key(int key) {
        return String.format("0x%06x:%02x", key >>> 8, key & 0xff);
    }

    private String entry(int index) {
        if (!mpt.isBacked(index) || !MptEntry.ALIVE.isSet(mpt.segment(index), mpt.offset(index))) {
            return String.format("index 0x%06x is not in use", index);
        }
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        return switch (MkeyContext.OBJECT_CLASS.get(memory, entry)) {
            case MkeyContext.CLASS_MR -> describe("region", index, memory, entry);
            case MkeyContext.CLASS_MW_TYPE_1 -> describe("type-1 window", index, memory, entry);
            case MkeyContext.CLASS_INDIRECT -> describe("mkey", index, memory, entry);
            case MkeyContext.CLASS_DEVICE_MEMORY -> describe("device memory", index, memory, entry);
            case MkeyContext.CLASS_PAGES -> describe("page list", index, memory, entry);
            default -> describe("type-2 window", index, memory, entry);
        };
    }

    private static String describe(String what, int index, MemorySegment memory, long entry) {
        String owner = String.format(
                "%s 0x%06x:%02x of PD %d", what, index, MptEntry.tag(memory, entry), MkeyContext.PD.get(memory, entry));
        if (MkeyContext.FREE.isSet(memory, entry)) {
            int objectClass = MkeyContext.OBJECT_CLASS.get(memory, entry);
            boolean window = objectClass == MkeyContext.CLASS_MW_TYPE_1 || objectClass == MkeyContext.CLASS_MW_TYPE_2;
            return owner + (window ? " is not bound" : " is free");
        }
        int qpn = MkeyContext.QPN.get(memory, entry);
        return owner
                + String.format(
                        " covers 0x%x+%d with rights %s",
                        MkeyContext.START_ADDRESS.getLong(memory, entry),
                        MkeyContext.LENGTH.getLong(memory, entry),
                        rights(memory, entry))
                + (qpn == MkeyContext.ANY_QPN ? "" : String.format(", bound through QP 0x%x", qpn));
    }

    private static String rights(MemorySegment memory, long entry) {
        StringBuilder text = new StringBuilder("local-read");
        if (MkeyContext.LOCAL_WRITE.isSet(memory, entry)) {
            text.append(" local-write");
        }
        if (MkeyContext.REMOTE_READ.isSet(memory, entry)) {
            text.append(" remote-read");
        }
        if (MkeyContext.REMOTE_WRITE.isSet(memory, entry)) {
            text.append(" remote-write");
        }
        if (MkeyContext.ATOMIC.isSet(memory, entry)) {
            text.append(" remote-atomic");
        }
        return text.toString();
    }
}
