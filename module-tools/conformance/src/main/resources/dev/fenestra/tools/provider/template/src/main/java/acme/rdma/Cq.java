package acme.rdma;

import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;

/** A ring of completions that the card fills and the process empties. Too many of them, and it is broken for good. */
final class Cq implements UserCq, DriverCq {
    private static final int BROKEN = -1;

    private final Entry[] entries;
    private long written;
    private long read;
    private boolean broken;

    private static final class Entry {
        long wrId;
        WcStatus status = WcStatus.SUCCESS;
        int opcode;
        int bytes;
        int qpNumber;
        int immediateOrKey;
        int flags;
        int vendorError;
    }

    Cq(int capacity) {
        entries = new Entry[capacity];
        for (int i = 0; i < capacity; i++) {
            entries[i] = new Entry();
        }
    }

    @Override
    public int capacity() {
        return entries.length;
    }

    @Override
    public synchronized int poll(Completions into) {
        if (broken) {
            return BROKEN;
        }
        while (read < written && !into.isFull()) {
            Entry entry = at(read++);
            if (entry.status == WcStatus.SUCCESS) {
                into.succeeded(
                        entry.wrId, entry.opcode, entry.bytes, entry.qpNumber, entry.immediateOrKey, entry.flags);
            } else {
                into.failed(entry.wrId, entry.status.code(), entry.qpNumber, entry.vendorError);
            }
        }
        return 0;
    }

    @Override
    public void destroyed() {}

    synchronized void succeeded(long wrId, WcOpcode opcode, int bytes, int qpNumber, int immediateOrKey, int flags) {
        Entry entry = next(wrId, WcStatus.SUCCESS, qpNumber);
        entry.opcode = opcode.code();
        entry.bytes = bytes;
        entry.immediateOrKey = immediateOrKey;
        entry.flags = flags;
        entry.vendorError = 0;
    }

    synchronized void failed(long wrId, WcStatus status, int qpNumber, int vendorError) {
        next(wrId, status, qpNumber).vendorError = vendorError;
    }

    /** A QP is reset or gone: so are its completions. */
    synchronized void clean(int qpNumber) {
        long kept = read;
        for (long i = read; i < written; i++) {
            if (at(i).qpNumber != qpNumber) {
                swap(kept++, i);
            }
        }
        written = kept;
    }

    private Entry next(long wrId, WcStatus status, int qpNumber) {
        broken |= written - read == entries.length;
        Entry entry = at(written++);
        entry.wrId = wrId;
        entry.status = status;
        entry.qpNumber = qpNumber;
        return entry;
    }

    private Entry at(long position) {
        return entries[(int) (position % entries.length)];
    }

    private void swap(long one, long other) {
        Entry entry = at(one);
        entries[(int) (one % entries.length)] = at(other);
        entries[(int) (other % entries.length)] = entry;
    }
}
