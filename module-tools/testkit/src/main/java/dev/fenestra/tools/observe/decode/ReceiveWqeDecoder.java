package dev.fenestra.tools.observe.decode;

import dev.fenestra.hw.sim.mlx5.prm.DataSegment;

/** Decodes a receive WQE: data segments, and a terminator where there is room for one. */
public final class ReceiveWqeDecoder {
    private ReceiveWqeDecoder() {}

    /** A receive WQE of a receive queue without signatures. */
    public static Decoded decode(byte[] input) throws DecodeException {
        Bytes bytes = new Bytes(input);
        int tail = input.length % DataSegment.BYTES;
        if (tail != 0) {
            bytes.need("the data segment", input.length - tail, DataSegment.BYTES);
        }
        Section wqe = new Section("receive WQE", 0, input.length);
        DataDecoder.receive(wqe, bytes);
        return wqe.build();
    }
}
