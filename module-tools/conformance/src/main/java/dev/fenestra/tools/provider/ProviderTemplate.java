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
 * The template: a provider called acme that our own build compiles and tests. A new provider is a copy of it with
 * another name, and with the versions of this build in its pom.
 */
public final class ProviderTemplate {
    private static final String NAME = "acme";
    private static final String LIST = "files.txt";
    private static final String FOLDER = "template/";
    private static final String VERSIONS = "versions.properties";

    /** Begins names that would start with a dot, because builds and archives often leave those out. */
    private static final String DOT = "dot-";

    private ProviderTemplate() {}

    /** The template itself: text by path inside the project. */
    public static SequencedMap<String, String> files() {
        SequencedMap<String, String> files = new TreeMap<>();
        Properties versions = versions();
        text(LIST).lines().forEach(name -> {
            String path = name.startsWith(DOT) ? "." + name.substring(DOT.length()) : name;
            files.put(path, withVersions(text(FOLDER + name), path, versions));
        });
        return files;
    }

    /** The project of a new provider: text by path inside it. */
    public static SequencedMap<String, String> files(ProviderName name) {
        SequencedMap<String, String> renamed = new TreeMap<>();
        files().forEach((path, text) -> renamed.put(rename(path, name), rename(text, name)));
        return renamed;
    }

    private static String rename(String text, ProviderName name) {
        return text.replace(NAME, name.lower())
                .replace("Acme", name.capitalised())
                .replace("ACME", name.upper());
    }

    private static String withVersions(String text, String path, Map<Object, Object> versions) {
        if (!path.equals("pom.xml")) {
            return text;
        }
        String filled = text;
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
