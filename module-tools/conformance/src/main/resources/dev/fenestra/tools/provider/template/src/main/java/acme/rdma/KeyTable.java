package acme.rdma;

import dev.fenestra.ib.core.vocabulary.MemoryKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Regions and windows by key index. An index that is free again is used again, oldest first, with the tag after its
 * last one: so an old key stays dead for 255 uses of its index.
 */
final class KeyTable {
    private final List<@Nullable KeyEntry> entries = new ArrayList<>();
    private final List<Integer> nextTags = new ArrayList<>();
    private final Deque<Integer> freed = new ArrayDeque<>();

    KeyTable() {
        // Index 0 is never given, so that a key of 0 names nothing.
        entries.add(null);
        nextTags.add(0);
    }

    /** Gives an entry its key. */
    void add(KeyEntry entry) {
        Integer index = freed.poll();
        if (index == null) {
            index = entries.size();
            entries.add(null);
            nextTags.add(0);
        }
        entries.set(index, entry);
        entry.key(MemoryKey.of(index, nextTags.get(index)));
    }

    void remove(KeyEntry entry) {
        int index = MemoryKey.index(entry.key());
        entries.set(index, null);
        nextTags.set(index, MemoryKey.tag(entry.key()) + 1);
        freed.add(index);
    }

    /** What lives at the index of a key, whatever its tag; null for nothing. */
    @Nullable
    KeyEntry find(int key) {
        int index = MemoryKey.index(key);
        return index < entries.size() ? entries.get(index) : null;
    }

    /** What a key covers, for messages. */
    String extent(int key) {
        KeyEntry entry = find(key);
        return entry == null ? "no such key" : entry.extent();
    }

    /** The windows bound to a region. */
    List<Window> windowsOf(Region region) {
        return entries.stream()
                .filter(Window.class::isInstance)
                .map(Window.class::cast)
                .filter(window -> window.isBound() && window.region() == region)
                .toList();
    }
}
