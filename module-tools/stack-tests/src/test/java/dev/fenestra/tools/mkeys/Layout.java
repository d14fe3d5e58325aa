package dev.fenestra.tools.mkeys;

import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.vendor.mlx.dv.DvMkey;
import dev.fenestra.vendor.mlx.dv.InterleavedList;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random layout of an mkey, beside a plain model of it: which byte of the region each of its bytes is.
 *
 * @param mkey configured so
 * @param bytes offsets in the region, in order
 * @param depth mkeys between it and memory, itself included
 */
record Layout(DvMkey mkey, int[] bytes, int depth) {
    private static final int MOST_ENTRIES = 24;
    private static final int LONGEST_PIECE = 700;

    /** Configures a new mkey at random, over the region and over earlier layouts that are not too deep. */
    static Layout random(MkeySide side, List<Layout> earlier, int maxDepth, Random random) {
        return random.nextBoolean()
                ? list(side, earlier, maxDepth, random)
                : interleaved(side, earlier, maxDepth, random);
    }

    private static Layout list(MkeySide side, List<Layout> earlier, int maxDepth, Random random) {
        SgeList pieces = new SgeList();
        List<Integer> model = new ArrayList<>();
        int depth = 1;
        int entries = 1 + random.nextInt(MOST_ENTRIES);
        for (int i = 0; i < entries; i++) {
            Source source = Source.random(side, earlier, maxDepth, random);
            int length = random.nextInt(Math.min(LONGEST_PIECE, source.length()) + 1);
            int offset = random.nextInt(source.length() - length + 1);
            pieces.add(source.key(), source.base() + offset, length);
            source.copy(offset, length, model);
            depth = Math.max(depth, source.depth() + 1);
        }
        DvMkey mkey = side.mkey(entries);
        Completion configured = side.configure(direct -> direct.mrList(mkey, MkeySide.ALL, pieces));
        configured.orThrow();
        return new Layout(mkey, toArray(model), depth);
    }

    private static Layout interleaved(MkeySide side, List<Layout> earlier, int maxDepth, Random random) {
        InterleavedList pieces = new InterleavedList();
        int entries = 1 + random.nextInt(MOST_ENTRIES - 1);
        int repeats = 1 + random.nextInt(6);
        int depth = 1;
        List<Source> sources = new ArrayList<>();
        List<Integer> offsets = new ArrayList<>();
        for (int i = 0; i < entries; i++) {
            Source source = Source.random(side, earlier, maxDepth, random);
            int stride = random.nextInt(source.length() / repeats + 1);
            int count = random.nextInt(Math.min(stride, LONGEST_PIECE) + 1);
            int offset = random.nextInt(source.length() - stride * repeats + 1);
            pieces.add(source.key(), source.base() + offset, count, stride - count);
            sources.add(source);
            offsets.add(offset);
            depth = Math.max(depth, source.depth() + 1);
        }
        List<Integer> model = new ArrayList<>();
        for (int r = 0; r < repeats; r++) {
            for (int i = 0; i < entries; i++) {
                int stride = pieces.bytesCount(i) + pieces.bytesSkip(i);
                sources.get(i).copy(offsets.get(i) + r * stride, pieces.bytesCount(i), model);
            }
        }
        DvMkey mkey = side.mkey(entries + 1);
        Completion configured = side.configure(direct -> {
            direct.mkeyConfigure(mkey, 2);
            direct.setLayoutInterleaved(repeats, pieces);
            direct.setAccess(MkeySide.ALL);
        });
        configured.orThrow();
        return new Layout(mkey, toArray(model), depth);
    }

    private static int[] toArray(List<Integer> model) {
        return model.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * Something that an entry can name.
     *
     * @param key of it
     * @param base address of its first byte
     * @param length bytes
     * @param bytes offsets in the region, or null for the region itself
     * @param depth mkeys between it and memory
     */
    private record Source(int key, long base, int length, int[] bytes, int depth) {
        static Source random(MkeySide side, List<Layout> earlier, int maxDepth, Random random) {
            List<Layout> usable = earlier.stream()
                    .filter(layout -> layout.depth < maxDepth && layout.bytes.length > 0)
                    .toList();
            if (usable.isEmpty() || random.nextInt(3) == 0) {
                return new Source(side.region.lkey(), side.region.address(), MkeySide.BYTES, new int[0], 0);
            }
            Layout layout = usable.get(random.nextInt(usable.size()));
            return new Source(layout.mkey.lkey(), 0, layout.bytes.length, layout.bytes, layout.depth);
        }

        void copy(int offset, int count, List<Integer> model) {
            for (int i = 0; i < count; i++) {
                model.add(depth == 0 ? offset + i : bytes[offset + i]);
            }
        }
    }
}
