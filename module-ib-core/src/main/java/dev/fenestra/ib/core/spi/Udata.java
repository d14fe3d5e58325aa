package dev.fenestra.ib.core.spi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Bytes that the two halves of a provider exchange across a system call; the kernel passes them on without reading
 * them.
 *
 * @param request written by the user half
 * @param response written by the kernel half
 * @param stores where the kernel half stores to addresses that the request has
 */
public record Udata(MemorySegment request, MemorySegment response, UserStores stores) {

    /**
     * Bytes without addresses of the process.
     *
     * @param request written by the user half
     * @param response written by the kernel half
     */
    public Udata(MemorySegment request, MemorySegment response) {
        this(request, response, UserStores.NONE);
    }

    /**
     * {@return zeroed buffers of these sizes}
     *
     * @param requestBytes bytes that the user half writes
     * @param responseBytes bytes that the kernel half writes
     */
    public static Udata ofBytes(int requestBytes, int responseBytes) {
        Arena arena = Arena.ofAuto();
        return new Udata(arena.allocate(requestBytes, 8), arena.allocate(responseBytes, 8));
    }

    /**
     * For calls that carry no provider data.
     *
     * @return no bytes, and no room for an answer
     */
    public static Udata none() {
        return new Udata(MemorySegment.NULL, MemorySegment.NULL);
    }
}
