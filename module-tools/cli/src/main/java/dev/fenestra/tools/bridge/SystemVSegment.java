package dev.fenestra.tools.bridge;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A segment of System V (shmat(2)) that is attached here. It has neither a path nor a descriptor, so Java's channels
 * cannot map it. It is detached when nobody can reach its memory any more.
 */
final class SystemVSegment implements SharedObject {
    private static final Path LIST = Path.of("/proc/sysvipc/shm");
    /** Columns of the list. */
    private static final int ID = 1;

    private static final int SIZE = 3;

    private static final int READ_ONLY = 0x1000;

    private final MemorySegment memory;

    private SystemVSegment(MemorySegment memory) {
        this.memory = memory;
    }

    /** The calls of the C library; made when the first segment is attached. */
    private static final class Calls {
        static final MethodHandle SHMAT = handle("shmat", FunctionDescriptor.of(ADDRESS, JAVA_INT, ADDRESS, JAVA_INT));
        static final MethodHandle SHMDT = handle("shmdt", FunctionDescriptor.of(JAVA_INT, ADDRESS));

        private Calls() {}

        @SuppressWarnings("restricted")
        private static MethodHandle handle(String function, FunctionDescriptor type) {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(linker.defaultLookup().findOrThrow(function), type);
        }
    }

    /**
     * Attaches a segment.
     *
     * @param id of it
     * @param writable whether this side may store there
     * @throws IOException when this process may not
     */
    @SuppressWarnings("restricted")
    static SystemVSegment attach(int id, boolean writable) throws IOException {
        long size = sizeOf(id);
        MemorySegment address = attached(id, writable ? 0 : READ_ONLY);
        if (address.address() == -1) {
            throw new IOException("segment " + id + " of System V cannot be attached");
        }
        MemorySegment whole = address.reinterpret(size, Arena.ofAuto(), SystemVSegment::detach);
        return new SystemVSegment(writable ? whole : whole.asReadOnly());
    }

    private static MemorySegment attached(int id, int flags) throws IOException {
        try {
            return (MemorySegment) Calls.SHMAT.invokeExact(id, MemorySegment.NULL, flags);
        } catch (Throwable notPermitted) {
            throw new IOException(
                    "segments of System V need --enable-native-access=dev.fenestra.tools.cli", notPermitted);
        }
    }

    private static void detach(MemorySegment whole) {
        try {
            int unused = (int) Calls.SHMDT.invokeExact(whole);
        } catch (Throwable e) {
            throw new IllegalStateException("a call of the C library cannot be made", e);
        }
    }

    private static long sizeOf(int id) throws IOException {
        return Files.readAllLines(LIST).stream()
                .map(line -> List.of(line.strip().split(" +")))
                .filter(columns -> columns.size() > SIZE && columns.get(ID).equals(Integer.toString(id)))
                .map(columns -> Long.parseLong(columns.get(SIZE)))
                .findFirst()
                .orElseThrow(() -> new IOException("there is no segment " + id + " of System V"));
    }

    @Override
    public long size() {
        return memory.byteSize();
    }

    @Override
    public MemorySegment map(long start, long length, boolean writable) {
        return memory.asSlice(start, length);
    }

    @Override
    public void close() {
        // It stays while anybody can reach its memory.
    }
}
