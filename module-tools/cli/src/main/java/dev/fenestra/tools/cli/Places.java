package dev.fenestra.tools.cli;

import dev.fenestra.tools.bridge.BridgePlace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The places of servers, from options and the environment. */
final class Places {
    private static final String ATTACH = ".attach";

    private Places() {}

    /**
     * The place that a server takes.
     *
     * @param socket from an option; null for the user's usual one
     */
    static BridgePlace ofServer(@Nullable Path socket) {
        return socket == null
                ? BridgePlace.usual(System.getenv(), System.getProperty("user.name"))
                : BridgePlace.at(socket);
    }

    /**
     * The place where a server is to be found.
     *
     * @param socket from an option; null for that of an {@code exec} around this program, or else the user's usual one
     */
    static BridgePlace ofProgram(@Nullable Path socket) {
        return socket == null
                ? BridgePlace.ofProgram(System.getenv(), System.getProperty("user.name"))
                : BridgePlace.at(socket);
    }

    /** What is wrong with a socket that programs were to use, if it is the one that tells of the hosts. */
    static Optional<String> notForPrograms(Path socket) {
        String name = socket.getFileName().toString();
        Path bridge = socket.resolveSibling(name.replaceFirst("[.]attach$", ""));
        return name.endsWith(ATTACH) && Files.exists(bridge)
                ? Optional.of(socket + " tells of the hosts; programs need the socket " + bridge)
                : Optional.empty();
    }

    /** What is wrong with a socket that was to tell of the hosts, if it is the one for programs. */
    static Optional<String> notForAttach(Path socket) {
        Path attach = socket.resolveSibling(socket.getFileName() + ATTACH);
        return Files.exists(attach)
                ? Optional.of(socket + " is for programs; the socket that tells of the hosts is " + attach)
                : Optional.empty();
    }
}
