package dev.fenestra.tools.demo;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** Opens files for reading. */
@FunctionalInterface
public interface FileOpener {

    /** As {@link java.nio.file.Files#newInputStream}. */
    InputStream open(Path file) throws IOException;
}
