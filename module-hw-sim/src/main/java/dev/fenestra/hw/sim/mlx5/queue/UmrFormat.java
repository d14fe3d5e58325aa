package dev.fenestra.hw.sim.mlx5.queue;

import static dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment.CHECK_FREE;
import static dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment.INLINE;
import static dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment.MASK_ATOMIC;
import static dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment.MASK_FREE;
import static dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment.MASK_LENGTH;
import static dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment.MASK_LOCAL_WRITE;
import static dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment.MASK_PAGE_SIZE;
import static dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment.MASK_QPN;
import static dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment.MASK_REMOTE_READ;
import static dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment.MASK_REMOTE_WRITE;
import static dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment.MASK_START_ADDRESS;
import static dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment.MASK_TAG;
import static dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment.TRANSLATION_OFFSET;

import dev.fenestra.hw.sim.hca.queue.BindRequest;
import dev.fenestra.hw.sim.hca.queue.KeyRequest;
import dev.fenestra.hw.sim.mlx5.prm.ControlSegment;
import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import java.lang.foreign.MemorySegment;

/**
 * Reads the change that a UMR WQE asks for: control segment, UMR control segment, mkey context, and a list of KLMs,
 * inline or in memory that a data segment names. The mask of the UMR control segment selects the fields to change. So
 * its shape distinguishes a bind, an invalidate, a configuration and a fast registration.
 */
final class UmrFormat {
    private static final int UMR_UNIT = 1;
    private static final int CONTEXT_UNIT = 4;
    private static final int LIST_UNIT = 8;
    /** A bind has one KLM, padded to 64 bytes. */
    private static final int BIND_LIST_UNITS = 4;

    private static final int BIND_UNITS = LIST_UNIT + BIND_LIST_UNITS;
    private static final int UNIT_BYTES = QueueGeometry.UNIT_BYTES;
    private static final int BIND_BLOCKS = BIND_UNITS / QueueGeometry.UNITS_PER_BLOCK;
    private static final int FREE_BLOCKS = LIST_UNIT / QueueGeometry.UNITS_PER_BLOCK;

    private static final int REGISTRATION_FLAGS = INLINE | CHECK_FREE;
    private static final int MKEY_FLAGS = REGISTRATION_FLAGS | TRANSLATION_OFFSET;
    /** The fields of an indirect mkey that a request may change. */
    private static final long CHANGEABLE = MASK_FREE
            | MASK_TAG
            | MASK_LENGTH
            | MASK_START_ADDRESS
            | MASK_LOCAL_WRITE
            | MASK_REMOTE_READ
            | MASK_REMOTE_WRITE
            | MASK_ATOMIC;
    /** The fields that a fast registration changes, all of them. */
    private static final long REGISTRATION = CHANGEABLE | MASK_PAGE_SIZE;

    /** The mask bits that an invalidate has, and those that it never has. */
    private static final long FREE_SHAPE = MASK_PAGE_SIZE | MASK_LENGTH | MASK_FREE | MASK_QPN;

    private static final long INVALIDATE = MASK_FREE | MASK_QPN;

    private static final int BINDABLE_RIGHTS =
            MkeyContext.ATOMIC.insert(1) | MkeyContext.REMOTE_WRITE.insert(1) | MkeyContext.REMOTE_READ.insert(1);
    /** The device has pages of 4 KiB. */
    private static final int LOG_PAGE_SIZE = 12;

    private UmrFormat() {}

