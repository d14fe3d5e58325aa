package dev.fenestra.tools.bridge;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/**
 * The meeting place of a server and its programs: a socket in a folder that only its user can enter, and files beside
 * it.
 *
 * @param socket absolute
 */
public record BridgePlace(Path socket) {
    /** Where a program that runs on a host finds its server. */
    static final String VARIABLE = "FENESTRA_SOCKET";

    private static final String FOLDER_OF_ONE_USER = "rwx------";

    /** The usual place of a user: in {@code XDG_RUNTIME_DIR} or, without that, below {@code /tmp}. */
    public static BridgePlace usual(Map<String, String> environment, String user) {
        String runtime = environment.get("XDG_RUNTIME_DIR");
        Path folder = runtime == null || runtime.isEmpty()
                ? Path.of("/tmp", "fenestra-" + user)
                : Path.of(runtime, "fenestra");
        return new BridgePlace(folder.resolve("bridge"));
    }

    /**
     * The place that a program finds by itself: that of the server under whose {@code exec} it runs, or else the usual
     * one.
     */
    public static BridgePlace ofProgram(Map<String, String> environment, String user) {
        String socket = environment.getOrDefault(VARIABLE, "");
        return socket.isEmpty() ? usual(environment, user) : at(Path.of(socket));
    }

    public static BridgePlace at(Path socket) {
        return new BridgePlace(socket.toAbsolutePath().normalize());
    }

    /** The files below {@code /sys} and {@code /dev} that programs of a host see. */
    public Path tree(String host) {
        return files().resolve("hosts").resolve(host);
    }

    /** The hosts of the server at this place, in their order. */
    public List<String> hosts() throws IOException {
        return Files.readAllLines(hostList());
    }

    /** A file with the names of the hosts, one a line. */
    Path hostList() {
        return files().resolve("names");
    }

    /** Whether the server at this place checks what programs owe. */
    public boolean isChecked() {
        return Files.exists(checkMark());
    }

    /** A file that is there while the server checks what programs owe. */
    Path checkMark() {
        return files().resolve("check");
    }

    /** Files of the server. */
    Path files() {
        return socket.resolveSibling(socket.getFileName() + ".d");
    }

    /** Where {@code resource}, {@code statistic} and {@code devinfo} attach. */
    public Path attach() {
        return socket.resolveSibling(socket.getFileName() + ".attach");
    }

    /**
     * Makes the folder.
     *
     * @throws IOException when others can enter it, or it cannot be made
     */
    void prepare() throws IOException {
        Path folder = socket.getParent();
        if (folder == null) {
            throw new IOException(socket + " is no place for a socket");
        }
        try {
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(FOLDER_OF_ONE_USER)));
        } catch (FileAlreadyExistsException known) {
            String rights = PosixFilePermissions.toString(Files.getPosixFilePermissions(folder));
            if (!rights.equals(FOLDER_OF_ONE_USER)) {
                throw new IOException(
                        "the folder of the socket, " + folder + ", must be its user's only (chmod 700), not " + rights,
                        known);
            }
        }
        Files.createDirectories(files());
    }
}
