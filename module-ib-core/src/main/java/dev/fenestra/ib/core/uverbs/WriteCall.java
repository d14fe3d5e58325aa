package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.spi.Udata;
import java.lang.foreign.MemorySegment;

/**
 * One command of the write interface.
 *
 * @param request structure of the command
 * @param response room for its answer, zeroed
 * @param udata what the two halves of the driver exchange
 */
public record WriteCall(MemorySegment request, MemorySegment response, Udata udata) {}
