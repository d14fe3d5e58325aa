package dev.fenestra.tools.bridge;

import static dev.fenestra.ib.core.memory.ForeignPages.FIRST_OF_OBJECTS;
import static dev.fenestra.ib.core.memory.ForeignPages.WINDOW_BYTES;

import dev.fenestra.ib.core.memory.ForeignArea;
import dev.fenestra.ib.core.memory.ForeignPages.Place;
import dev.fenestra.ib.core.memory.ForeignPages.Replacement;
import dev.fenestra.ib.core.spi.AddressSpace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * The objects that a program has mapped shared and registered. They are open here, too, and mapped a window at a time:
 * whoever has mapped an object sees the same bytes. Each object has a range of offsets of its own.
 */
final class SharedObjects implements AutoCloseable {
    /** Offsets for one object. What lies further on in an object cannot be used. */
    private static final long STRIDE = AddressSpace.USER_BYTES;

    private final ObjectFinder finder;
    private final Predicate<MemoryArea> ofDevice;
    private final Map<Key, Opened> current = new HashMap<>();
    private final Map<Long, Opened> all = new HashMap<>();
    private final List<Export> exports = new ArrayList<>();
    /** Those that were opened since the last {@link #keep}. */
    private final List<Opened> fresh = new ArrayList<>();

    /** Windows that have other memory than their objects. */
    private final Set<Long> replaced = new HashSet<>();

    private Replacement replacement = (_, _) -> {};
    private long next = FIRST_OF_OBJECTS;

    /**
     * By what an object is known while it is open. A segment of System V has its id for an inode.
     *
     * @param writable whether it is open for writing
     */
    private record Key(long device, long inode, String name, boolean writable) {}

    /**
     * An object. One that has another length now is opened once more.
     *
     * @param base offset of its first byte
     * @param size bytes that it had when it was opened
     * @param windows offsets of the parts that devices use
     */
    private record Opened(Key key, SharedObject object, long base, long size, Set<Long> windows) {
        long length(long window) {
            return Math.min(WINDOW_BYTES, size - (window - base));
        }
    }

    /**
     * A buffer that devices have imported.
     *
     * @param size bytes of it
     * @param memory which nobody but devices has
     * @param isCut whether it was found shorter
     */
    private record Export(SharedObject object, long size, WeakReference<MemorySegment> memory, AtomicBoolean isCut) {
        boolean isOver() {
            boolean over = memory.refersTo(null);
            if (over) {
                object.close();
            }
            return over;
        }
    }

    /**
     * @param finder opens them
     * @param ofDevice says of an area whether it is memory of a device
     */
    SharedObjects(ObjectFinder finder, Predicate<MemoryArea> ofDevice) {
        this.finder = finder;
        this.ofDevice = ofDevice;
    }

    /**
     * Opens the object of an area.
     *
     * @param from first page that devices are to use, in the area
     * @param to behind the last one, in the area
     * @param places gets where these pages lie
     * @return what the area is
     */
    synchronized ForeignArea open(MemoryArea area, long from, long to, List<Place> places) {
        if (ofDevice.test(area)) {
            return describe(area, ForeignArea.Kind.DEVICE, area.to());
        }
        try {
            Opened found = open(area, inObject(area, to));
            long end = Math.clamp(area.from() - area.offset() + pages(found.size), area.from(), area.to());
            places.add(new Place(from, to, found.base + inObject(area, from)));
            return describe(area, ForeignArea.Kind.OBJECT, end);
        } catch (IOException closedToUs) {
            return describe(area, ForeignArea.Kind.UNKNOWN_OBJECT, area.to());
        }
    }

    static ForeignArea describe(MemoryArea area, ForeignArea.Kind kind, long end) {
        return new ForeignArea(area.from(), area.to(), area.isReadable(), area.isWritable(), kind, end, area.name());
    }

    private static long pages(long bytes) {
        return bytes + SharedFile.PAGE - 1 & -SharedFile.PAGE;
    }

    private static long inObject(MemoryArea area, long address) {
        return area.offset() + address - area.from();
    }

    private static Key key(MemoryArea area) {
        return new Key(area.device(), area.inode(), area.name(), area.isWritable());
    }

