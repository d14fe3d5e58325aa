package dev.fenestra.tools.proof.oracle.model;

import dev.fenestra.ib.core.vocabulary.MemoryKey;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The rules for keys that a device gives out: section 1, and the sequential policy of architecture section 9. */
final class KeyBook {
    private final ArrayDeque<Integer> freed = new ArrayDeque<>();
    private final Map<Integer, Integer> lastTags = new HashMap<>();
    private int highest;

    /** What is wrong with a new key, if anything. */
    Optional<String> judge(int key) {
        int index = MemoryKey.index(key);
        Integer expected = freed.peekFirst();
        if (index == 0) {
            return Optional.of("index 0 is never given");
        }
        if (expected == null) {
            return index > highest ? Optional.empty() : Optional.of("no index is free, so a fresh one comes");
        }
        if (index != expected) {
            return Optional.of(String.format("the index freed first comes first: 0x%06x", expected));
        }
        int tag = lastTags.getOrDefault(index, 0) + 1 & 0xff;
        return tag == MemoryKey.tag(key)
                ? Optional.empty()
                : Optional.of(String.format("the tag goes on from the last one: 0x%02x", tag));
    }

    void given(int key) {
        freed.pollFirst();
        highest = Math.max(highest, MemoryKey.index(key));
    }

    /** An object dies: its index is free again. */
    void freed(int lastKey) {
        freed.addLast(MemoryKey.index(lastKey));
        lastTags.put(MemoryKey.index(lastKey), MemoryKey.tag(lastKey));
    }
}