    /**
     * Reads the request.
     *
     * @param index of the WQE
     * @param units its length in units of 16 bytes
     * @param ofMkey whether its key is that of an indirect mkey
     */
    static void read(QueueGeometry queues, int index, int units, boolean ofMkey, KeyRequest into) {
        if (units < LIST_UNIT) {
            into.refuse(KeyRequest.TOO_SHORT, "UMR with ds=" + units);
            return;
        }
        int at = queues.sendUnit(index, UMR_UNIT);
        MemorySegment control = queues.memory().segment(at);
        long base = queues.memory().offset(at);
        long mask = UmrControlSegment.MKEY_MASK.getLong(control, base);
        int flags = UmrControlSegment.FLAGS.get(control, base);
        into.entries = UmrControlSegment.KLM_OCTOWORDS.get(control, base);
        into.mustBeFree = (flags & CHECK_FREE) != 0;
        into.isListInline = (flags & INLINE) != 0;
        into.listPiece = LIST_UNIT;
        if ((mask & MASK_PAGE_SIZE) != 0) {
            registration(queues, index, units, mask, flags, into);
        } else if (ofMkey || configures(mask)) {
            int listOffset = UmrControlSegment.LIST_OFFSET.get(control, base);
            configuration(queues, index, units, mask, flags, listOffset, into);
        } else if ((mask & MASK_LENGTH) != 0) {
            bind(queues, index, units, into);
        } else if ((mask & MASK_FREE) == 0 || into.entries != 0) {
            into.refuse(KeyRequest.MALFORMED, String.format("mkey mask=0x%x", mask));
        } else {
            free(queues, index, (mask & MASK_QPN) != 0, into);
        }
    }

    /**
     * Reads a bind to a range with exactly its units, or an invalidate with exactly its units.
     *
     * @return 64-byte blocks of the WQE; 0 when it is another request, or malformed
     */
    static int readPlain(QueueGeometry queues, int index, int most, int qpn, KeyRequest into) {
        if (most <= 0) {
            return 0;
        }
        int at = queues.sendUnit(index, 0);
        MemorySegment wqe = queues.memory().segment(at);
        long base = queues.memory().offset(at);
        queues.memory().claim(wqe, base);
        long shape = QueueGeometry.shape(wqe, base);
        // The blocks are constants here: the next WQE is looked for before this one has been read.
        if (shape == QueueGeometry.shape(WqeOpcode.UMR, qpn, BIND_UNITS)) {
            return BIND_BLOCKS <= most && isPlainBind(queues, index, wqe, base, into) ? BIND_BLOCKS : 0;
        }
        if (shape == QueueGeometry.shape(WqeOpcode.UMR, qpn, LIST_UNIT)) {
            return FREE_BLOCKS <= most && isPlainInvalidate(queues, index, wqe, base, into) ? FREE_BLOCKS : 0;
        }
        return 0;
    }

    private static boolean isPlainBind(QueueGeometry queues, int index, MemorySegment wqe, long base, KeyRequest into) {
        long mask = readHead(wqe, base, into);
        into.kind = KeyRequest.MALFORMED;
        if ((mask & (MASK_PAGE_SIZE | MASK_LENGTH)) != MASK_LENGTH || configures(mask)) {
            return false;
        }
        if (queues.isOnePage(index, BIND_UNITS)) {
            bind(wqe, base + CONTEXT_UNIT * UNIT_BYTES, wqe, base + LIST_UNIT * UNIT_BYTES, BIND_UNITS, into);
        } else {
            bind(queues, index, BIND_UNITS, into);
        }
        return into.kind == KeyRequest.BIND;
    }

    private static boolean isPlainInvalidate(
            QueueGeometry queues, int index, MemorySegment wqe, long base, KeyRequest into) {
        long mask = readHead(wqe, base, into);
        into.kind = KeyRequest.MALFORMED;
        if ((mask & FREE_SHAPE) != INVALIDATE || into.entries != 0) {
            return false;
        }
        if (queues.isOnePage(index, LIST_UNIT)) {
            free(wqe, base + CONTEXT_UNIT * UNIT_BYTES, true, into);
        } else {
            free(queues, index, true, into);
        }
        return into.kind == KeyRequest.INVALIDATE;
    }

