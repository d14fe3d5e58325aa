package dev.fenestra.hw.sim.hca.protection;

import static dev.fenestra.hw.sim.mlx5.prm.MkeyContext.CLASS_DEVICE_MEMORY;
import static dev.fenestra.hw.sim.mlx5.prm.MkeyContext.CLASS_INDIRECT;
import static dev.fenestra.hw.sim.mlx5.prm.MkeyContext.CLASS_MR;
import static dev.fenestra.hw.sim.mlx5.prm.MkeyContext.CLASS_MW_TYPE_1;
import static dev.fenestra.hw.sim.mlx5.prm.MkeyContext.CLASS_MW_TYPE_2;
import static dev.fenestra.hw.sim.mlx5.prm.MkeyContext.CLASS_PAGES;

import dev.fenestra.hw.sim.hca.table.MptEntry;
import dev.fenestra.hw.sim.hca.table.MptTable;
import dev.fenestra.hw.sim.hca.vocabulary.Rights;
import dev.fenestra.hw.sim.mlx5.prm.Field;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import java.lang.foreign.MemorySegment;

/**
 * One entry of the key table, in the words of the specification: its tag, its PD, its kind, its state, its rights.
 * Rules are written in these words only.
 *
 * <p>An mkey is a view that is moved from entry to entry, and belongs to the unit that made it. A move reads the two
 * pairs of words that most rules are about. Other fields are read when they are asked for. An entry that was never in
 * use reads as zeros, hence as a key that is not alive. Only {@link #isAlive} and the questions about its kind are
 * meaningful then.
 */
public final class Mkey {
    /**
     * The kinds through which an access may lead to memory: a region, an indirect mkey, memory of the card. A bit for
     * each object class.
     */
    private static final int NAMES_MEMORY = 1 << CLASS_MR | 1 << CLASS_INDIRECT | 1 << CLASS_DEVICE_MEMORY;

    private static final int WINDOW = 1 << CLASS_MW_TYPE_1 | 1 << CLASS_MW_TYPE_2;
    /** Kinds that keep their last tag while they are free: type-2 windows and indirect mkeys. */
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
    /** The words at 0x08: the kind of object; its PD. */
    private long ownership;

    Mkey(MptTable table) {
        this.table = table;
    }

    /** Finds a key by its index. The look-up is counted where the device has a cache. A rule compares the tag. */
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

    /** {@return the present key} */
    int key() {
        return Key.of(index, tag());
    }

    /** {@return whether the key exists} */
    boolean isAlive() {
        return ownership(MptEntry.ALIVE) != 0;
    }

    /** {@return whether it is a region with memory: any but a fast-register region that is free} */
    boolean isRegion() {
        return (MkeyContext.OBJECT_CLASS.wordOf(ownership) & REGISTERED_MASK) == REGISTERED;
    }

    /** {@return whether it is a fast-register region, free or not} */
    boolean isFastRegion() {
        return isAlive() && ownership(MkeyContext.FAST) != 0;
    }

    /** {@return whether it is an indirect mkey: a layout of other keys} */
    boolean isIndirect() {
        return isOneOf(1 << CLASS_INDIRECT);
    }

    /** {@return whether it is pinned pages for fast registrations} Its key gives no access. */
    boolean isPageList() {
        return isOneOf(1 << CLASS_PAGES);
    }

    boolean isDeviceMemory() {
        return isOneOf(1 << CLASS_DEVICE_MEMORY);
    }

    /** {@return whether it is a window of either type} */
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
     * {@return whether local and remote keys may name it: a region, registered or not, an indirect mkey, or memory of
     * the card}
     */
    boolean namesMemory() {
        return isOneOf(NAMES_MEMORY);
    }

    private boolean isOneOf(int classes) {
        return isAlive() && (classes >>> ownership(MkeyContext.OBJECT_CLASS) & 1) != 0;
    }

    /** {@return the present tag; for a free type-2 window or indirect mkey, the last one} */
    int tag() {
        return isFree() && isOneOf(REMEMBERS_TAG) ? ownership(MptEntry.LAST_TAG) : rights(MkeyContext.TAG);
    }

    int pd() {
        return ownership(MkeyContext.PD);
    }

    /**
     * {@return whether it is a window that is not bound, an indirect mkey that is not configured, or a fast-register
     * region that is not registered}
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

    /** {@return whether the key gives at least one of these rights} */
    boolean grantsAnyOf(int asked) {
        return (rights() & asked) != 0;
    }

