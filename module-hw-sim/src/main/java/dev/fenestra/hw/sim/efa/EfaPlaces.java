package dev.fenestra.hw.sim.efa;

import dev.fenestra.hw.sim.card.AddressHandles;
import dev.fenestra.hw.sim.card.SendPlaces;
import dev.fenestra.hw.sim.format.RequestOperation;
import dev.fenestra.hw.sim.format.SendRole;
import dev.fenestra.hw.sim.hca.queue.SendOperation;
import java.lang.foreign.MemorySegment;

/**
 * What the table of efa's requests does not tell: a request names its path by the number of an address handle, and says
 * of itself that it is whole.
 *
 * @param handles of the card
 * @param pd of the QP
 */
public record EfaPlaces(AddressHandles handles, int pd) implements SendPlaces {
    @Override
    public void path(MemorySegment memory, long base, RequestOperation operation, SendOperation into) {
        handles.find(operation.word(SendRole.AH).getInt(memory, base), pd, into);
    }

    @Override
    public void finish(
            MemorySegment memory, long base, RequestOperation operation, int pieces, boolean inline, long bytes) {
        SendPlaces.super.finish(memory, base, operation, pieces, inline, bytes);
        EfaFormats.META.set(memory, base, 1);
        EfaFormats.FIRST.set(memory, base, 1);
        EfaFormats.LAST.set(memory, base, 1);
    }
}
