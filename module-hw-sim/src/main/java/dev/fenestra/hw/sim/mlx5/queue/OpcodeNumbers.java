package dev.fenestra.hw.sim.mlx5.queue;

import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;

/** The numbers that WQEs and CQEs have for operations. One that the engine does not have keeps its number. */
final class OpcodeNumbers {
    private static final int NUMBERS = SendOpcode.FIRST;
    private static final int[] OPERATIONS = new int[NUMBERS];
    private static final int[] OF_OPERATIONS = new int[SendOpcode.END];

    static {
        for (int number = 0; number < NUMBERS; number++) {
            OPERATIONS[number] = number;
            OF_OPERATIONS[number] = number;
        }
        pair(WqeOpcode.NOP, SendOpcode.NOP);
        pair(WqeOpcode.SEND, SendOpcode.SEND);
        pair(WqeOpcode.SEND_IMM, SendOpcode.SEND_IMM);
        pair(WqeOpcode.SEND_INVAL, SendOpcode.SEND_INV);
        pair(WqeOpcode.RDMA_WRITE, SendOpcode.RDMA_WRITE);
        pair(WqeOpcode.RDMA_WRITE_IMM, SendOpcode.RDMA_WRITE_IMM);
        pair(WqeOpcode.RDMA_READ, SendOpcode.RDMA_READ);
        pair(WqeOpcode.ATOMIC_CS, SendOpcode.COMPARE_SWAP);
        pair(WqeOpcode.ATOMIC_FA, SendOpcode.FETCH_ADD);
        pair(WqeOpcode.UMR, SendOpcode.CHANGE_KEY);
    }

    private OpcodeNumbers() {}

    private static void pair(int number, int operation) {
        OPERATIONS[number] = operation;
        OF_OPERATIONS[operation] = number;
    }

    /**
     * {@return the operation of a WQE, as {@link SendOpcode} says}
     *
     * @param number 8 bits
     */
    static int operation(int number) {
        return OPERATIONS[number];
    }

    /** {@return the number of an operation that a WQE of this format has asked for} */
    static int of(int operation) {
        return OF_OPERATIONS[operation];
    }
}
