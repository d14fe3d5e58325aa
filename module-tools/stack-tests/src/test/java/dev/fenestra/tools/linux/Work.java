package dev.fenestra.tools.linux;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import java.util.List;

/**
 * A send request.
 *
 * @param address the remote address; a datagram's destination QP
 * @param rkey the remote key; a datagram's Q_Key
 * @param operand the immediate value, the key to invalidate, the number to compare or to add
 * @param swap what a compare and swap puts there
 */
record Work(
        long wr, WrOpcode opcode, int flags, List<Side.Piece> pieces, long address, int rkey, long operand, long swap) {

    static Work of(long wr, WrOpcode opcode, Side.Piece... pieces) {
        return new Work(wr, opcode, SendFlag.SIGNALED, List.of(pieces), 0, 0, 0, 0);
    }

    Work to(long remote, int key) {
        return new Work(wr, opcode, flags, pieces, remote, key, operand, swap);
    }

    Work with(long number) {
        return new Work(wr, opcode, flags, pieces, address, rkey, number, swap);
    }

    Work swapping(long compare, long newValue) {
        return new Work(wr, opcode, flags, pieces, address, rkey, compare, newValue);
    }

    Work flagged(int more) {
        return new Work(wr, opcode, flags | more, pieces, address, rkey, operand, swap);
    }

    int length() {
        return pieces.stream().mapToInt(Side.Piece::length).sum();
    }
}
