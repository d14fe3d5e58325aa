package dev.fenestra.ib.core.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Objects by number, in the order they were added; about 14 bytes for each, where a linked hash map takes 60. Not
 * thread-safe.
 *
 * @param <T> knows its own number, which does not change while it is here
 */
public final class OrderedTable<T> {
    private static final int EMPTY = 0;
    private static final int GONE = -1;
    private static final int SMALLEST = 4;
    private static final int SPREAD = 0x9e3779b9;

    private final ToIntFunction<? super T> number;
    /** The objects in order; null where one was removed. */
    private @Nullable Object[] values = new @Nullable Object[SMALLEST];

    /** Places in {@code values}, plus 1, by number; a power of two of them, a quarter of which is never used. */
    private int[] slots = new int[2 * SMALLEST];

    private int end;
    private int size;

    /**
     * Makes an empty table.
     *
     * @param number of an object
     */
    public OrderedTable(ToIntFunction<? super T> number) {
        this.number = number;
    }

    /** {@return the number of objects} */
    public int size() {
        return size;
    }

    /**
     * Adds an object at the end, even when another one has its number.
     *
     * @param value the object
     */
    public void add(T value) {
        if (end == values.length) {
            rebuild();
        }
        values[end++] = value;
        size++;
        place(number.applyAsInt(value), end);
    }

    /**
     * {@return an object of this number, or null}
     *
     * @param wanted number of the object
     */
    public @Nullable T find(int wanted) {
        return find(wanted, _ -> true);
    }

    /**
     * {@return an object of this number that fits, or null}
     *
     * @param wanted number of the object
     * @param fits whether it is wanted
     */
    public @Nullable T find(int wanted, Predicate<? super T> fits) {
        for (int slot = first(wanted); slots[slot] != EMPTY; slot = slot + 1 & slots.length - 1) {
            T value = at(slots[slot]);
            if (value != null && number.applyAsInt(value) == wanted && fits.test(value)) {
                return value;
            }
        }
        return null;
    }

    /**
     * Removes an object by identity. If it is here more than once, only the first is removed.
     *
     * @param value the object
     * @return whether it was here
     */
    public boolean remove(T value) {
        int found = GONE;
        for (int slot = first(number.applyAsInt(value)); slots[slot] != EMPTY; slot = slot + 1 & slots.length - 1) {
            // The numbers of other objects decide which slot comes first.
            if (at(slots[slot]) == value && (found == GONE || slots[slot] < slots[found])) {
                found = slot;
            }
        }
        if (found == GONE) {
            return false;
        }
        values[slots[found] - 1] = null;
        slots[found] = GONE;
        size--;
        return true;
    }

    /** {@return all of them, in order} */
    public List<T> list() {
        List<T> all = new ArrayList<>(size);
        for (int place = 1; place <= end; place++) {
            T value = at(place);
            if (value != null) {
                all.add(value);
            }
        }
        return all;
    }

    @SuppressWarnings("unchecked") // only objects that were added are in the array
    private @Nullable T at(int place) {
        return place == GONE ? null : (T) values[place - 1];
    }

    private int first(int ofNumber) {
        return ofNumber * SPREAD >>> Integer.numberOfLeadingZeros(slots.length) + 1;
    }

    private void place(int ofNumber, int place) {
        int slot = first(ofNumber);
        while (slots[slot] > EMPTY) {
            slot = slot + 1 & slots.length - 1;
        }
        slots[slot] = place;
    }

    /** Closes the gaps of removed objects, and grows by half when that frees less than a quarter. */
    private void rebuild() {
        List<T> all = list();
        int capacity =
                size > values.length - (values.length >> 2) ? values.length + (values.length >> 1) : values.length;
        values = Arrays.copyOf(all.toArray(), capacity);
        slots = new int[Integer.highestOneBit(capacity + capacity / 3) << 1];
        end = size;
        for (int i = 0; i < size; i++) {
            place(number.applyAsInt(all.get(i)), i + 1);
        }
    }
}
