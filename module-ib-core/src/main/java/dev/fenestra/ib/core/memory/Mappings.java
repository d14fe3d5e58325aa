package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.vocabulary.MapOptions;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;

/**
 * Makes the mappings of a process: chooses addresses, takes frames and enters both. Only one thread at a time may use
 * it.
 */
final class Mappings {
    private static final long PAGE = PhysicalMemory.FRAME_BYTES;

    private final PhysicalMemory physical;
    private final Pages pages;
    private final AddressChoice addresses;

    Mappings(PhysicalMemory physical, Pages pages, AddressChoice addresses) {
        this.physical = physical;
        this.pages = pages;
        this.addresses = addresses;
    }

    /** The same choice of addresses, as a forked child begins with. */
    Mappings copyFor(Pages inherited) {
        return new Mappings(physical, inherited, new AddressChoice(addresses));
    }

    /** Maps zeroed pages that have their frames at once. */
    long populated(long bytes) {
        long mapped = MapChecks.rounded(bytes, MapOptions.USUAL);
        long address = addresses.find(mapped, PAGE);
        return enter(address, mapped, MapOptions.USUAL, physical.frames().take(FrameAllocator.count(mapped)));
    }

    /** Maps zeroed pages with contiguous frames. */
    long contiguous(long bytes) {
        long mapped = MapChecks.rounded(bytes, MapOptions.USUAL);
        long address = addresses.find(mapped, PAGE);
        long[] frames = physical.frames().takeContiguous(FrameAllocator.count(mapped), 1);
        return enter(address, mapped, MapOptions.USUAL, frames);
    }

    /** Maps zeroed pages at an address of the process's choice. */
    void fixed(long address, long bytes) {
        long mapped = MapChecks.rounded(bytes, MapOptions.USUAL);
        MapChecks.checkFixed(pages.areas(), address, mapped);
        pages.map(
                Area.ofPages(address, mapped, MapOptions.USUAL),
                physical.frames().take(FrameAllocator.count(mapped)));
        addresses.chosen(address, address + mapped);
    }

    /** Maps zeroed pages that get their frames at the first access. */
    long untouched(long bytes, MapOptions options) {
        long mapped = MapChecks.rounded(bytes, options);
        return enter(addresses.find(mapped, options.pageBytes()), mapped, options);
    }

    private long enter(long address, long bytes, MapOptions options, long... frames) {
        pages.map(Area.ofPages(address, bytes, options), frames);
        addresses.taken(address, bytes);
        return address;
    }

    /** Maps the frames of a buffer, which other processes may map, too. */
    long shared(DmaBuf buffer) {
        if (!buffer.isShared()) {
            throw new VerbsException(MemoryRule.MAPPED_HEAP, "length=" + buffer.length());
        }
        long address = addresses.find(buffer.length(), PAGE);
        pages.map(Area.ofShared(address, buffer.length()), buffer.shareFrames());
        addresses.taken(address, buffer.length());
        return address;
    }

    /**
     * Maps a segment of the Java program.
     *
     * @param peer whether it is memory of another device
     */
    long foreign(MemorySegment segment, boolean peer) {
        MapChecks.checkForeign(segment);
        long inPage = segment.address() & PAGE - 1;
        long span = inPage + segment.byteSize() + PAGE - 1 & -PAGE;
        long first = addresses.find(span, PAGE);
        long bus = physical.frames().attach(segment, inPage);
        long[] frames = new long[(int) FrameAllocator.count(span)];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = bus + i * PAGE;
        }
        pages.map(Area.ofForeign(first + inPage, segment, peer), frames);
        addresses.taken(first, span);
        return first + inPage;
    }
}
