package dev.fenestra.vendor.slate.card;

import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;

/** What a descriptor asks for, by numbers of the card. The engine has numbers of its own. */
public enum SlateOpcode {
    NOP(0, SendOpcode.NOP),
    SEND(1, SendOpcode.SEND),
    SEND_IMM(2, SendOpcode.SEND_IMM),
    SEND_INV(3, SendOpcode.SEND_INV),
    WRITE(4, SendOpcode.RDMA_WRITE),
    WRITE_IMM(5, SendOpcode.RDMA_WRITE_IMM),
    READ(6, SendOpcode.RDMA_READ),
    COMPARE_SWAP(7, SendOpcode.COMPARE_SWAP),
    FETCH_ADD(8, SendOpcode.FETCH_ADD),
    BIND(9, SendOpcode.BIND_MW),
    INVALIDATE(10, SendOpcode.LOCAL_INV),
    FLUSH(11, SendOpcode.FLUSH),
    ATOMIC_WRITE(12, SendOpcode.ATOMIC_WRITE);

    /** An opcode that the engine refuses. */
    private static final int NONE = 0x2f;

    private static final SlateOpcode[] BY_NUMBER = new SlateOpcode[13];
    private static final int[] NUMBERS = new int[SendOpcode.END];

    static {
        for (SlateOpcode opcode : values()) {
            BY_NUMBER[opcode.number] = opcode;
            NUMBERS[opcode.engineOpcode] = opcode.number;
        }
    }

    private final int number;
    private final int engineOpcode;

    SlateOpcode(int number, int engineOpcode) {
        this.number = number;
        this.engineOpcode = engineOpcode;
    }

    /** What stands for it in a descriptor and in an entry of a CQ. */
    public int number() {
        return number;
    }

    /** The opcode with this number. */
    public static SlateOpcode of(int number) {
        return BY_NUMBER[number];
    }

    /** What the engine calls the operation with this number; something it refuses for a number that means nothing. */
    static int toEngine(int number) {
        return number < BY_NUMBER.length ? BY_NUMBER[number].engineOpcode : NONE;
    }

    /** The number of an operation of the engine; NOP's for one that the format does not have. */
    static int fromEngine(int engineOpcode) {
        return NUMBERS[engineOpcode];
    }
}
