package dev.fenestra.tools.proof.oracle.model;

import dev.fenestra.ib.core.vocabulary.MemoryKey;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The rule for keys that a device gives out, section 1: a key that has just died is not the next one. Which index
 * comes, and with which tag, is the device's own affair.
 */
final class KeyBook {
    private OptionalInt justDied = OptionalInt.empty();

    /** What is wrong with a new key, if anything. */
    Optional<String> judge(int key) {
        return justDied.isPresent() && justDied.getAsInt() == key
                ? Optional.of("a key that has just died is not given again: " + MemoryKey.text(key))
                : Optional.empty();
    }

    void given() {
        justDied = OptionalInt.empty();
    }

    /** An object dies, and its key with it. */
    void freed(int lastKey) {
        justDied = OptionalInt.of(lastKey);
    }
}
