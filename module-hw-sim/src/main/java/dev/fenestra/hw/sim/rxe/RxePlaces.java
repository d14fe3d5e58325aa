package dev.fenestra.hw.sim.rxe;

import dev.fenestra.hw.sim.card.AddressHandles;
import dev.fenestra.hw.sim.card.SendPlaces;
import dev.fenestra.hw.sim.format.RequestOperation;
import dev.fenestra.hw.sim.format.SendRole;
import dev.fenestra.hw.sim.hca.queue.SendOperation;
import java.lang.foreign.MemorySegment;

/**
 * What the table of rxe's send elements does not tell: an ATOMIC_WRITE has its data in the element, and a datagram
 * names its path by the number of an address handle.
 *
 * @param handles of the card
 * @param pd of the QP
 */
public record RxePlaces(AddressHandles handles, int pd) implements SendPlaces {
    @Override
    public boolean isInline(MemorySegment memory, long base, RequestOperation operation) {
        return RxeFormats.hasOwnData(operation) || SendPlaces.super.isInline(memory, base, operation);
    }

    @Override
    public void path(MemorySegment memory, long base, RequestOperation operation, SendOperation into) {
        handles.find(operation.word(SendRole.AH).getInt(memory, base), pd, into);
    }
}
