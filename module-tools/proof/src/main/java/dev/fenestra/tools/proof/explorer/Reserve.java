package dev.fenestra.tools.proof.explorer;

import dev.fenestra.uverbs.VerbsObject;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/**
 * Holds all numbers of a kind, key indexes or QP numbers, that a path does not need yet. So a used device gives a path
 * the same numbers as a new one: first a number that the path has freed, and only without one a number that it has not
 * had.
 */
final class Reserve {
    private final Supplier<? extends VerbsObject> taker;
    private final Deque<VerbsObject> held = new ArrayDeque<>();
    private int free;

    /**
     * @param taker creates an object that takes one
     * @param numbers how many the device has left
     */
    Reserve(Supplier<? extends VerbsObject> taker, int numbers) {
        this.taker = taker;
        free = numbers;
        fill();
    }

    /** Before an object that takes a number is created. */
    void beforeCreation() {
        if (free == 0) {
            held.removeFirst().close();
            free++;
        }
    }

    void created() {
        free--;
    }

    void destroyed() {
        free++;
    }

    /** Numbers that the path has freed and not used again. */
    int free() {
        return free;
    }

    /** After a path, when all its objects are gone. */
    void fill() {
        while (free > 0) {
            held.addLast(taker.get());
            free--;
        }
    }
}
