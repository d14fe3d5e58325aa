package dev.fenestra.tools.proof.mutants;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The bytes of compiled classes, each read once, however many loaders define it. Several threads may use it. */
final class ClassBytes {
    private final ClassLoader loader;
    private final Map<String, byte[]> known = new ConcurrentHashMap<>();

    /**
     * @param loader finds the compiled classes
     */
    ClassBytes(ClassLoader loader) {
        this.loader = loader;
    }

    ClassLoader loader() {
        return loader;
    }

    /** The bytes of a class, not to be changed. */
    byte[] of(String name) throws ClassNotFoundException {
        byte[] bytes = known.get(name);
        if (bytes == null) {
            bytes = read(name);
            known.put(name, bytes);
        }
        return bytes;
    }

    private byte[] read(String name) throws ClassNotFoundException {
        try (InputStream in = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
