package dev.fenestra.hw.sim.hca.queue;

import dev.fenestra.hw.sim.hca.vocabulary.Rights;

/**
 * The operands of a request that changes one entry of the key table. One object is filled anew for each request; fields
 * that its kind does not have keep old values.
 */
public final class KeyRequest {
    /** The request contradicts itself, or the device lacks the feature: {@link #values}. */
    public static final int MALFORMED = 0;
    /** Binds a window, or makes it free: {@link #bind}. */
    public static final int BIND = 1;
    /** Makes a key of any kind free. */
    public static final int INVALIDATE = 2;
    /** Changes an indirect mkey. */
    public static final int CONFIGURE = 3;
    /** Gives a fast-register region its pages, its range, its rights and its tag. */
    public static final int REGISTER = 4;
    /** The request ends before its operands do: {@link #values}. */
    public static final int TOO_SHORT = 5;

    /** What the request does: one of the constants of this class. */
    public int kind;

    /** The key that names the entry. The engine sets it before it asks. */
    public int key;

    /** The request asks for a completion. Set by {@link WorkQueues#plainKeyRequest} only. */
    public boolean signaled;

    /** BIND: the operands. */
    public final BindRequest bind = new BindRequest();

    /** MALFORMED, TOO_SHORT: the values that are wrong, as text. */
    public String values = "";

    /** CONFIGURE: the entry takes {@link #tag}. */
    public boolean changesTag;

    /** CONFIGURE: the entry takes {@link #startAddress}. */
    public boolean changesStartAddress;
    /** CONFIGURE: the entry takes {@link #length}. */
    public boolean changesLength;
    /** CONFIGURE: the entry is valid afterwards, instead of free. */
    public boolean becomesValid;

    /** CONFIGURE: the rights that change, bits of {@link Rights}. */
    public int changedRights;

    /** CONFIGURE, REGISTER: the new rights, bits of {@link Rights}. Other bits mean nothing. */
    public int rights;

    /** CONFIGURE, REGISTER: the new tag, 0 to 255. */
    public int tag;
    /** CONFIGURE, REGISTER: address by which requests name the first byte. */
    public long startAddress;
    /** CONFIGURE, REGISTER: bytes. */
    public long length;
    /** CONFIGURE: only a free mkey is changed. */
    public boolean mustBeFree;
    /** REGISTER: windows may be bound to the region. */
    public boolean allowsBinds;

    /** CONFIGURE, REGISTER: entries of the list that goes with the request, in the frame of the key table's lists. */
    public int entries;
    /** The list lies in the request itself: {@link WorkQueues#keyList}. Else {@link #listPiece} says where it lies. */
    public boolean isListInline;
    /** The number of the piece of data that is the list. */
    public int listPiece;

    /** Makes an empty request. */
    public KeyRequest() {}

    /**
     * Marks the request as {@link #MALFORMED} or {@link #TOO_SHORT}.
     *
     * @param newKind which of both
     * @param wrongValues the values that are wrong, as text
     */
    public void refuse(int newKind, String wrongValues) {
        kind = newKind;
        values = wrongValues;
    }
}
