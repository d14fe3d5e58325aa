package dev.fenestra.ib.core.vocabulary;

/**
 * A block of work completions that a poll fills, as primitives; reused from poll to poll, so polling allocates nothing.
 *
 * <p>Of a failed completion, only {@code wrId}, {@code status}, {@code qpNumber} and {@code vendorError} mean
 * anything (man ibv_poll_cq). A failed receive has no flags, so it has neither immediate data nor an invalidated key.
 */
public final class Completions {
    private static final int SUCCESS = WcStatus.SUCCESS.code();

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
     * Makes room for completions, to be filled by polls again and again.
     *
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

    /** {@return how many completions one poll can take} */
    public int capacity() {
        return wrIds.length;
    }

    /** {@return how many the last poll found} */
    public int size() {
        return size;
    }

    /** {@return whether there is no room for one more} */
    public boolean isFull() {
        return size == wrIds.length;
    }

    /** Forgets the completions of an earlier poll. */
    public void clear() {
        size = 0;
    }

    /**
     * Adds a successful completion; called by providers on a block that is not full.
     *
     * @param wrId the number that the completion of the request carries
     * @param opcode number of {@link dev.fenestra.ib.core.vocabulary.WcOpcode}
     * @param byteLength bytes received or read
     * @param qpNumber the QP number, 24 bits
     * @param immediateOrKey as {@code flags} says: immediate data or the invalidated R_Key; else 0
     * @param wcFlags bits of {@link dev.fenestra.ib.core.vocabulary.WcFlag}
     */
    public void succeeded(long wrId, int opcode, int byteLength, int qpNumber, int immediateOrKey, int wcFlags) {
        opcodes[size] = opcode;
        byteLengths[size] = byteLength;
        immediates[size] = immediateOrKey;
        flags[size] = wcFlags;
        finish(wrId, SUCCESS, qpNumber, 0);
    }

    /**
     * Adds a failed completion; called by providers on a block that is not full.
     *
     * @param wrId the number that the completion of the request carries
     * @param status number of {@link dev.fenestra.ib.core.vocabulary.WcStatus}
     * @param qpNumber the QP number, 24 bits
     * @param vendorError the device's own number for what went wrong
     */
    public void failed(long wrId, int status, int qpNumber, int vendorError) {
        failed(wrId, status, qpNumber, vendorError, 0);
    }

    /**
     * Adds a receive that was too short for its message.
     *
     * @param wrId the number that the completion of the request carries
     * @param status number of {@link dev.fenestra.ib.core.vocabulary.WcStatus}
     * @param qpNumber the QP number, 24 bits
     * @param vendorError the device's own number for what went wrong
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
     * Sets the origin of the message of the completion last added; called by providers after {@link #succeeded}.
     *
     * @param qpNumber the QP number, 24 bits
     * @param serviceLevel 0 to 15
     * @param lid local identifier, 16 bits; 0 on RoCE
     * @param pathBits low bits of the LID it was sent to
     * @param pkeyIndex index into the port's P_Key table
     */
    public void source(int qpNumber, int serviceLevel, int lid, int pathBits, int pkeyIndex) {
        sources[size - 1] = serviceLevel << 24 | qpNumber;
        paths[size - 1] = (long) pkeyIndex << 32 | (long) lid << 16 | pathBits;
    }

    /**
     * Turns the completion last added, which is not of a receive, into a failed one that keeps its other fields; called
     * by providers.
     *
     * @param status number of {@link dev.fenestra.ib.core.vocabulary.WcStatus}
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

    /**
     * {@return the number of the request}
     *
     * @param i index of the completion, from 0, below what was polled
     */
    public long wrId(int i) {
        return wrIds[i];
    }

    /**
     * {@return how the request ended}
     *
     * @param i index of the completion, from 0, below what was polled
     */
    public WcStatus status(int i) {
        return WcStatus.of(statuses[i]);
    }

    /**
     * {@return the number of a {@link WcOpcode}, or one of a vendor's own}
     *
     * @param i index of the completion, from 0, below what was polled
     */
    public int opcode(int i) {
        return opcodes[i];
    }

    /**
     * {@return bytes received or read}
     *
     * @param i index of the completion, from 0, below what was polled
     */
    public int byteLength(int i) {
        return byteLengths[i];
    }

    /**
     * {@return the number of the QP of this host, 24 bits}
     *
     * @param i index of the completion, from 0, below what was polled
     */
    public int qpNumber(int i) {
        return qpNumbers[i];
    }

    /**
     * {@return the immediate data, or the invalidated R_Key, as {@link #flags} says}
     *
     * @param i index of the completion, from 0, below what was polled
     */
    public int immediateOrKey(int i) {
        return immediates[i];
    }

    /**
     * {@return bits of {@link WcFlag}}
     *
     * @param i index of the completion, from 0, below what was polled
     */
    public int flags(int i) {
        return flags[i];
    }

    /**
     * {@return the device's own number for what went wrong; 0 on success}
     *
     * @param i index of the completion, from 0, below what was polled
     */
    public int vendorError(int i) {
        return vendorErrors[i];
    }

    /**
     * {@return receives: the QP the message came from; only UD says}
     *
     * @param i index of the completion, from 0, below what was polled
     */
    public int sourceQpNumber(int i) {
        return sources[i] & 0xffffff;
    }

    /**
     * {@return receives on InfiniBand: the service level of the message}
     *
     * @param i index of the completion, from 0, below what was polled
     */
    public int serviceLevel(int i) {
        return sources[i] >>> 24;
    }

    /**
     * {@return receives on InfiniBand: the LID the message came from}
     *
     * @param i index of the completion, from 0, below what was polled
     */
    public int sourceLid(int i) {
        return (int) (paths[i] >>> 16) & 0xffff;
    }

    /**
     * {@return receives on InfiniBand: the low bits of the LID the message was sent to}
     *
     * @param i index of the completion, from 0, below what was polled
     */
    public int pathBits(int i) {
        return (int) paths[i] & 0xffff;
    }

    /**
     * {@return receives: index of the message's P_Key}
     *
     * @param i index of the completion, from 0, below what was polled
     */
    public int pkeyIndex(int i) {
        return (int) (paths[i] >>> 32) & 0xffff;
    }
}
