package dev.fenestra.vendor.slate.card;

import dev.fenestra.hw.sim.hca.queue.ForeignOpcode;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;

/** What a descriptor asks for, by numbers of the card. The engine has numbers of its own. */
public enum SlateOpcode {
    NOP(0, WqeOpcode.NOP),
    SEND(1, WqeOpcode.SEND),
    SEND_IMM(2, WqeOpcode.SEND_IMM),
    SEND_INV(3, WqeOpcode.SEND_INVAL),
    WRITE(4, WqeOpcode.RDMA_WRITE),
    WRITE_IMM(5, WqeOpcode.RDMA_WRITE_IMM),
    READ(6, WqeOpcode.RDMA_READ),
    COMPARE_SWAP(7, WqeOpcode.ATOMIC_CS),
    FETCH_ADD(8, WqeOpcode.ATOMIC_FA),
    BIND(9, ForeignOpcode.BIND_MW),
    INVALIDATE(10, ForeignOpcode.LOCAL_INV),
    FLUSH(11, ForeignOpcode.FLUSH),
    ATOMIC_WRITE(12, ForeignOpcode.ATOMIC_WRITE);

    /** An opcode that the engine refuses. */
    private static final int NONE = WqeOpcode.MMO;

    private static final SlateOpcode[] BY_NUMBER = new SlateOpcode[13];
    private static final int[] NUMBERS = new int[ForeignOpcode.END];

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
