package dev.fenestra.tools.observe.decode;

import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;

/** The names of operations that all cards have. */
final class EngineNames {
    private static final ValueNames OPERATIONS = new ValueNames()
            .name(SendOpcode.NOP, "NOP")
            .name(SendOpcode.SEND, "SEND")
            .name(SendOpcode.SEND_IMM, "SEND_WITH_IMM")
            .name(SendOpcode.SEND_INV, "SEND_WITH_INV")
            .name(SendOpcode.RDMA_WRITE, "RDMA_WRITE")
            .name(SendOpcode.RDMA_WRITE_IMM, "RDMA_WRITE_WITH_IMM")
            .name(SendOpcode.RDMA_READ, "RDMA_READ")
            .name(SendOpcode.COMPARE_SWAP, "ATOMIC_CMP_AND_SWP")
            .name(SendOpcode.FETCH_ADD, "ATOMIC_FETCH_AND_ADD")
            .name(SendOpcode.BIND_MW, "BIND_MW")
            .name(SendOpcode.LOCAL_INV, "LOCAL_INV")
            .name(SendOpcode.FLUSH, "FLUSH")
            .name(SendOpcode.ATOMIC_WRITE, "ATOMIC_WRITE");

    private EngineNames() {}

    /** The name of an operation; "unknown" for a number that is none. */
    static String operation(int opcode) {
        return OPERATIONS.of(opcode);
    }
}