    /**
     * Reads the control segment and the first fields of the UMR control segment.
     *
     * @return the mask of the fields to change
     */
    private static long readHead(MemorySegment wqe, long base, KeyRequest into) {
        long how = ControlSegment.COMPLETION.pair(wqe, base);
        int completion = ControlSegment.COMPLETION.extract(ControlSegment.COMPLETION.wordOf(how));
        into.signaled = completion == ControlSegment.COMPLETION_ALWAYS;
        into.key = ControlSegment.IMMEDIATE.wordOf(how);
        long control = base + ControlSegment.BYTES;
        long flagsAndList = UmrControlSegment.FLAGS.pair(wqe, control);
        int flags = UmrControlSegment.FLAGS.extract(UmrControlSegment.FLAGS.wordOf(flagsAndList));
        into.mustBeFree = (flags & CHECK_FREE) != 0;
        into.entries = UmrControlSegment.KLM_OCTOWORDS.extract(UmrControlSegment.KLM_OCTOWORDS.wordOf(flagsAndList));
        return UmrControlSegment.MKEY_MASK.getLong(wqe, control);
    }

    /** Copies the entries of a list that lies in the WQE. The ring may wrap between two of them. */
    static void copyList(QueueGeometry queues, int index, int entries, MemorySegment into) {
        for (int i = 0; i < entries; i++) {
            int at = queues.sendUnit(index, LIST_UNIT + i);
            MemorySegment.copy(
                    queues.memory().segment(at),
                    queues.memory().offset(at),
                    into,
                    (long) i * DataSegment.BYTES,
                    DataSegment.BYTES);
        }
    }

    /**
     * {@return whether a UMR has the shape of a configuration, which no bind has: a length, a tag, and no start
     * address}
     */
    private static boolean configures(long mask) {
        return (mask & (MASK_LENGTH | MASK_TAG | MASK_START_ADDRESS)) == (MASK_LENGTH | MASK_TAG);
    }

    /** {@return whether the WQE has room for the list, or for the data segment that names it} */
    private static boolean hasList(int units, KeyRequest request) {
        return units >= LIST_UNIT + (request.isListInline ? request.entries : 1);
    }

    private static String shape(long mask, int flags, int units, int entries) {
        return String.format("mkey mask=0x%x flags=0x%x ds=%d list=%d", mask, flags, units, entries);
    }

    private static void registration(
            QueueGeometry queues, int index, int units, long mask, int flags, KeyRequest into) {
        int at = queues.sendUnit(index, CONTEXT_UNIT);
        MemorySegment context = queues.memory().segment(at);
        long base = queues.memory().offset(at);
        int rights = readContext(context, base, into);
        into.allowsBinds = MkeyContext.MW_BIND.isSet(context, base);
        boolean isKnown = mask == REGISTRATION
                && MkeyContext.FREE.extract(rights) == 0
                && MkeyContext.LOG_PAGE_SIZE.get(context, base) == LOG_PAGE_SIZE
                && (flags & ~REGISTRATION_FLAGS) == 0;
        if (isKnown && hasList(units, into)) {
            into.kind = KeyRequest.REGISTER;
        } else {
            into.refuse(KeyRequest.MALFORMED, shape(mask, flags, units, into.entries));
        }
    }

    /** Reads the values that an entry may take, and the first word of the mkey context, which has all rights. */
    private static int readContext(MemorySegment context, long base, KeyRequest into) {
        into.tag = MkeyContext.TAG.get(context, base);
        into.startAddress = MkeyContext.START_ADDRESS.getLong(context, base);
        into.length = MkeyContext.LENGTH.getLong(context, base);
        into.rights = MkeyContext.FREE.word(context, base);
        return into.rights;
    }

    private static void configuration(
            QueueGeometry queues, int index, int units, long mask, int flags, int listOffset, KeyRequest into) {
        boolean changesLength = (mask & MASK_LENGTH) != 0;
        if (into.entries == 0 && !changesLength && (mask & MASK_QPN) != 0) {
            into.kind = KeyRequest.INVALIDATE;
            return;
        }
        int at = queues.sendUnit(index, CONTEXT_UNIT);
        int word = readContext(queues.memory().segment(at), queues.memory().offset(at), into);
        into.changesTag = (mask & MASK_TAG) != 0;
        into.changesStartAddress = (mask & MASK_START_ADDRESS) != 0;
        into.changesLength = changesLength;
        into.becomesValid = (mask & MASK_FREE) != 0;
        into.changedRights = changedRights(mask);
        boolean isKnown = !(into.becomesValid && MkeyContext.FREE.extract(word) != 0)
                && (mask & ~CHANGEABLE) == 0
                && (flags & ~MKEY_FLAGS) == 0
                && listOffset == 0
                && (into.entries == 0 || changesLength);
        if (isKnown && hasList(units, into)) {
            into.kind = KeyRequest.CONFIGURE;
        } else {
            into.refuse(KeyRequest.MALFORMED, shape(mask, flags, units, into.entries));
        }
    }

