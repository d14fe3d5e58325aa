package dev.fenestra.tools.measure.perf;

import com.google.common.collect.ImmutableList;
import dev.fenestra.uverbs.handles.QpEndpoint;

/**
 * What one end knows of the other.
 *
 * @param qps to connect to
 * @param rkey of its memory
 * @param address of the piece of the first QP
 * @param pieceBytes from one piece to the next
 */
record PerfPeer(ImmutableList<QpEndpoint> qps, int rkey, long address, long pieceBytes) {

    /** The address of a QP's piece. */
    long address(int qp) {
        return address + qp * pieceBytes;
    }
}