    private Opened open(MemoryArea area, long end) throws IOException {
        if (end < 0 || end > STRIDE) {
            throw new IOException(area.name() + " is too long");
        }
        Opened known = current.get(key(area));
        if (known != null && known.object.size() == known.size) {
            return known;
        }
        SharedObject object = finder.open(area);
        boolean isMapped = false;
        try {
            long size = object.size();
            object.map(0, Math.min(size, WINDOW_BYTES), area.isWritable());
            isMapped = true;
            Opened made = new Opened(key(area), object, freeBase(), size, new HashSet<>());
            current.put(made.key, made);
            all.put(made.base, made);
            fresh.add(made);
            return made;
        } finally {
            if (!isMapped) {
                object.close();
            }
        }
    }

    private long freeBase() {
        do {
            next = next + STRIDE < 0 ? FIRST_OF_OBJECTS : next + STRIDE;
        } while (all.containsKey(next));
        return next;
    }

    /** Where pages of an area lie whose object is open. */
    synchronized List<Place> find(MemoryArea area, long from, long to) {
        Opened found = current.get(key(area));
        return found != null && inObject(area, to) <= pages(found.size)
                ? List.of(new Place(from, to, found.base + inObject(area, from)))
                : List.of();
    }

    /** Maps a window. */
    synchronized MemorySegment window(long offset) {
        Opened of = all.get(offset & -STRIDE);
        if (of == null) {
            throw new IllegalArgumentException(String.format("no object at 0x%x", offset));
        }
        try {
            // To map more than there is would make a file longer.
            long length = Math.min(of.length(offset), of.object.size() - (offset - of.base));
            if (length <= 0) {
                throw new IOException(of.key.name + " has become shorter");
            }
            MemorySegment memory = of.object.map(offset - of.base, length, of.key.writable);
            of.windows.add(offset);
            return memory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * {@return the memory of a memfd, as devices may import it} It is watched as long as the program lives.
     *
     * @param descriptor of the program
     * @throws IOException when the descriptor is not open, or of something else
     */
    synchronized MemorySegment export(int descriptor) throws IOException {
        exports.removeIf(Export::isOver);
        SharedObject object = finder.openMemfd(descriptor);
        boolean isMapped = false;
        try {
            MemorySegment memory = object.map(0, object.size(), true);
            exports.add(new Export(object, memory.byteSize(), new WeakReference<>(memory), new AtomicBoolean()));
            isMapped = true;
            return memory;
        } finally {
            if (!isMapped) {
                object.close();
            }
        }
    }

    /** What was opened is used from now on. */
    synchronized void keep() {
        fresh.clear();
    }

    /** What was opened since the last {@link #keep} is not used. */
    synchronized void drop() {
        fresh.forEach(this::forget);
        fresh.clear();
    }

    /** Gives a window back, which need not have been mapped. The last one of an object closes it. */
    synchronized void release(long offset) {
        Opened of = all.get(offset & -STRIDE);
        replaced.remove(offset);
        if (of != null) {
            of.windows.remove(offset);
            if (of.windows.isEmpty()) {
                forget(of);
            }
        }
    }

    private void forget(Opened one) {
        current.remove(one.key, one);
        all.remove(one.base);
        one.object.close();
    }

    synchronized void onCut(Replacement other) {
        replacement = other;
    }

    /**
     * Gives windows of objects that have become shorter other memory, which nobody sees, and buffers their length
     * again. It does not wait for the program.
     *
     * @return whether there were such
     */
    synchronized boolean replaceCut() {
        List<Long> cut = new ArrayList<>();
        for (Opened one : all.values()) {
            one.windows.stream()
                    .filter(window -> lacks(one.object, window - one.base + one.length(window)))
                    .filter(replaced::add)
                    .forEach(cut::add);
        }
        boolean found = !cut.isEmpty();
        MemorySegment nothing = found ? Arena.ofAuto().allocate(WINDOW_BYTES, SharedFile.PAGE) : MemorySegment.NULL;
        cut.forEach(window -> replacement.replace(window, nothing));
        for (Export one : exports) {
            if (lacks(one.object, one.size)) {
                one.object.lengthen(one.size);
                found |= !one.isCut.getAndSet(true);
            }
        }
        return found;
    }

    /** Whether devices use memory of an object, which may become shorter at any time. */
    synchronized boolean isUsed() {
        return !all.isEmpty() || !exports.isEmpty();
    }

    private static boolean lacks(SharedObject object, long bytes) {
        try {
            return object.size() < bytes;
        } catch (IOException closed) {
            return false;
        }
    }

    @Override
    public synchronized void close() {
        all.values().forEach(one -> one.object.close());
        exports.forEach(one -> one.object.close());
        exports.clear();
        all.clear();
        current.clear();
    }
}
