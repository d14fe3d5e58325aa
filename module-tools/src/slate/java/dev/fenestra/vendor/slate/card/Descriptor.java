package dev.fenestra.vendor.slate.card;

/**
 * A request in a ring, send or receive: always 128 bytes, little-endian, with everything it needs in a place of its
 * own. What an operation does not use may hold anything.
 */
public final class Descriptor {
    public static final int BYTES = 128;
    public static final int MAX_PIECES = 4;
    public static final int MAX_INLINE = MAX_PIECES * 16;

    /** A {@link SlateOpcode}. */
    public static final Word OPCODE = new Word(0x00, 1);
    /** Bits {@code SIGNALED} to {@code INLINE}. */
    public static final Word FLAGS = new Word(0x01, 1);
    /** Pieces of data. */
    public static final Word PIECES = new Word(0x02, 1);
    /** Bytes of inline data. */
    public static final Word INLINE_BYTES = new Word(0x03, 1);
    /** Immediate data, the key to invalidate, or the key of the window to bind. */
    public static final Word IMMEDIATE = new Word(0x04, 4);
    /** The program's name for the request; the card copies it to the completion. */
    public static final Word COOKIE = new Word(0x08, 8);

    public static final Word REMOTE_ADDRESS = new Word(0x10, 8);
    public static final Word RKEY = new Word(0x18, 4);
    /** FLUSH: bytes of the range. */
    public static final Word REMOTE_LENGTH = new Word(0x1c, 4);
    /** Compare-and-swap: the value expected. Bind: address of the first byte in the region. */
    public static final Word COMPARE = new Word(0x20, 8);
    /** Atomics: the new value or what is added. Bind: bytes. */
    public static final Word SWAP_OR_ADD = new Word(0x28, 8);
    /** The pieces, or the inline data. */
    public static final int DATA = 0x30;
    /** Bind: L_Key of the region. */
    public static final Word BIND_LKEY = new Word(0x70, 4);
    /** Bind: the window's new key. */
    public static final Word BIND_KEY = new Word(0x74, 4);
    /** Bind: bits {@code WINDOW_READ} to {@code WINDOW_ZERO_BASED}. */
    public static final Word BIND_RIGHTS = new Word(0x78, 1);
    /** FLUSH: bit 0 for global visibility, bit 1 for persistence. */
    public static final Word FLUSH_TYPES = new Word(0x79, 1);
    /** FLUSH: 0 for the range, 1 for all that the key names. */
    public static final Word FLUSH_LEVEL = new Word(0x7a, 1);

    public static final int SIGNALED = 1;
    public static final int FENCED = 2;
    public static final int SOLICITED = 4;
    public static final int INLINE = 8;

    public static final int WINDOW_READ = 1;
    public static final int WINDOW_WRITE = 2;
    public static final int WINDOW_ATOMIC = 4;
    public static final int WINDOW_FLUSH_GLOBAL = 8;
    public static final int WINDOW_FLUSH_PERSISTENT = 16;
    public static final int WINDOW_ZERO_BASED = 32;

    /** Bytes of a piece. */
    public static final int PIECE_BYTES = 16;

    public static final Word PIECE_ADDRESS = new Word(0x00, 8);
    public static final Word PIECE_LKEY = new Word(0x08, 4);
    public static final Word PIECE_LENGTH = new Word(0x0c, 4);

    private Descriptor() {}
}
