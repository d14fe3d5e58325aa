package dev.fenestra.hw.sim.testing;

import java.util.Arrays;

/**
 * A registered region over pages that are not neighbours.
 *
 * @param memory its host's
 * @param key L_Key and R_Key
 * @param address of its first byte
 * @param pages of its memory
 */
public record RawRegion(RawMemory memory, int key, long address, long[] pages) {

    public int index() {
        return key >>> 8;
    }

    /** Bytes of the region, across pages. */
    public byte[] bytes(int offset, int length) {
        byte[] all = new byte[length];
        for (int done = 0; done < length; ) {
            int piece = piece(offset + done, length - done);
            System.arraycopy(memory.bytes(busAddress(offset + done), piece), 0, all, done, piece);
            done += piece;
        }
        return all;
    }

    public void write(int offset, byte[] bytes) {
        for (int done = 0; done < bytes.length; ) {
            int piece = piece(offset + done, bytes.length - done);
            memory.write(busAddress(offset + done), Arrays.copyOfRange(bytes, done, done + piece));
            done += piece;
        }
    }

    private long busAddress(int offset) {
        long at = (address & RawMemory.PAGE - 1) + offset;
        return pages[(int) (at / RawMemory.PAGE)] + at % RawMemory.PAGE;
    }

    /** How many of so many bytes are in one page. */
    private int piece(int offset, int length) {
        long at = (address & RawMemory.PAGE - 1) + offset;
        return (int) Math.min(length, RawMemory.PAGE - at % RawMemory.PAGE);
    }

    /** Fills a piece with bytes that differ from their neighbours. */
    public byte[] pattern(int offset, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31 + (i >>> 8) + 7);
        }
        write(offset, bytes);
        return bytes;
    }
}
