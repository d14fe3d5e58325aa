package dev.fenestra.tools.provider;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.conformance.kit.ConformanceOptions;
import dev.fenestra.tools.conformance.kit.ConformanceReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The template as the provider "nova", with changes of its sources. */
final class PatchedProvider {
    private static final String SOURCES = "src/main/java/nova/rdma/";

    private final Map<String, String> files;

    private PatchedProvider(Map<String, String> files) {
        this.files = files;
    }

    static PatchedProvider nova() throws ProviderException {
        return new PatchedProvider(new TreeMap<>(ProviderTemplate.CARD.files(ProviderName.of("nova"))));
    }

    /** Replaces text of a source file; it must be there, once or more. */
    PatchedProvider with(String file, String text, String replacement) {
        String path = SOURCES + file;
        String whole = files.get(path);
        assertTrue(whole != null && whole.contains(text), () -> file + " does not contain: " + text);
        files.put(path, whole.replace(text, replacement));
        return this;
    }

    CompiledProvider compiled(Path folder) throws IOException {
        return CompiledProvider.of(files, folder);
    }

    /**
     * Runs the kit on it.
     *
     * @param folder empty; takes sources and classes
     */
    ConformanceReport judged(Path folder, ConformanceOptions options) throws IOException {
        return compiled(folder).underTest().kit(options).run(_ -> {});
    }
}
