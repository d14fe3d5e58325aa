package dev.fenestra.tools.bridge;

import com.google.common.collect.Range;
import com.google.common.collect.RangeSet;
import com.google.common.collect.TreeRangeSet;
import dev.fenestra.ib.core.memory.ForeignArea;
import dev.fenestra.ib.core.memory.ForeignPages;
import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The file of a program that holds the pages for devices. A page lies at its address there. When a program has mapped
 * something new at that address while the old page is in use, the new page lies {@value #STRIDE} bytes further on, or a
 * multiple of it. Pages of {@linkplain SharedObjects objects} that other programs may have mapped, too, stay there.
 */
final class PagesFile implements ForeignPages, AutoCloseable {
    private static final String MEMFD = "/memfd:";
    private static final long STRIDE = AddressSpace.USER_BYTES;
    /**
     * Bytes that a program moves for one question, for whose answer there is a limit. A program that gets a fiftieth of
     * a processor moves them in two seconds.
     */
    private static final long PIECE = 16 << 20;
    /** A description of all memory that has more bytes may have been cut. */
    private static final int WHOLE_TEXT = 1_000_000;

    /** Says that pages are mapped at no address any more. */
    private static final long NOWHERE = 0;

    private final FileChannel file;
    private final long device;
    private final long inode;
    private final long size;
    private final ServiceLine service;
    private final SharedObjects objects;
    private final String program;
    /** Places that pages were moved to, ever. */
    private final RangeSet<Long> used = TreeRangeSet.create();

    private PagesFile(
            FileChannel file, long device, long inode, ServiceLine service, SharedObjects objects, String program)
            throws IOException {
        this.file = file;
        this.device = device;
        this.inode = inode;
        size = file.size();
        this.service = service;
        this.objects = objects;
        this.program = program;
    }

    /**
     * @param path of the file
     * @param service answers for the program
     * @param objects that it has mapped shared
     * @param program its name, for messages
     * @throws IOException when it cannot be opened, and for a memfd that the program could make shorter
     */
    static PagesFile open(Path path, ServiceLine service, SharedObjects objects, String program) throws IOException {
        long device = (Long) Files.getAttribute(path, "unix:dev");
        long inode = (Long) Files.getAttribute(path, "unix:ino");
        FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        if (Files.readSymbolicLink(path).toString().startsWith(MEMFD) && canCut(file)) {
            file.close();
            throw new IOException(program + " has not sealed the file of its pages (F_SEAL_SHRINK)");
        }
        return new PagesFile(file, device, inode, service, objects, program);
    }

    private static boolean canCut(FileChannel file) {
        try {
            file.truncate(Math.max(0, file.size() - 1));
            return true;
        } catch (IOException sealed) {
            return false;
        }
    }

    boolean isOpen() {
        return file.isOpen();
    }

    /**
     * Gives the file its length again if the program has cut it. Devices then find zeros where pages were. It does not
     * wait for the program.
     *
     * @return whether it was shorter
     */
    boolean restore() {
        try {
            boolean isCut = file.size() < size;
            if (isCut) {
                file.write(ByteBuffer.allocate(1), size - 1);
            }
            return isCut;
        } catch (IOException closed) {
            return false;
        }
    }

    /**
     * Maps a part in which no page will lie.
     *
     * @param place its first byte, as the program says
     * @throws IOException when there is no such part
     */
    synchronized MemorySegment map(long place, long length) throws IOException {
        if (place < 0 || place > size - length || place % SharedFile.PAGE != 0) {
            throw new IOException(String.format("%s has no place 0x%x in the file of its pages", program, place));
        }
        used.add(Range.closedOpen(place, place + length));
        return file.map(FileChannel.MapMode.READ_WRITE, place, length, Arena.ofAuto());
    }

    @Override
    public void adopt(long address, long length, boolean writable) {
        adopt(address, length, writable, (_, _) -> true);
    }

    @Override
    public synchronized List<Place> adopt(long address, long length, boolean writable, Unpinned unpinned) {
        long end = address + length;
        List<MemoryArea> areas = areas(address, end);
        List<Place> places = new ArrayList<>();
        List<Place> moved = new ArrayList<>();
        boolean isDone = false;
        try {
            List<ForeignArea> kinds = new ArrayList<>();
            areas.forEach(area -> kinds.add(kind(area, address, end, places)));
            ForeignArea.check(kinds, address, end, writable, program);
            for (MemoryArea area : areas) {
                long from = Math.max(area.from(), address);
                long to = Math.min(area.to(), end);
                if (isHere(area)) {
                    places.add(new Place(from, to, offset(area, from)));
                } else if (!area.isShared()) {
                    moved.add(new Place(from, to, move(area, from, to, unpinned)));
                }
            }
            isDone = true;
        } finally {
            if (isDone) {
                objects.keep();
            } else {
                moved.forEach(this::giveBack);
                objects.drop();
            }
        }
        places.addAll(moved);
        places.sort(Comparator.comparingLong(Place::from));
        return places;
    }

    /** Where the program has the pages now, they become private again. */
    @Override
    public synchronized void giveBack(Place place) {
        try {
            long end = place.offset() + place.to() - place.from();
            List<MemoryArea> here = mapped(areas(place.from(), place.to()), place.offset(), end);
            long bytes = here.stream().mapToLong(MemoryArea::length).sum();
            if (bytes == end - place.offset()) {
                giveBack(here);
                return;
            }
            ByteBuffer text = allAreas();
            if (text.remaining() <= WHOLE_TEXT
                    && giveBack(mapped(MemoryArea.read(text, 0, AddressSpace.USER_BYTES), place.offset(), end))) {
                giveBack(NOWHERE, place.offset(), end, 0);
            }
        } catch (VerbsException gone) {
            // The pages stay in the file. They are found there when they are registered again.
        }
    }

    private boolean giveBack(List<MemoryArea> areas) {
        boolean isDone = true;
        for (MemoryArea area : areas) {
            isDone &= giveBack(area.from(), area.offset(), area.offset() + area.length(), area.protection());
        }
        return isDone;
    }

    private boolean giveBack(long address, long from, long to, int rights) {
        for (long piece = from; piece < to; piece += PIECE) {
            long end = Math.min(to, piece + PIECE);
            long at = address == NOWHERE ? NOWHERE : address + piece - from;
            if (service.move(Message.ASK_RETURN, at, end - piece, piece | rights) != 0) {
                return false;
            }
            used.remove(Range.closedOpen(piece, end));
        }
        return true;
    }

    /** The parts of areas that are parts of a range of the file. */
    private List<MemoryArea> mapped(List<MemoryArea> areas, long from, long to) {
        return areas.stream()
                .filter(this::isHere)
                .filter(area -> area.offset() < to && offset(area, area.to()) > from)
                .map(area -> {
                    long first = Math.max(area.offset(), from);
                    long address = area.from() + first - area.offset();
                    long end = area.from() + Math.min(offset(area, area.to()), to) - area.offset();
                    return area.part(address, end);
                })
                .toList();
    }

    @Override
    public List<Place> find(long address, long length) {
        long end = address + length;
        return areas(address, end).stream()
                .filter(MemoryArea::isShared)
                .flatMap(area -> {
                    long from = Math.max(area.from(), address);
                    long to = Math.min(area.to(), end);
                    return isHere(area)
                            ? Stream.of(new Place(from, to, offset(area, from)))
                            : objects.find(area, from, to).stream();
                })
                .toList();
    }

    private List<MemoryArea> areas(long from, long to) {
        return MemoryArea.read(
                service.askCaller(Message.ASK_AREAS, from, to - from).bytes(), from, to);
    }

    /** What an area is. Of a shared object, what devices are to use is mapped here, too. */
    private ForeignArea kind(MemoryArea area, long address, long end, List<Place> shared) {
        return area.isShared() && !isHere(area)
                ? objects.open(area, Math.max(area.from(), address), Math.min(area.to(), end), shared)
                : SharedObjects.describe(area, ForeignArea.Kind.OWN, area.to());
    }

    private boolean isHere(MemoryArea area) {
        return area.isShared() && area.inode() == inode && area.device() == device;
    }

    private static long offset(MemoryArea area, long address) {
        return area.offset() + address - area.from();
    }

    private long move(MemoryArea area, long from, long to, Unpinned unpinned) {
        long offset = freePlace(from, to - from, unpinned);
        for (long piece = from; piece < to; piece += PIECE) {
            long place = offset + piece - from;
            long length = Math.min(PIECE, to - piece);
            int errno = service.move(Message.ASK_MOVE, piece, length, place | area.protection());
            if (errno != 0) {
                if (piece > from) {
                    giveBack(new Place(from, piece, offset));
                }
                throw errno == Errno.ENOMEM.code()
                        ? ForeignPages.noRoom(from, to - from, program)
                        : refused(MemoryRule.MAPPED, from, to);
            }
            used.add(Range.closedOpen(place, place + length));
        }
        return offset;
    }

    /** Where pages can move. A file that is too short for a second place has one for each address. */
    private long freePlace(long from, long length, Unpinned unpinned) {
        for (long offset = from; offset + length <= size; offset += STRIDE) {
            Range<Long> place = Range.closedOpen(offset, offset + length);
            if (!used.intersects(place) || unpinned.test(offset, length) && !isMapped(place)) {
                return offset;
            }
        }
        return from;
    }

    /** Whether the program has mapped a part of the file, wherever. An address may have changed by {@code mremap}. */
    private boolean isMapped(Range<Long> place) {
        ByteBuffer text = allAreas();
        return text.remaining() > WHOLE_TEXT
                || MemoryArea.read(text, 0, AddressSpace.USER_BYTES).stream()
                        .filter(this::isHere)
                        .map(area -> Range.closedOpen(area.offset(), offset(area, area.to())))
                        .anyMatch(range -> range.isConnected(place)
                                && !range.intersection(place).isEmpty());
    }

    private ByteBuffer allAreas() {
        return service.askCaller(Message.ASK_AREAS, 0, AddressSpace.USER_BYTES).bytes();
    }

    private VerbsException refused(MemoryRule rule, long from, long to) {
        String detail = String.format("address=0x%x, length=0x%x of %s", from, to - from, program);
        return new VerbsException(rule, detail);
    }

    @Override
    public MemorySegment window(long offset) {
        if (offset >= FIRST_OF_OBJECTS) {
            return objects.window(offset);
        }
        try {
            return file.map(FileChannel.MapMode.READ_WRITE, offset, WINDOW_BYTES, Arena.ofAuto());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void onCut(Replacement replacement) {
        objects.onCut(replacement);
    }

    @Override
    public void release(long offset) {
        objects.release(offset);
    }

    @Override
    public void close() {
        objects.close();
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
