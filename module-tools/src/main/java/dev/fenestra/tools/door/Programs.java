package dev.fenestra.tools.door;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** What a program needs in its environment to find the devices of a host. */
public final class Programs {
    private Programs() {}

    /**
     * The variables to set.
     *
     * @param library preloaded into the program, before other preloaded libraries
     */
    public static Map<String, String> environment(DoorPlace place, String host, Path library) {
        String before = System.getenv().getOrDefault("LD_PRELOAD", "");
        Map<String, String> variables = new HashMap<>();
        variables.put("LD_PRELOAD", before.isEmpty() ? library.toString() : library + ":" + before);
        variables.put("FENESTRA_SOCKET", place.socket().toString());
        variables.put("FENESTRA_HOST", host);
        variables.put("FENESTRA_TREE", place.tree(host).toString());
        variables.put("SYSFS_PATH", place.tree(host).resolve("sys").toString());
        return variables;
    }
}
