package dev.fenestra.tools.layering;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.collect.Multimaps;
import com.google.common.collect.SetMultimap;
import com.google.common.collect.TreeMultimap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A simple name stands for one thing. Two layers may share the field's word for what both have. */
class NamesTest {
    private static final Path ROOT = Path.of("..");
    private static final Path SOURCES = Path.of("src", "main", "java");

    /** Why a name is in two packages. */
    private static final Map<String, String> SHARED = new TreeMap<>(Map.of(
            "CmConnection", "the protocol's, and what a program has of it",
            "Completion", "as the card makes it, and as a program polls it",
            "CqCommands", "commands of the card, and of uverbs",
            "DeviceCommands", "commands of the card, and of uverbs",
            "DmaBuf", "in the kernel, and as a program has opened it",
            "QpCommands", "commands of the card, and of uverbs",
            "QpState", "of the card, which knows nothing of verbs.h, and of verbs.h",
            "SrqCommands", "commands of the card, and of uverbs",
            "XrcDomain", "in the kernel, and as a program has opened it"));

    @Test
    void shouldUseASimpleNameInOnePackageUnlessTwoLayersShareAWord() throws IOException {
        SetMultimap<String, String> packages = Multimaps.filterKeys(packagesByName(), name -> !name.contains("-"));

        Map<String, String> shared = new TreeMap<>();
        packages.asMap().forEach((name, places) -> {
            if (places.size() > 1) {
                shared.put(name, SHARED.getOrDefault(name, "of " + places + ": one of them can say more"));
            }
        });

        assertEquals(SHARED, shared);
    }

    private static SetMultimap<String, String> packagesByName() throws IOException {
        SetMultimap<String, String> found = TreeMultimap.create();
        try (Stream<Path> modules = Stream.concat(Files.list(ROOT), Files.list(ROOT.resolve("module-tools")))) {
            modules.map(module -> module.resolve(SOURCES))
                    .filter(Files::isDirectory)
                    .forEach(sources -> {
                        try (Stream<Path> files = Files.walk(sources)) {
                            files.filter(file -> file.toString().endsWith(".java"))
                                    .forEach(file -> found.put(
                                            file.getFileName().toString().replace(".java", ""),
                                            sources.relativize(file).getParent() == null
                                                    ? ""
                                                    : sources.relativize(file)
                                                            .getParent()
                                                            .toString()));
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
        }
        return found;
    }
}
