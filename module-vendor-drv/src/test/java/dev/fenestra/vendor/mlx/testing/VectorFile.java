package dev.fenestra.vendor.mlx.testing;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The golden vectors: of the test resources, or of the folder that the system property {@code fenestra.vectors} names.
 */
public final class VectorFile {
    private static final String RESOURCES = "/vectors/mlx5-wqe/";

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_LONG_FOR_INTS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private VectorFile() {}

    /** The other folder, or null. */
    public static @Nullable String otherFolder() {
        return System.getProperty("fenestra.vectors");
    }

    /** The vectors of a file; none when another folder lacks the file. */
    public static List<Vector> read(String file) {
        String folder = otherFolder();
        try {
            String text = folder == null ? resource(file) : file(Path.of(folder, file));
            return text.isEmpty() ? List.of() : vectors(text);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The vectors of a file of the test resources, whatever the other folder. */
    public static List<Vector> ours(String file) {
        try {
            return vectors(resource(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<Vector> vectors(String json) throws IOException {
        return Vector.of(MAPPER.readValue(json, Map.class)).objects("vectors");
    }

    private static String file(Path path) throws IOException {
        return Files.exists(path) ? Files.readString(path) : "";
    }

    private static String resource(String file) throws IOException {
        try (InputStream in = Objects.requireNonNull(VectorFile.class.getResourceAsStream(RESOURCES + file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
