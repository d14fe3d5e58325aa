package dev.fenestra.tools.duties;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;

/**
 * The bytes of a buffer, read from the memory of its program. A short buffer is kept whole. Of a long one, some blocks
 * are kept, and a checksum of all.
 */
final class MemorySnapshot implements KeptBytes {
    /** Bytes that are kept of one request. */
    static final int MOST_KEPT = 1 << 16;

    private static final int BLOCK = 64;
    private static final int PAGE = 1 << 12;
    private static final int SHOWN = 16;
    private static final int CHUNK = 1 << 16;

    private final ProgramMemory memory;
    private final List<AddressRange> ranges;
    private final List<Block> blocks = new ArrayList<>();
    private final boolean isWhole;
    private final long checksum;

    /** Bytes that were kept. */
    private record Block(AddressRange range, byte[] bytes) {}

    /**
     * Keeps bytes.
     *
     * @param memory of the program
     * @param ranges of the buffer
     * @param draw chooses blocks of a long buffer
     */
    MemorySnapshot(ProgramMemory memory, List<AddressRange> ranges, SplittableRandom draw) {
        this.memory = memory;
        this.ranges = List.copyOf(ranges);
        long total = ranges.stream().mapToLong(AddressRange::length).sum();
        isWhole = total <= MOST_KEPT;
        for (AddressRange range : ranges) {
            if (isWhole) {
                keep(range);
            } else {
                sample(range, total, draw);
            }
        }
        checksum = isWhole ? 0 : checksum();
    }

    private void keep(AddressRange range) {
        byte[] bytes = new byte[(int) range.length()];
        if (memory.read(range.address(), bytes)) {
            blocks.add(new Block(range, bytes));
        }
    }

    /** The first block, the last one, and one in each page, or in each of as many pages as may be kept. */
    private void sample(AddressRange range, long total, SplittableRandom draw) {
        long step = Math.max(PAGE, (total + MOST_KEPT / BLOCK - 1) / (MOST_KEPT / BLOCK) / PAGE * PAGE);
        block(range, 0);
        for (long page = 0; page < range.length(); page += step) {
            long room = Math.min(step, range.length() - page) / BLOCK;
            if (room > 0) {
                block(range, page + draw.nextLong(room) * BLOCK);
            }
        }
        block(range, Math.max(0, range.length() - BLOCK));
    }

    private void block(AddressRange range, long offset) {
        keep(new AddressRange(range.address() + offset, Math.min(BLOCK, range.length() - offset)));
    }

    private long checksum() {
        CRC32C crc = new CRC32C();
        byte[] chunk = new byte[CHUNK];
        for (AddressRange range : ranges) {
            for (long done = 0; done < range.length(); done += CHUNK) {
                int count = (int) Math.min(CHUNK, range.length() - done);
                byte[] part = count == CHUNK ? chunk : new byte[count];
                if (!memory.read(range.address() + done, part)) {
                    return 0;
                }
                crc.update(part);
            }
        }
        return crc.getValue();
    }

    @Override
    public Optional<Difference> compare(List<AddressRange> placed) {
        for (Block block : blocks) {
            byte[] now = new byte[block.bytes().length];
            if (memory.read(block.range().address(), now)) {
                int at = difference(block, now, placed);
                if (at >= 0) {
                    return Optional.of(difference(block, now, at));
                }
            }
        }
        if (!isWhole && placed.isEmpty() && checksum != checksum()) {
            return Optional.of(new Difference(ranges.getFirst(), "", "", false));
        }
        return Optional.empty();
    }

    private Difference difference(Block block, byte[] now, int at) {
        AddressRange range = new AddressRange(block.range().address() + at, (long) block.bytes().length - at);
        return new Difference(range, shown(block.bytes(), at), shown(now, at), !isWhole);
    }

    private static int difference(Block block, byte[] now, List<AddressRange> placed) {
        int at = Arrays.mismatch(block.bytes(), now);
        while (at >= 0) {
            AddressRange one = new AddressRange(block.range().address() + at, 1);
            if (placed.stream().noneMatch(one::overlaps)) {
                return at;
            }
            int from = at + 1;
            int next = Arrays.mismatch(block.bytes(), from, now.length, now, from, now.length);
            at = next < 0 ? next : from + next;
        }
        return -1;
    }

    private static String shown(byte[] bytes, int at) {
        return HexFormat.ofDelimiter(" ").formatHex(bytes, at, Math.min(bytes.length, at + SHOWN));
    }

    @Override
    public boolean holdsSameAs(KeptBytes other) {
        return other instanceof MemorySnapshot one
                && isWhole
                && one.isWhole
                && blocks.size() == 1
                && one.blocks.size() == 1
                && Arrays.equals(
                        blocks.getFirst().bytes(), one.blocks.getFirst().bytes());
    }
}
