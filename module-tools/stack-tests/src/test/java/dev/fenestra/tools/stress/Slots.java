package dev.fenestra.tools.stress;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * Objects that threads share by place: any thread may use the one that is there, and one that was ended is replaced.
 *
 * @param <T> kind of object
 */
final class Slots<T> {
    private final AtomicReferenceArray<T> places;
    private final Supplier<T> maker;

    Slots(int size, Supplier<T> maker) {
        this.maker = maker;
        places = new AtomicReferenceArray<>(size);
        for (int i = 0; i < size; i++) {
            places.set(i, maker.get());
        }
    }

    T get(int place) {
        return places.get(Math.floorMod(place, places.length()));
    }

    void replace(int place) {
        places.set(Math.floorMod(place, places.length()), maker.get());
    }

    int size() {
        return places.length();
    }
}
