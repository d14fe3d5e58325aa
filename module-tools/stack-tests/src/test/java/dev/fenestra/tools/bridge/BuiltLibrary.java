package dev.fenestra.tools.bridge;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** The library for programs. All tests share what one of them has built. */
public final class BuiltLibrary {
    private static final Path CACHE = Path.of("target", "preload");

    private BuiltLibrary() {}

    /** {@return the library} It is built when its sources have changed. */
    public static Path library() throws IOException {
        return PreloadedLibrary.build(cache());
    }

    /** {@return the library for the check of what programs owe} */
    static Path checkLibrary() throws IOException {
        return PreloadedLibrary.buildCheck(cache());
    }

    private static Map<String, String> cache() {
        return Map.of("XDG_CACHE_HOME", CACHE.toAbsolutePath().toString());
    }
}
