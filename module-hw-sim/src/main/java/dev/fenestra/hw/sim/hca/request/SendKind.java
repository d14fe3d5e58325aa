package dev.fenestra.hw.sim.hca.request;

import dev.fenestra.hw.sim.hca.limits.OdpSupport;
import dev.fenestra.hw.sim.hca.vocabulary.QpService;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;

/** The table of WQE opcodes for the requester: kind of work, headers, and the packet opcodes of a message. */
public final class SendKind {
    /** No operation of {@link OdpSupport}: the device's own accesses use no memory that is paged on demand. */
    static final int NO_OPERATION = 0;

    static final int INVALID = 0;
    static final int NOP = 1;
    /** A message with payload: SEND or RDMA WRITE. */
    static final int MESSAGE = 2;

    /**
     * Fetches memory of the peer.
     */
    public static final int READ = 3;
    /** Changes a key; nothing is sent. */
    static final int UMR = 4;

    /**
     * Changes memory of the peer, and fetches what was there.
     */
    public static final int ATOMIC = 5;

    static final int FLUSH = 6;
    static final int ATOMIC_WRITE = 7;

    private static final int OPCODES = SendOpcode.END;
    private static final int[] KINDS = new int[OPCODES];
    private static final boolean[] HAS_REMOTE_ADDRESS = new boolean[OPCODES];
    private static final boolean[] HAS_IMMEDIATE = new boolean[OPCODES];
    private static final boolean[] HAS_INVALIDATE = new boolean[OPCODES];
    private static final int[] FIRST = new int[OPCODES];
    private static final int[] MIDDLE = new int[OPCODES];
    private static final int[] LAST = new int[OPCODES];
    private static final int[] ONLY = new int[OPCODES];

    static {
        KINDS[SendOpcode.NOP] = NOP;
        KINDS[SendOpcode.CHANGE_KEY] = UMR;
        KINDS[SendOpcode.BIND_MW] = UMR;
        KINDS[SendOpcode.LOCAL_INV] = UMR;
        KINDS[SendOpcode.FLUSH] = FLUSH;
        ONLY[SendOpcode.FLUSH] = WireOpcode.RC_FLUSH.number();
        KINDS[SendOpcode.ATOMIC_WRITE] = ATOMIC_WRITE;
        ONLY[SendOpcode.ATOMIC_WRITE] = WireOpcode.RC_ATOMIC_WRITE.number();
        KINDS[SendOpcode.RDMA_READ] = READ;
        HAS_REMOTE_ADDRESS[SendOpcode.RDMA_READ] = true;
        ONLY[SendOpcode.RDMA_READ] = WireOpcode.RC_RDMA_READ_REQUEST.number();
        atomic(SendOpcode.COMPARE_SWAP, WireOpcode.RC_COMPARE_SWAP);
        atomic(SendOpcode.FETCH_ADD, WireOpcode.RC_FETCH_ADD);
        send(SendOpcode.SEND, WireOpcode.RC_SEND_LAST, WireOpcode.RC_SEND_ONLY);
        send(SendOpcode.SEND_IMM, WireOpcode.RC_SEND_LAST_IMM, WireOpcode.RC_SEND_ONLY_IMM);
        send(SendOpcode.SEND_INV, WireOpcode.RC_SEND_LAST_INV, WireOpcode.RC_SEND_ONLY_INV);
        write(SendOpcode.RDMA_WRITE, WireOpcode.RC_RDMA_WRITE_LAST, WireOpcode.RC_RDMA_WRITE_ONLY);
        write(SendOpcode.RDMA_WRITE_IMM, WireOpcode.RC_RDMA_WRITE_LAST_IMM, WireOpcode.RC_RDMA_WRITE_ONLY_IMM);
        HAS_IMMEDIATE[SendOpcode.SEND_IMM] = true;
        HAS_IMMEDIATE[SendOpcode.RDMA_WRITE_IMM] = true;
        HAS_INVALIDATE[SendOpcode.SEND_INV] = true;
    }

    private SendKind() {}

