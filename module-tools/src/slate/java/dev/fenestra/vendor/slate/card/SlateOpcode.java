package dev.fenestra.vendor.slate.card;

import dev.fenestra.hw.sim.prm.WqeOpcode;
import dev.fenestra.hw.sim.queue.ForeignOpcode;

/** What a descriptor asks for. The number is the ordinal; the engine has names of its own. */
public enum SlateOpcode {
    NOP(WqeOpcode.NOP),
    SEND(WqeOpcode.SEND),
    SEND_IMM(WqeOpcode.SEND_IMM),
    SEND_INV(WqeOpcode.SEND_INVAL),
    WRITE(WqeOpcode.RDMA_WRITE),
    WRITE_IMM(WqeOpcode.RDMA_WRITE_IMM),
    READ(WqeOpcode.RDMA_READ),
    COMPARE_SWAP(WqeOpcode.ATOMIC_CS),
    FETCH_ADD(WqeOpcode.ATOMIC_FA),
    BIND(ForeignOpcode.BIND_MW),
    INVALIDATE(ForeignOpcode.LOCAL_INV),
    FLUSH(ForeignOpcode.FLUSH),
    ATOMIC_WRITE(ForeignOpcode.ATOMIC_WRITE);

    /** An opcode that the engine refuses. */
    private static final int NONE = WqeOpcode.MMO;

    private static final SlateOpcode[] BY_NUMBER = values();
    private static final int[] NUMBERS = new int[ForeignOpcode.END];

    static {
        for (SlateOpcode opcode : BY_NUMBER) {
            NUMBERS[opcode.engineOpcode] = opcode.ordinal();
        }
    }

    private final int engineOpcode;

    SlateOpcode(int engineOpcode) {
        this.engineOpcode = engineOpcode;
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
