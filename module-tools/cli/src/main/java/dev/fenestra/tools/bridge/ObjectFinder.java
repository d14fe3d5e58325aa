package dev.fenestra.tools.bridge;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Opens what a program has mapped shared: by the mapping itself, for which Linux wants CAP_CHECKPOINT_RESTORE, by its
 * path, or by a descriptor of the program. A segment of System V is attached.
 */
final class ObjectFinder {
    private static final String REMOVED = " (deleted)";
    private static final String SEGMENT = "/SYSV";

    private final Path process;

    /**
     * @param pid of the program
     */
    ObjectFinder(int pid) {
        process = Path.of("/proc", Integer.toString(pid));
    }

    /**
     * Opens the object of an area.
     *
     * @throws IOException when it cannot be opened
     */
    SharedObject open(MemoryArea area) throws IOException {
        Path mapping =
                process.resolve("map_files").resolve(Long.toHexString(area.from()) + "-" + Long.toHexString(area.to()));
        // The mapping comes first: a server with more rights than its programs never follows a name that they choose.
        List<Path> paths = new ArrayList<>(List.of(mapping));
        paths.addAll(named(area));
        try {
            return openAny(paths, area);
        } catch (IOException notByName) {
            return area.name().startsWith(SEGMENT)
                    ? SystemVSegment.attach((int) area.inode(), area.isWritable())
                    : openAny(descriptors(), area);
        }
    }

    private List<Path> named(MemoryArea area) {
        if (!area.name().startsWith("/")
                || area.name().endsWith(REMOVED)
                || area.name().startsWith(SEGMENT)) {
            return List.of();
        }
        try {
            byte[] name = area.name().getBytes(StandardCharsets.ISO_8859_1);
            return List.of(Path.of(process.resolve("root") + new String(name, StandardCharsets.UTF_8)));
        } catch (InvalidPathException noName) {
            return List.of();
        }
    }

    /**
     * Opens a memfd.
     *
     * @param descriptor of the program
     * @throws IOException when the descriptor is not open, or of something else
     */
    SharedObject openMemfd(int descriptor) throws IOException {
        Path file = process.resolve("fd").resolve(Integer.toString(descriptor));
        if (!Files.readSymbolicLink(file).toString().startsWith("/memfd:")) {
            throw new IOException(file + " is no memfd");
        }
        return SharedObject.ofFile(file, true);
    }

    private List<Path> descriptors() throws IOException {
        try (Stream<Path> all = Files.list(process.resolve("fd"))) {
            return all.toList();
        }
    }

    private static SharedObject openAny(List<Path> paths, MemoryArea area) throws IOException {
        IOException failure = new IOException(area.name());
        for (Path path : paths) {
            if (isSame(path, area)) {
                try {
                    return SharedObject.ofFile(path, area.isWritable());
                } catch (IOException forbidden) {
                    failure = forbidden;
                }
            }
        }
        throw failure;
    }

    /** A file system that is made of others may name another device in its areas. Then the name must be the same. */
    private static boolean isSame(Path path, MemoryArea area) {
        try {
            boolean sameInode = Files.getAttribute(path, "unix:ino").equals(area.inode());
            return sameInode
                    && Files.isRegularFile(path)
                    && (Files.getAttribute(path, "unix:dev").equals(area.device()) || isNamed(path, area));
        } catch (IOException gone) {
            return false;
        }
    }

    private static boolean isNamed(Path path, MemoryArea area) throws IOException {
        Path named = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) ? path : Files.readSymbolicLink(path);
        return named.toString().endsWith(area.name());
    }
}