    private static void send(int opcode, WireOpcode last, WireOpcode only) {
        message(opcode, WireOpcode.RC_SEND_FIRST, WireOpcode.RC_SEND_MIDDLE, last, only);
    }

    private static void write(int opcode, WireOpcode last, WireOpcode only) {
        message(opcode, WireOpcode.RC_RDMA_WRITE_FIRST, WireOpcode.RC_RDMA_WRITE_MIDDLE, last, only);
        HAS_REMOTE_ADDRESS[opcode] = true;
    }

    private static void atomic(int opcode, WireOpcode only) {
        KINDS[opcode] = ATOMIC;
        HAS_REMOTE_ADDRESS[opcode] = true;
        ONLY[opcode] = only.number();
    }

    private static void message(int opcode, WireOpcode first, WireOpcode middle, WireOpcode last, WireOpcode only) {
        KINDS[opcode] = MESSAGE;
        FIRST[opcode] = first.number();
        MIDDLE[opcode] = middle.number();
        LAST[opcode] = last.number();
        ONLY[opcode] = only.number();
    }

    /** {@return the bit of {@link OdpSupport} for memory that is paged on demand} */
    static int pagedAs(int opcode) {
        return switch (KINDS[opcode]) {
            case MESSAGE -> HAS_REMOTE_ADDRESS[opcode] ? OdpSupport.WRITE : OdpSupport.SEND;
            case READ -> OdpSupport.READ;
            case ATOMIC -> OdpSupport.ATOMIC;
            case ATOMIC_WRITE -> OdpSupport.ATOMIC_WRITE;
            default -> NO_OPERATION;
        };
    }

    /**
     * {@return the kind of work of an opcode}
     *
     * @param opcode any opcode
     */
    public static int of(int opcode) {
        return KINDS[opcode];
    }

    /**
     * {@return whether the responder keeps the request until it is answered: a READ, an atomic, a FLUSH or an atomic
     * write}
     */
    static boolean fetches(int opcode) {
        int kind = KINDS[opcode];
        return kind == READ || kind >= ATOMIC;
    }

    /** {@return whether the data of the request go to the peer; those of the others are for its answer} */
    static boolean gathers(int opcode) {
        int kind = KINDS[opcode];
        return kind == MESSAGE || kind == ATOMIC_WRITE;
    }

    /** {@return whether the answer to a request that {@link #fetches} is empty} */
    static boolean isAnsweredEmpty(int opcode) {
        return KINDS[opcode] >= FLUSH;
    }

    /**
     * {@return whether a transport has the operation} UC has no READ, atomic or invalidate. UD has SEND only, SRD also
     * READ. XRC has no FLUSH and no atomic write.
     */
    static boolean isServed(int opcode, QpService service) {
        return switch (service) {
            case RC -> KINDS[opcode] != INVALID;
            case XRC -> KINDS[opcode] != INVALID && KINDS[opcode] < FLUSH;
            case UC -> KINDS[opcode] != INVALID && !fetches(opcode) && !HAS_INVALIDATE[opcode];
            case UD -> KINDS[opcode] == NOP || isSend(opcode);
            case SRD -> KINDS[opcode] == NOP || KINDS[opcode] == READ || isSend(opcode);
        };
    }

    private static boolean isSend(int opcode) {
        return KINDS[opcode] == MESSAGE && !HAS_REMOTE_ADDRESS[opcode] && !HAS_INVALIDATE[opcode];
    }

    static boolean hasRemoteAddress(int opcode) {
        return HAS_REMOTE_ADDRESS[opcode];
    }

    static boolean hasImmediate(int opcode) {
        return HAS_IMMEDIATE[opcode];
    }

    static boolean hasInvalidate(int opcode) {
        return HAS_INVALIDATE[opcode];
    }

    /** {@return the packet opcode for a place in the message} */
    static int packetOpcode(int opcode, boolean first, boolean last) {
        if (first) {
            return last ? ONLY[opcode] : FIRST[opcode];
        }
        return last ? LAST[opcode] : MIDDLE[opcode];
    }
}
