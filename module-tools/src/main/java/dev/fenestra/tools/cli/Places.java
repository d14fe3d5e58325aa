package dev.fenestra.tools.cli;

import dev.fenestra.tools.door.DoorPlace;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The places of servers, from options and the environment. */
final class Places {
    private Places() {}

    /**
     * @param socket from an option; null for the user's usual one
     */
    static DoorPlace of(@Nullable Path socket) {
        return socket == null
                ? DoorPlace.usual(System.getenv(), System.getProperty("user.name"))
                : DoorPlace.at(socket);
    }
}
