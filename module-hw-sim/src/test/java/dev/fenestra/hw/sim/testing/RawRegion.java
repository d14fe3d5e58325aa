package dev.fenestra.hw.sim.testing;

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
        long first = (address & RawMemory.PAGE - 1) + offset;
        for (int i = 0; i < length; i++) {
            long at = first + i;
            all[i] = memory.bytes(pages[(int) (at / RawMemory.PAGE)] + at % RawMemory.PAGE, 1)[0];
        }
        return all;
    }

    public void write(int offset, byte[] bytes) {
        long first = (address & RawMemory.PAGE - 1) + offset;
        for (int i = 0; i < bytes.length; i++) {
            long at = first + i;
            memory.write(pages[(int) (at / RawMemory.PAGE)] + at % RawMemory.PAGE, new byte[] {bytes[i]});
        }
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
