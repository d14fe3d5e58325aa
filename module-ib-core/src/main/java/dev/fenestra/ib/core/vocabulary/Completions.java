package dev.fenestra.ib.core.vocabulary;

/**
 * A block of work completions that a poll fills, as primitives; reused from poll to poll, so polling allocates nothing.
 *
 * <p>For a completion that failed only {@code wrId}, {@code status}, {@code qpNumber} and {@code vendorError} mean
 * anything (man ibv_poll_cq). That of a receive has no flags, and so neither immediate data nor an invalidated key.
 */
public final class Completions {
    private final long[] wrIds;
    private final int[] statuses;
    private final int[] opcodes;
    private final int[] byteLengths;
    private final int[] qpNumbers;
    private final int[] immediates;
    private final int[] flags;
    private final int[] vendorErrors;
    private final int[] sources;
    private final long[] paths;
    private int size;

    /**
     * @param capacity completions that one poll can take, at least 1
     */
    public Completions(int capacity) {
        wrIds = new long[capacity];
        statuses = new int[capacity];
        opcodes = new int[capacity];
        byteLengths = new int[capacity];
        qpNumbers = new int[capacity];
        immediates = new int[capacity];
        flags = new int[capacity];
        vendorErrors = new int[capacity];
        sources = new int[capacity];
        paths = new long[capacity];
    }

    public int capacity() {
        return wrIds.length;
    }

    /** How many the last poll found. */
    public int size() {
        return size;
    }

    public boolean isFull() {
        return size == wrIds.length;
    }

    /** Forgets the completions of an earlier poll. */
    public void clear() {
        size = 0;
    }

    /** Adds a successful completion; called by providers on a block that is not full. */
    public void succeeded(long wrId, int opcode, int byteLength, int qpNumber, int immediateOrKey, int wcFlags) {
        opcodes[size] = opcode;
        byteLengths[size] = byteLength;
        immediates[size] = immediateOrKey;
        flags[size] = wcFlags;
        finish(wrId, WcStatus.SUCCESS.ordinal(), qpNumber, 0);
    }

    /** Adds a failed completion; called by providers on a block that is not full. */
    public void failed(long wrId, int status, int qpNumber, int vendorError) {
        failed(wrId, status, qpNumber, vendorError, 0);
    }

    /**
     * The same for a receive that its message was too long for.
     *
     * @param byteLength of the message
     */
    public void failed(long wrId, int status, int qpNumber, int vendorError, int byteLength) {
        opcodes[size] = 0;
        byteLengths[size] = byteLength;
        immediates[size] = 0;
        flags[size] = 0;
        finish(wrId, status, qpNumber, vendorError);
    }

    /**
     * Says where the message of the completion last added came from; called by providers after {@link #succeeded}.
     *
     * @param pathBits low bits of the LID it was sent to
     */
    public void source(int qpNumber, int serviceLevel, int lid, int pathBits, int pkeyIndex) {
        sources[size - 1] = serviceLevel << 24 | qpNumber;
        paths[size - 1] = (long) pkeyIndex << 32 | (long) lid << 16 | pathBits;
    }

    /**
     * Turns the completion last added, which is not of a receive, into a failed one that keeps its other fields; called
     * by providers.
     */
    public void spoiled(int status) {
        statuses[size - 1] = status;
    }

    private void finish(long wrId, int status, int qpNumber, int vendorError) {
        wrIds[size] = wrId;
        statuses[size] = status;
        qpNumbers[size] = qpNumber;
        vendorErrors[size] = vendorError;
        sources[size] = 0;
        paths[size] = 0;
        size++;
    }

    public long wrId(int i) {
        return wrIds[i];
    }

    public WcStatus status(int i) {
        return WcStatus.of(statuses[i]);
    }

    /** The number of a {@link WcOpcode}, or one of a vendor's own. */
    public int opcode(int i) {
        return opcodes[i];
    }

    /** Bytes received or read. */
    public int byteLength(int i) {
        return byteLengths[i];
    }

    public int qpNumber(int i) {
        return qpNumbers[i];
    }

    /** The immediate data, or the invalidated R_Key, as {@link #flags} says. */
    public int immediateOrKey(int i) {
        return immediates[i];
    }

    /** Bits of {@link WcFlag}. */
    public int flags(int i) {
        return flags[i];
    }

    /** The device's own number for what went wrong; 0 on success. */
    public int vendorError(int i) {
        return vendorErrors[i];
    }

    /** Receives: the QP the message came from; only UD says. */
    public int sourceQpNumber(int i) {
        return sources[i] & 0xffffff;
    }

    /** Receives on InfiniBand: the service level of the message. */
    public int serviceLevel(int i) {
        return sources[i] >>> 24;
    }

    /** Receives on InfiniBand: the LID the message came from. */
    public int sourceLid(int i) {
        return (int) (paths[i] >>> 16) & 0xffff;
    }

    /** Receives on InfiniBand: the low bits of the LID the message was sent to. */
    public int pathBits(int i) {
        return (int) paths[i] & 0xffff;
    }

    /** Receives: index of the message's P_Key. */
    public int pkeyIndex(int i) {
        return (int) (paths[i] >>> 32) & 0xffff;
    }
}
