package dev.fenestra.tools.proof.oracle;

import dev.fenestra.ib.core.vocabulary.MemoryKey;

/** Numbers as readers of key tables write them. */
final class Hex {
    private Hex() {}

    static String key(int key) {
        return MemoryKey.text(key);
    }
}
