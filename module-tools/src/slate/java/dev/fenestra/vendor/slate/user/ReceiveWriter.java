package dev.fenestra.vendor.slate.user;

import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.vendor.slate.card.Descriptor;
import java.lang.foreign.MemorySegment;

/**
 * Writes receive descriptors.
 *
 * @param ring in which they lie
 */
record ReceiveWriter(Ring ring) {

    void write(int at, long wrId, int lkey, long address, int length) {
        piece(at, 0, lkey, address, length);
        finish(at, wrId, 1);
    }

    void write(int at, long wrId, SgeList pieces) {
        for (int i = 0; i < pieces.size(); i++) {
            piece(at, i, pieces.lkey(i), pieces.address(i), pieces.length(i));
        }
        finish(at, wrId, pieces.size());
    }

    private void piece(int descriptor, int number, int lkey, long address, int length) {
        int at = descriptor + Descriptor.DATA + number * Descriptor.PIECE_BYTES;
        MemorySegment memory = ring.segment(at);
        long base = ring.offset(at);
        Descriptor.PIECE_ADDRESS.setLong(memory, base, address);
        Descriptor.PIECE_LKEY.set(memory, base, lkey);
        Descriptor.PIECE_LENGTH.set(memory, base, length);
    }

    private void finish(int at, long wrId, int pieces) {
        MemorySegment memory = ring.segment(at);
        long base = ring.offset(at);
        Descriptor.PIECES.set(memory, base, pieces);
        Descriptor.COOKIE.setLong(memory, base, wrId);
    }
}
