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

    /** Makes an empty list. */
    public SendList() {}

    /**
     * One request; which fields count depends on the opcode. Fields of other operations keep old values.
     */
    public static final class Entry {
        /** The number that the completion carries. */
        public long wrId;
        /** What is to be done. */
        public WrOpcode opcode = WrOpcode.SEND;
        /** Bits of {@link dev.fenestra.ib.core.vocabulary.SendFlag}. */
        public int flags;
        /** Immediate data, or the key to invalidate. */
        public int immediateOrKey;

        /** As the peer names the first byte. */
        public long remoteAddress;
        /** The R_Key of the peer's region or window. */
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

        /** UD: the peer's QP, 24 bits. */
        public int remoteQpNumber;
        /** UD: the Q_Key that the datagram carries. */
        public int remoteQkey;
        /** XRC: the SRQ of the peer that the request is for, 24 bits. */
        public int remoteSrqNumber;

        /** BIND_MW: the window. */
        public @Nullable UserMw mw;
        /** BIND_MW: what it is bound to; null with no length. */
        public @Nullable UserMr mr;
        /** BIND_MW: the R_Key after the bind. */
        public int newKey;
        /** BIND_MW: as requests name the first byte of the range. */
        public long bindAddress;
        /** BIND_MW: bytes; 0 unbinds. */
        public long bindLength;
        /** BIND_MW: mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}. */
        public int bindAccess;
        /** REG_MR: what is registered, and how. */
        public final MrRegistration registration = new MrRegistration();

        /** Pieces of local memory, in order. */
        public final SgeList data = new SgeList();

        private Entry() {}

        /** {@return whether the data is copied when posted, so that no L_Key is looked at} */
        public boolean isInline() {
            return (flags & SendFlag.INLINE) != 0;
        }
    }

    /** Empties the list. Its request objects are used again. */
    public void clear() {
        size = 0;
        badIndex = -1;
    }

    /**
     * Appends a request and gives it out to be filled in; its data list is empty, its window, region and address handle
     * are unset.
     *
     * @param wrId the number that the completion of the request carries
     * @param opcode what is to be done
     * @param flags bits of {@link dev.fenestra.ib.core.vocabulary.SendFlag}
     * @return the request, to be filled in
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

    /** {@return how many requests there are} */
    public int size() {
        return size;
    }

    /**
     * {@return a request}
     *
     * @param i from 0
     */
    public Entry get(int i) {
        return entries[i];
    }

    /** {@return index of the request that the last post refused, or -1} */
    public int badIndex() {
        return badIndex;
    }

    /**
     * Noted by the provider that refuses.
     *
     * @param i index of the first request that was refused; -1 when none was
     */
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