    private static int changedRights(long mask) {
        return MkeyContext.LOCAL_WRITE.insert((mask & MASK_LOCAL_WRITE) != 0 ? 1 : 0)
                | MkeyContext.REMOTE_READ.insert((mask & MASK_REMOTE_READ) != 0 ? 1 : 0)
                | MkeyContext.REMOTE_WRITE.insert((mask & MASK_REMOTE_WRITE) != 0 ? 1 : 0)
                | MkeyContext.ATOMIC.insert((mask & MASK_ATOMIC) != 0 ? 1 : 0);
    }

    private static void bind(QueueGeometry queues, int index, int units, KeyRequest into) {
        RingMemory memory = queues.memory();
        int context = queues.sendUnit(index, CONTEXT_UNIT);
        int list = queues.sendUnit(index, LIST_UNIT);
        bind(memory.segment(context), memory.offset(context), memory.segment(list), memory.offset(list), units, into);
    }

    private static void bind(
            MemorySegment context, long base, MemorySegment entry, long entryBase, int units, KeyRequest into) {
        if (units < BIND_UNITS || into.entries != BIND_LIST_UNITS) {
            into.refuse(KeyRequest.MALFORMED, "ds=" + units + " list=" + into.entries);
            return;
        }
        BindRequest bind = into.bind;
        bind.oldKey = into.key;
        long rights = MkeyContext.TAG.pair(context, base);
        bind.newTag = MkeyContext.TAG.extract(MkeyContext.TAG.wordOf(rights));
        bind.rights = MkeyContext.FREE.wordOf(rights) & BINDABLE_RIGHTS;
        bind.startAddress = MkeyContext.START_ADDRESS.getLong(context, base);
        bind.length = MkeyContext.LENGTH.getLong(context, base);
        long piece = DataSegment.LKEY.pair(entry, entryBase);
        bind.lkey = DataSegment.LKEY.wordOf(piece);
        bind.address = DataSegment.ADDRESS.getLong(entry, entryBase);
        boolean agrees = Integer.toUnsignedLong(DataSegment.BYTE_COUNT.wordOf(piece)) == bind.length
                && (bind.startAddress == bind.address || bind.startAddress == 0);
        if (agrees && bind.length != 0) {
            into.kind = KeyRequest.BIND;
        } else {
            into.refuse(KeyRequest.MALFORMED, "mkey and list disagree on the range");
        }
    }

    /**
     * Without a range the window becomes free: an unbind of type 1, an invalidate, or a type-2 bind of length 0. The
     * last two differ in the tag; where that is 0, they differ in that a bind asks for a free window.
     */
    private static void free(QueueGeometry queues, int index, boolean type2, KeyRequest into) {
        int at = queues.sendUnit(index, CONTEXT_UNIT);
        free(queues.memory().segment(at), queues.memory().offset(at), type2, into);
    }

    private static void free(MemorySegment context, long base, boolean type2, KeyRequest into) {
        int tag = MkeyContext.TAG.get(context, base);
        if (type2 && tag == 0 && !into.mustBeFree) {
            into.kind = KeyRequest.INVALIDATE;
            return;
        }
        into.kind = KeyRequest.BIND;
        into.bind.oldKey = into.key;
        into.bind.newTag = tag;
        into.bind.startAddress = 0;
        into.bind.length = 0;
        into.bind.lkey = 0;
        into.bind.address = 0;
        into.bind.rights = 0;
    }
}
