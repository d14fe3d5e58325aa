package dev.fenestra.hw.sim.engine.protection;

import static dev.fenestra.hw.sim.prm.MkeyContext.CLASS_DEVICE_MEMORY;
import static dev.fenestra.hw.sim.prm.MkeyContext.CLASS_INDIRECT;
import static dev.fenestra.hw.sim.prm.MkeyContext.CLASS_MR;
import static dev.fenestra.hw.sim.prm.MkeyContext.CLASS_MW_TYPE_1;
import static dev.fenestra.hw.sim.prm.MkeyContext.CLASS_MW_TYPE_2;
import static dev.fenestra.hw.sim.prm.MkeyContext.CLASS_PAGES;

import dev.fenestra.hw.sim.prm.Field;
import dev.fenestra.hw.sim.prm.MkeyContext;
import dev.fenestra.hw.sim.table.MptEntry;
import dev.fenestra.hw.sim.table.MptTable;
import java.lang.foreign.MemorySegment;

/**
 * One entry of the key table, in the words of the specification: what its tag is, which PD it belongs to, whether it is
 * a region or a window, whether it is free, which rights it gives. Rules are written in these words only.
 *
 * <p>An mkey is a view that is moved from entry to entry, and belongs to the unit that made it. It reads the two pairs
 * of words that most rules are about once, when it is moved; the other fields when they are asked for. An entry that
 * was never in use reads as zeros, hence as a key that is not alive; only {@link #isAlive} and the questions about its
 * kind have a meaning then.
 */
final class Mkey {
    /**
     * What an access may lead to memory through: a region, an indirect mkey, memory of the card. A bit for each object
     * class.
     */
    private static final int NAMES_MEMORY = 1 << CLASS_MR | 1 << CLASS_INDIRECT | 1 << CLASS_DEVICE_MEMORY;

    private static final int WINDOW = 1 << CLASS_MW_TYPE_1 | 1 << CLASS_MW_TYPE_2;
    /** A free type-2 window or indirect mkey still knows the tag it had. */
    private static final int REMEMBERS_TAG = 1 << CLASS_MW_TYPE_2 | 1 << CLASS_INDIRECT;

    private static final int REGISTERED_MASK =
            MptEntry.ALIVE.insert(1) | MptEntry.UNREGISTERED.insert(1) | MkeyContext.OBJECT_CLASS.insert(-1);
    private static final int REGISTERED = MptEntry.ALIVE.insert(1) | MkeyContext.OBJECT_CLASS.insert(CLASS_MR);

    private final MptTable table;
    private MemorySegment memory = MemorySegment.NULL;
    private long entry;
    private int index;
    /** The words at 0x00: rights and the free bit; QPN and tag. */
    private long rights;
    /** The words at 0x08: what kind of object it is; its PD. */
    private long ownership;

    Mkey(MptTable table) {
        this.table = table;
    }

    /**
     * Looks a key up by its index; the look-up is counted where the device has a cache. That the tag is the present one
     * is a rule.
     */
    Mkey find(int key) {
        table.countLookup(Key.index(key));
        return at(Key.index(key));
    }

    /** Moves to an entry that the device has looked up already. */
    @SuppressWarnings("MemorySegmentReferenceEquality")
    Mkey at(int newIndex) {
        index = newIndex;
        if (!table.isBacked(newIndex)) {
            rights = 0;
            ownership = 0;
            return this;
        }
        MemorySegment chunk = table.segment(newIndex);
        if (chunk != memory) {
            // Storing a reference costs a barrier of the garbage collector.
            memory = chunk;
        }
        entry = table.offset(newIndex);
        return read();
    }

    /** Reads the entry again after a change. */
    Mkey read() {
        rights = MkeyContext.TAG.pair(memory, entry);
        ownership = MkeyContext.OBJECT_CLASS.pair(memory, entry);
        return this;
    }

    int index() {
        return index;
    }

    /** The present key. */
    int key() {
        return Key.of(index, tag());
    }

    /** The key exists. */
    boolean isAlive() {
        return ownership(MptEntry.ALIVE) != 0;
    }

    /** A region that has memory: any but a fast-register region that is free. */
    boolean isRegion() {
        return (MkeyContext.OBJECT_CLASS.wordOf(ownership) & REGISTERED_MASK) == REGISTERED;
    }

    /** A fast-register region, free or not. */
    boolean isFastRegion() {
        return isAlive() && ownership(MkeyContext.FAST) != 0;
    }

    /** An indirect mkey: a layout of other keys. */
    boolean isIndirect() {
        return isOneOf(1 << CLASS_INDIRECT);
    }

    /** Pinned pages for fast registrations, under a key that opens nothing. */
    boolean isPageList() {
        return isOneOf(1 << CLASS_PAGES);
    }

    boolean isDeviceMemory() {
        return isOneOf(1 << CLASS_DEVICE_MEMORY);
    }

    /** A window of either type. */
    boolean isWindow() {
        return isOneOf(WINDOW);
    }

    boolean isTypeOneWindow() {
        return isOneOf(1 << CLASS_MW_TYPE_1);
    }

    boolean isTypeTwoWindow() {
        return isOneOf(1 << CLASS_MW_TYPE_2);
    }

    /**
     * A region, registered or not, an indirect mkey, or memory of the card: what local and remote keys may name, beside
     * windows.
     */
    boolean namesMemory() {
        return isOneOf(NAMES_MEMORY);
    }

