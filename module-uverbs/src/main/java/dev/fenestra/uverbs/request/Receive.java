package dev.fenestra.uverbs.request;

import dev.fenestra.uverbs.memory.MemorySlice;
import java.util.List;

/**
 * A receive request, for posts of several at once.
 *
 * @param wrId the number that its completion carries
 * @param data where the data is scattered, in order
 */
public record Receive(long wrId, List<MemorySlice> data) {

    /** Keeps a copy of the list of pieces. */
    public Receive {
        data = List.copyOf(data);
    }

    /**
     * {@return a receive}
     *
     * @param wrId the number that its completion carries
     * @param data where the data is scattered, in order
     */
    public static Receive of(long wrId, MemorySlice... data) {
        return new Receive(wrId, List.of(data));
    }
}
