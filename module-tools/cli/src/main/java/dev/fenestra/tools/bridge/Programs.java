package dev.fenestra.tools.bridge;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a program needs in its environment to find the devices of a host. */
public final class Programs {
    /** The host that a program runs on. */
    public static final String HOST = "FENESTRA_HOST";

    private static final String PRELOADED = "LD_PRELOAD";
    private static final String CHECK = "FENESTRA_CHECK";

    private Programs() {}

    /**
     * The variables to set.
     *
     * @param library preloaded into the program, before other preloaded libraries
     */
    public static Map<String, String> environment(BridgePlace place, String host, Path library) {
        Map<String, String> variables = new HashMap<>();
        variables.put(PRELOADED, preloaded(library.toString(), System.getenv().getOrDefault(PRELOADED, "")));
        variables.put(BridgePlace.VARIABLE, place.socket().toString());
        variables.put(HOST, host);
        variables.put("FENESTRA_TREE", place.tree(host).toString());
        variables.put("SYSFS_PATH", place.tree(host).resolve("sys").toString());
        return variables;
    }

    /**
     * The variables of a program whose duties are checked.
     *
     * @param variables those of {@link #environment}, which the result has, too
     * @param library that of {@link PreloadedLibrary#buildCheck}
     * @param token by which the findings are asked for; 0 when nobody asks
     * @param isStrict whether the program is to end at its first error
     */
    public static Map<String, String> checked(
            Map<String, String> variables, Path library, long token, boolean isStrict) {
        Map<String, String> more = new HashMap<>(variables);
        more.merge(PRELOADED, library.toString(), (before, first) -> preloaded(first, before));
        if (token != 0) {
            more.put(CHECK, (isStrict ? "s" : "f") + Long.toUnsignedString(token));
        }
        return more;
    }

    /** Inside of another {@code exec} the library is there already. */
    static String preloaded(String library, String before) {
        boolean isThere = List.of(before.split(":")).contains(library);
        return isThere ? before : before.isEmpty() ? library : library + ":" + before;
    }
}