    private boolean isOneOf(int classes) {
        return isAlive() && (classes >>> ownership(MkeyContext.OBJECT_CLASS) & 1) != 0;
    }

    /** The tag that the key answers to; a free type-2 window or indirect mkey still knows the one it had. */
    int tag() {
        return isFree() && isOneOf(REMEMBERS_TAG) ? ownership(MptEntry.LAST_TAG) : rights(MkeyContext.TAG);
    }

    int pd() {
        return ownership(MkeyContext.PD);
    }

    /**
     * A window that is not bound, an indirect mkey that is not configured, a fast-register region that is not
     * registered.
     */
    boolean isFree() {
        return rights(MkeyContext.FREE) != 0;
    }

    /**
     * Whether the key gives all of these rights.
     *
     * @param asked union of {@link Rights}
     */
    boolean grants(int asked) {
        return (rights() & asked) == asked;
    }

    /** Whether the key gives one of these rights at least. */
    boolean grantsAnyOf(int asked) {
        return (rights() & asked) != 0;
    }

    /** The word that has the rights. */
    int rights() {
        return MkeyContext.FREE.wordOf(rights);
    }

    /** Windows may be bound to the region (MW_BIND). */
    boolean allowsWindows() {
        return ownership(MkeyContext.MW_BIND) != 0;
    }

    /** Requests name the region's bytes by their offset. */
    boolean isZeroBased() {
        return ownership(MkeyContext.ZERO_BASED) != 0;
    }

    /** The process sees the region at the addresses by which requests name it. */
    boolean isVirtual() {
        return ownership(MkeyContext.VIRTUAL) != 0;
    }

    /** A peer may invalidate the mkey. */
    boolean allowsRemoteInvalidate() {
        return ownership(MkeyContext.REMOTE_INVALIDATE) != 0;
    }

    /** The QP that has bound the window, {@link MkeyContext#ANY_QPN} for none. */
    int qpn() {
        return rights(MkeyContext.QPN);
    }

    /** Whether the type-2 window was bound through this QP, and not through an earlier one of its number. */
    boolean isBoundTo(QpView qp) {
        return qpn() == qp.number() && MptEntry.QP_SERIAL.get(memory, entry) == qp.serial();
    }

    /** The address by which requests name the first byte. */
    long start() {
        return MkeyContext.START_ADDRESS.getLong(memory, entry);
    }

    long length() {
        return MkeyContext.LENGTH.getLong(memory, entry);
    }

    /** Whether a range lies inside the extent of the key. */
    boolean contains(long address, long bytes) {
        return fits(address - start(), bytes, length());
    }

    /** Whether a range lies inside an extent; written so that no sum can wrap. */
    static boolean fits(long offset, long length, long extent) {
        return Long.compareUnsigned(offset, extent) <= 0 && Long.compareUnsigned(length, extent - offset) <= 0;
    }

    /**
     * Region, indirect mkey: first entry in the translation table, or the handle of a region that is paged on demand.
     */
    int translation() {
        return MptEntry.TRANSLATION.get(memory, entry);
    }

    /** Window: the L_Key of its region. */
    int regionKey() {
        return MptEntry.TRANSLATION.get(memory, entry);
    }

    /** Window: where its first byte lies, by the addresses of its region. */
    long addressInRegion() {
        return MptEntry.BASE.getLong(memory, entry);
    }

    /** Device memory: where its first byte lies on the card. */
    long addressOnCard() {
        return MptEntry.BASE.getLong(memory, entry);
    }

    /** The {@link Position} of a byte of the region. */
    long position(long offset) {
        return Position.first(start(), MkeyContext.LOG_PAGE_SIZE.get(memory, entry)) + offset;
    }

    /** Region, indirect mkey: translation entries that it has. */
    int entries() {
        return MptEntry.ENTRIES.get(memory, entry);
    }

    /** Indirect mkey: 16-byte units of its list. */
    int listUnits() {
        return MptEntry.LIST_UNITS.get(memory, entry);
    }

    /** Registered fast-register region: the page list whose pages it has. */
    int pageListKey() {
        return MptEntry.PAGES.get(memory, entry);
    }

    /** Region: windows bound to it. Page list: regions registered over it. */
    int users() {
        return MptEntry.BOUND_COUNT.get(memory, entry);
    }

    /** Region, page list: bus address of its cell in the binding ledger; 0 for none. */
    long ledger() {
        return MptEntry.BASE.getLong(memory, entry);
    }

    /** How often the region or the indirect mkey has changed. */
    int version() {
        return MptEntry.VERSION.get(memory, entry);
    }

    /** Sets a field of the entry. The answers about it are the old ones until {@link #read}. */
    void set(Field field, int value) {
        field.set(memory, entry, value);
    }

    void set(Field field, boolean value) {
        field.set(memory, entry, value);
    }

    void setLong(Field field, long value) {
        field.setLong(memory, entry, value);
    }

    /** Sets the word of the rights, and the one behind it. */
    void setRights(int newRights, int qpn, int tag) {
        int name = MkeyContext.QPN.insert(qpn) | MkeyContext.TAG.insert(tag);
        MkeyContext.TAG.pair(memory, entry, newRights, name);
    }

    private int rights(Field field) {
        return field.extract(field.wordOf(rights));
    }

    private int ownership(Field field) {
        return field.extract(field.wordOf(ownership));
    }
}
