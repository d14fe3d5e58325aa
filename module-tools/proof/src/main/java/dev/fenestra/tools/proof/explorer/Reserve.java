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
    private final int numbers;
    private final Deque<VerbsObject> held = new ArrayDeque<>();

    /**
     * @param taker creates an object that takes one
     * @param numbers how many the device has left
     */
    Reserve(Supplier<? extends VerbsObject> taker, int numbers) {
        this.taker = taker;
        this.numbers = numbers;
        fill();
    }

    /** Before an object that takes a number is created, beside those that the path has. */
    void beforeCreation(int objects) {
        if (free(objects) == 0) {
            held.removeFirst().close();
        }
    }

    /** Numbers that the path has freed and not used again. */
    int free(int objects) {
        return numbers - held.size() - objects;
    }

    /** After a path, when all its objects are gone. */
    void fill() {
        while (held.size() < numbers) {
            held.addLast(taker.get());
        }
    }
}
