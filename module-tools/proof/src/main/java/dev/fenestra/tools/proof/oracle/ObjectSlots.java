package dev.fenestra.tools.proof.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Objects by slot; one that is closed stays until another takes its place. */
final class ObjectSlots<T> {
    private final List<@Nullable T> slots;

    ObjectSlots(int size) {
        slots = new ArrayList<>(Collections.<@Nullable T>nCopies(size, null));
    }

    T at(int slot) {
        return Objects.requireNonNull(slots.get(slot));
    }

    boolean has(int slot) {
        return slots.get(slot) != null;
    }

    void put(int slot, T object) {
        slots.set(slot, object);
    }
}
