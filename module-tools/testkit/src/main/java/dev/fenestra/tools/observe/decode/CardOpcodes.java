package dev.fenestra.tools.observe.decode;

import dev.fenestra.hw.sim.format.RequestOperation;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The numbers by which the send requests of each card name their operations. */
public final class CardOpcodes {
    private static final Map<Integer, Integer> MLX5 = Map.ofEntries(
            Map.entry(SendOpcode.NOP, WqeOpcode.NOP),
            Map.entry(SendOpcode.SEND, WqeOpcode.SEND),
            Map.entry(SendOpcode.SEND_IMM, WqeOpcode.SEND_IMM),
            Map.entry(SendOpcode.SEND_INV, WqeOpcode.SEND_INVAL),
            Map.entry(SendOpcode.RDMA_WRITE, WqeOpcode.RDMA_WRITE),
            Map.entry(SendOpcode.RDMA_WRITE_IMM, WqeOpcode.RDMA_WRITE_IMM),
            Map.entry(SendOpcode.RDMA_READ, WqeOpcode.RDMA_READ),
            Map.entry(SendOpcode.COMPARE_SWAP, WqeOpcode.ATOMIC_CS),
            Map.entry(SendOpcode.FETCH_ADD, WqeOpcode.ATOMIC_FA),
            Map.entry(SendOpcode.BIND_MW, WqeOpcode.UMR),
            Map.entry(SendOpcode.LOCAL_INV, WqeOpcode.UMR));

    private CardOpcodes() {}

    /** The operations of send requests. */
    public enum Name {
        NOP(SendOpcode.NOP),
        SEND(SendOpcode.SEND),
        SEND_IMM(SendOpcode.SEND_IMM),
        SEND_INV(SendOpcode.SEND_INV),
        RDMA_WRITE(SendOpcode.RDMA_WRITE),
        RDMA_WRITE_IMM(SendOpcode.RDMA_WRITE_IMM),
        RDMA_READ(SendOpcode.RDMA_READ),
        COMPARE_SWAP(SendOpcode.COMPARE_SWAP),
        FETCH_ADD(SendOpcode.FETCH_ADD),
        BIND_MW(SendOpcode.BIND_MW),
        LOCAL_INV(SendOpcode.LOCAL_INV),
        FLUSH(SendOpcode.FLUSH),
        ATOMIC_WRITE(SendOpcode.ATOMIC_WRITE);

        private final int opcode;

        Name(int opcode) {
            this.opcode = opcode;
        }
    }

    /**
     * {@return the numbers of an operation} A card may have another one for a solicited event.
     *
     * @param card name of the card's driver; none of an unknown one
     */
    public static List<Integer> of(String card, Name name) {
        if (card.equals("mlx5")) {
            return Stream.of(name.opcode)
                    .filter(MLX5::containsKey)
                    .map(MLX5::get)
                    .toList();
        }
        return Arrays.stream(CardFormat.values())
                .filter(format -> format.toString().equals(card))
                .flatMap(format -> format.operations().stream())
                .filter(operation -> operation.opcode() == name.opcode)
                .map(RequestOperation::number)
                .distinct()
                .sorted()
                .toList();
    }
}
