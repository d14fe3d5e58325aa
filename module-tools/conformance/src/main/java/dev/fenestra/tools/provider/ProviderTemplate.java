package dev.fenestra.tools.provider;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * A template: a provider called acme that our own build compiles and tests. A new provider is a copy of it with another
 * name, and with the versions of this build in its pom.
 */
public enum ProviderTemplate {
    /** A driver and a whole card, which knows the SPI and nothing else. */
    CARD("template", "module-ib-core"),
    /** The formats of a card around the engine of hw-sim; all else is what the drivers of all cards share. */
    SKELETON("skeleton", "module-vendor-drv");

    private static final String NAME = "acme";
    private static final String VERSIONS = "versions.properties";

    /** Begins names that would start with a dot, because builds and archives often leave those out. */
    private static final String DOT = "dot-";

    private final String folder;
    private final String library;

    ProviderTemplate(String folder, String library) {
        this.folder = folder;
        this.library = library;
    }

    /** The template itself: text by path inside the project. What templates have in common lies with the first. */
    public SequencedMap<String, String> files() {
        SequencedMap<String, String> files = new TreeMap<>();
        Properties versions = versions();
        text(folder + ".txt").lines().forEach(name -> {
            String path = name.startsWith(DOT) ? "." + name.substring(DOT.length()) : name;
            files.put(path, withVersions(text(place(name)), path, versions));
        });
        return files;
    }

    /** A second folder src/main/java with an acme would make two of one class for tools that compile all of them. */
    private String place(String name) {
        String own = folder + "/" + (this == CARD ? name : name.replaceFirst("^src/", ""));
        return ProviderTemplate.class.getResource(own) == null ? CARD.folder + "/" + name : own;
    }

    /** The project of a new provider: text by path inside it. */
    public SequencedMap<String, String> files(ProviderName name) {
        SequencedMap<String, String> renamed = new TreeMap<>();
        files().forEach((path, text) -> renamed.put(rename(path, name), rename(text, name)));
        return renamed;
    }

    private static String rename(String text, ProviderName name) {
        return text.replace(NAME, name.lower())
                .replace("Acme", name.capitalised())
                .replace("ACME", name.upper());
    }

    private String withVersions(String text, String path, Map<Object, Object> versions) {
        if (!path.equals("pom.xml")) {
            return text;
        }
        String filled = text.replace("@library@", library);
        for (Map.Entry<Object, Object> version : versions.entrySet()) {
            filled = filled.replace(
                    "@" + version.getKey() + "@", version.getValue().toString());
        }
        return filled;
    }

    private static Properties versions() {
        Properties versions = new Properties();
        try {
            versions.load(new StringReader(text(VERSIONS)));
            return versions;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(String resource) {
        try (InputStream in = ProviderTemplate.class.getResourceAsStream(resource)) {
            return new String(Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
