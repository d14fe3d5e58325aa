package dev.fenestra.tools.duties;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A receive that was posted, until its completion was polled. */
final class ReceiveRequest {
    private static final int MOST_STORES = 64;

    final PostedReceives queue;
    final long wrId;
    final List<AddressRange> pieces;
    final List<CheckedRegion> regions;
    final String place;
    /** What the program has stored into it since, and where. A program that stores in a loop is noted once. */
    final Set<Store> stores = new LinkedHashSet<>();

    /** Whether devices may have stored into it before its own message came: its bytes tell nothing. */
    boolean isShared;

    /** Bytes that a program has stored. */
    record Store(AddressRange range, String place) {}

    ReceiveRequest(
            PostedReceives queue, long wrId, List<AddressRange> pieces, List<CheckedRegion> regions, String place) {
        this.queue = queue;
        this.wrId = wrId;
        this.pieces = List.copyOf(pieces);
        this.regions = List.copyOf(regions);
        this.place = place;
    }

    /** The program has stored into it. */
    void stored(AddressRange range, String by) {
        if (stores.size() < MOST_STORES) {
            stores.add(new Store(range, by));
        }
    }

    /** {@return the ranges that a message of so many bytes fills} */
    List<AddressRange> filled(long bytes) {
        List<AddressRange> filled = new ArrayList<>();
        long left = bytes;
        for (AddressRange piece : pieces) {
            long count = Math.min(left, piece.length());
            if (count > 0) {
                filled.add(new AddressRange(piece.address(), count));
            }
            left -= count;
        }
        return filled;
    }

    PlacedAct side() {
        return new PlacedAct("receive wrId=" + wrId + " on " + queue, place);
    }
}
