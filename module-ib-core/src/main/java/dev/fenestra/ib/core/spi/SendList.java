package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A reusable list of send work requests as primitives, for {@link SendQueue#post}. It allocates only to grow. */
public final class SendList {
    private Entry[] entries = new Entry[0];
    private int size;
    private int badIndex = -1;

    /**
     * One request; which fields count depends on the opcode. Fields of an operation that is not asked for keep old
     * values.
     */
    public static final class Entry {
        public long wrId;
        public WrOpcode opcode = WrOpcode.SEND;
        public int flags;
        /** Immediate data, or the key to invalidate. */
        public int immediateOrKey;

        public long remoteAddress;
        public int rkey;
        /** Atomics: the value expected, or what is added. */
        public long compareAdd;
        /** Compare-and-swap and atomic write: the new value. */
        public long swap;

        /** FLUSH: bytes of the range. */
        public int flushLength;
        /** FLUSH: mask of {@link dev.fenestra.ib.core.vocabulary.PlacementType}. */
        public int flushTypes;
        /** FLUSH: number of a {@link dev.fenestra.ib.core.vocabulary.SelectivityLevel}. */
        public int flushLevel;

        /** UD: the path to the peer. */
        public @Nullable UserAh ah;

        public int remoteQpNumber;
        public int remoteQkey;
        /** XRC: the SRQ of the peer that the request is for, 24 bits. */
        public int remoteSrqNumber;

        public @Nullable UserMw mw;
        public @Nullable UserMr mr;
        public int newKey;
        public long bindAddress;
        public long bindLength;
        public int bindAccess;
        /** REG_MR: what is registered, and how. */
        public final MrRegistration registration = new MrRegistration();

        public final SgeList data = new SgeList();

        private Entry() {}

        public boolean isInline() {
            return (flags & SendFlag.INLINE) != 0;
        }
    }

    public void clear() {
        size = 0;
        badIndex = -1;
    }

    /**
     * Appends a request and gives it out to be filled in; its data list is empty, its window, region and address handle
     * are unset.
     */
    public Entry add(long wrId, WrOpcode opcode, int flags) {
        if (size == entries.length) {
            grow();
        }
        Entry entry = entries[size++];
        entry.wrId = wrId;
        entry.opcode = opcode;
        entry.flags = flags;
        entry.mw = null;
        entry.mr = null;
        entry.ah = null;
        entry.data.clear();
        return entry;
    }

    public int size() {
        return size;
    }

    public Entry get(int i) {
        return entries[i];
    }

    /** Index of the request that the last post refused, or -1. */
    public int badIndex() {
        return badIndex;
    }

    /** Noted by the provider that refuses. */
    public void badIndex(int i) {
        badIndex = i;
    }

    private void grow() {
        int old = entries.length;
        entries = Arrays.copyOf(entries, Math.max(4, old * 2));
        for (int i = old; i < entries.length; i++) {
            entries[i] = new Entry();
        }
    }
}
