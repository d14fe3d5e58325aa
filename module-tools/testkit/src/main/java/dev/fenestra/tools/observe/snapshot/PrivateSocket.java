package dev.fenestra.tools.observe.snapshot;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.random.RandomGenerator;

/** Makes Unix-domain sockets that only their user can connect to, at every moment of their lives. */
final class PrivateSocket {
    private static final String FOLDER_OF_ONE_USER = "rwx------";
    private static final String SOCKET_OF_ONE_USER = "rw-------";
    private static final int RADIX = 36;
    /** Four digits: the path of a socket is short. */
    private static final int NAMES = RADIX * RADIX * RADIX * RADIX;

    /** The length of a path that fits into {@code struct sockaddr_un} on all systems. */
    private static final int MAX_PATH_BYTES = 103;

    private PrivateSocket() {}

    /**
     * Listens at a path. A socket there whose program has ended is replaced.
     *
     * @throws IOException when the path is a file and no socket, a program listens there, the folder is missing, or the
     *     path is too long for a socket
     */
    static ServerSocketChannel listen(Path socket) throws IOException {
        if (socket.toString().getBytes(StandardCharsets.UTF_8).length > MAX_PATH_BYTES) {
            throw new IOException("the path of a socket has at most " + MAX_PATH_BYTES + " bytes");
        }
        removeStale(socket);
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        boolean opened = false;
        try {
            bind(listener, socket);
            opened = true;
            return listener;
        } finally {
            if (!opened) {
                listener.close();
            }
        }
    }

    /**
     * A socket has the rights that the umask leaves until they are set: till then it lies in a folder that others
     * cannot enter.
     */
    private static void bind(ServerSocketChannel listener, Path socket) throws IOException {
        Path folder = newFolderBeside(socket);
        Path hidden = folder.resolve("s");
        try {
            listener.bind(UnixDomainSocketAddress.of(hidden));
            Files.setPosixFilePermissions(hidden, PosixFilePermissions.fromString(SOCKET_OF_ONE_USER));
            Files.move(hidden, socket);
        } finally {
            Files.deleteIfExists(hidden);
            Files.delete(folder);
        }
    }

    /** On the same file system, since a socket cannot be moved to another one. */
    private static Path newFolderBeside(Path socket) throws IOException {
        while (true) {
            String name = "." + Integer.toString(RandomGenerator.getDefault().nextInt(NAMES), RADIX);
            try {
                return Files.createDirectory(
                        socket.resolveSibling(name),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(FOLDER_OF_ONE_USER)));
            } catch (FileAlreadyExistsException taken) {
                // Another name.
            }
        }
    }

    private static void removeStale(Path socket) throws IOException {
        if (!Files.exists(socket)) {
            return;
        }
        if (Files.isRegularFile(socket) || Files.isDirectory(socket)) {
            throw new IOException("is no socket");
        }
        if (isAnswered(socket)) {
            throw new IOException("another program listens there");
        }
        Files.delete(socket);
    }

    private static boolean isAnswered(Path socket) throws IOException {
        try (SocketChannel other = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            return other.isConnected();
        } catch (ConnectException nobodyListens) {
            return false;
        }
    }
}
