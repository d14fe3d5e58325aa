package dev.fenestra.vendor.slate.user;

import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.vendor.slate.abi.SlateUdata;
import dev.fenestra.vendor.slate.card.Descriptor;
import dev.fenestra.vendor.slate.card.SharedRing;

/**
 * The ring of a shared receive queue.
 *
 * @param ring its memory, with the header
 * @param writer of its descriptors
 * @param entries descriptors, a power of two
 */
record SharedLayout(Ring ring, ReceiveWriter writer, int entries) {
    static SharedLayout of(UserMemory memory, int maxWr) {
        int entries = maxWr <= 1 ? 1 : Integer.highestOneBit(maxWr - 1) << 1;
        Ring ring = new Ring(memory, SharedRing.bytes(entries));
        return new SharedLayout(ring, new ReceiveWriter(ring), entries);
    }

    SrqCapacity capacity() {
        return new SrqCapacity(entries, Descriptor.MAX_PIECES);
    }

    /** For the kernel half. */
    Udata udata() {
        Udata udata = Udata.ofBytes(SlateUdata.SRQ_BYTES, 0);
        SlateUdata.BUFFER.setLong(udata.request(), 0, ring.address());
        SlateUdata.SRQ_ENTRIES.set(udata.request(), 0, entries);
        return udata;
    }

    /** Receives that the card has taken so far, modulo 65536. */
    int taken() {
        return SharedRing.taken(ring.segment(0), ring.offset(0));
    }

    /** Where the receive with this count lies. */
    int at(int count) {
        return SharedRing.at(count, entries);
    }
}
