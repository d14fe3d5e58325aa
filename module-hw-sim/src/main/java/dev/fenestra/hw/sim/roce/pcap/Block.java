package dev.fenestra.hw.sim.roce.pcap;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Builds one pcapng block: type, length, body, options, length again. All parts end on four bytes. */
final class Block {
    private static final int END_OF_OPTIONS = 0;
    private static final int LENGTH_AT = 4;

    private ByteBuffer bytes = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);

    Block begin(int type) {
        bytes.clear();
        return u32(type).u32(0);
    }

    Block u16(int value) {
        room(Short.BYTES).putShort((short) value);
        return this;
    }

    Block u32(int value) {
        room(Integer.BYTES).putInt(value);
        return this;
    }

    Block u64(long value) {
        room(Long.BYTES).putLong(value);
        return this;
    }

    Block padded(byte[] source, int at, int length) {
        room(length + 3).put(source, at, length);
        while (bytes.position() % 4 != 0) {
            bytes.put((byte) 0);
        }
        return this;
    }

    Block option(int code, byte[] value) {
        return u16(code).u16(value.length).padded(value, 0, value.length);
    }

    Block endOfOptions() {
        return u16(END_OF_OPTIONS).u16(0);
    }

    void writeTo(OutputStream out) throws IOException {
        int length = bytes.position() + Integer.BYTES;
        u32(length);
        bytes.putInt(LENGTH_AT, length);
        out.write(bytes.array(), 0, length);
    }

    private ByteBuffer room(int more) {
        int needed = bytes.position() + more;
        if (needed > bytes.capacity()) {
            byte[] grown = Arrays.copyOf(bytes.array(), Math.max(needed, 2 * bytes.capacity()));
            bytes = ByteBuffer.wrap(grown).order(ByteOrder.LITTLE_ENDIAN).position(bytes.position());
        }
        return bytes;
    }
}
