package dev.fenestra.hw.sim.roce.pcap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Reads a little-endian pcapng file into blocks, and checks that both lengths of each agree. */
final class PcapngFile {
    private PcapngFile() {}

    /** A block without its type and lengths; options start at a known offset of the body. */
    record Block(int type, ByteBuffer body) {
        List<Option> options(int at) {
            List<Option> options = new ArrayList<>();
            for (int next = at; next < body.limit(); ) {
                int code = body.getShort(next);
                byte[] value = new byte[body.getShort(next + 2) & 0xffff];
                body.get(next + 4, value);
                options.add(new Option(code, value));
                next += 4 + value.length + (-value.length & 3);
            }
            return options;
        }
    }

    record Option(int code, byte[] value) {}

    static List<Block> read(byte[] file) {
        ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        List<Block> blocks = new ArrayList<>();
        for (int at = 0; at < file.length; ) {
            int length = in.getInt(at + 4);
            if (length % 4 != 0 || in.getInt(at + length - 4) != length) {
                throw new IllegalArgumentException("bad block length " + length + " at " + at);
            }
            blocks.add(new Block(in.getInt(at), in.slice(at + 8, length - 12).order(ByteOrder.LITTLE_ENDIAN)));
            at += length;
        }
        return blocks;
    }
}