    /** {@return the word that has the rights} */
    int rights() {
        return MkeyContext.FREE.wordOf(rights);
    }

    /** {@return whether windows may be bound to the region (MW_BIND)} */
    boolean allowsWindows() {
        return ownership(MkeyContext.MW_BIND) != 0;
    }

    /** {@return whether requests name the region's bytes by their offset} */
    boolean isZeroBased() {
        return ownership(MkeyContext.ZERO_BASED) != 0;
    }

    /** {@return whether the process sees the region at the addresses by which requests name it} */
    boolean isVirtual() {
        return ownership(MkeyContext.VIRTUAL) != 0;
    }

    /** {@return whether a peer may invalidate the mkey} */
    boolean allowsRemoteInvalidate() {
        return ownership(MkeyContext.REMOTE_INVALIDATE) != 0;
    }

    /** {@return the QP that has bound the window; {@link MkeyContext#ANY_QPN} for none} */
    int qpn() {
        return rights(MkeyContext.QPN);
    }

    /** {@return whether the type-2 window was bound through this QP, not through an earlier one of its number} */
    boolean isBoundTo(QpView qp) {
        return qpn() == qp.number() && MptEntry.QP_SERIAL.get(memory, entry) == qp.serial();
    }

    /** {@return the address by which requests name the first byte} */
    long start() {
        return MkeyContext.START_ADDRESS.getLong(memory, entry);
    }

    long length() {
        return MkeyContext.LENGTH.getLong(memory, entry);
    }

    /** {@return whether a range lies inside the extent of the key} */
    boolean contains(long address, long bytes) {
        return fits(address - start(), bytes, length());
    }

    /**
     * {@return whether a range lies inside an extent} No sum can wrap.
     *
     * @param offset of the range in the extent, bytes
     * @param length of the range, bytes
     * @param extent bytes
     */
    public static boolean fits(long offset, long length, long extent) {
        return Long.compareUnsigned(offset, extent) <= 0 && Long.compareUnsigned(length, extent - offset) <= 0;
    }

    /**
     * {@return of a region or indirect mkey: the first entry in the translation table, or the handle of a region that
     * is paged on demand}
     */
    int translation() {
        return MptEntry.TRANSLATION.get(memory, entry);
    }

    /** {@return of a window: the L_Key of its region} */
    int regionKey() {
        return MptEntry.TRANSLATION.get(memory, entry);
    }

    /** {@return of a window: the address of its first byte in its region} */
    long addressInRegion() {
        return MptEntry.BASE.getLong(memory, entry);
    }

    /** {@return of device memory: the address of its first byte on the card} */
    long addressOnCard() {
        return MptEntry.BASE.getLong(memory, entry);
    }

    /** {@return the {@link Position} of a byte of the region} */
    long position(long offset) {
        return Position.first(start(), MkeyContext.LOG_PAGE_SIZE.get(memory, entry)) + offset;
    }

    /** {@return of a region or indirect mkey: its translation entries} */
    int entries() {
        return MptEntry.ENTRIES.get(memory, entry);
    }

    /** {@return of an indirect mkey: 16-byte units of its list} */
    int listUnits() {
        return MptEntry.LIST_UNITS.get(memory, entry);
    }

    /** {@return of a registered fast-register region: the page list that has its pages} */
    int pageListKey() {
        return MptEntry.PAGES.get(memory, entry);
    }

    /** {@return of a region: windows bound to it; of a page list: regions registered over it} */
    int users() {
        return MptEntry.BOUND_COUNT.get(memory, entry);
    }

    /** {@return of a region or page list: bus address of its cell in the binding ledger; 0 for none} */
    long ledger() {
        return MptEntry.BASE.getLong(memory, entry);
    }

    /** {@return how often the region or the indirect mkey has changed} */
    int version() {
        return MptEntry.VERSION.get(memory, entry);
    }

    /** Sets a field of the entry. The answers about it stay old until {@link #read}. */
    void set(Field field, int value) {
        field.set(memory, entry, value);
    }

    void set(Field field, boolean value) {
        field.set(memory, entry, value);
    }

    void setLong(Field field, long value) {
        field.setLong(memory, entry, value);
    }

    /** Sets the word of the rights, and the one after it. */
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
