package dev.fenestra.tools.provider;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** Writes the project of a new provider. */
public final class ProviderProject {
    private ProviderProject() {}

    /**
     * Writes it.
     *
     * @param folder is made if it is missing, and must be empty
     * @throws ProviderException when the folder is not empty or cannot be written to
     */
    public static void write(ProviderName name, Path folder) throws ProviderException {
        checkEmpty(folder);
        try {
            for (Map.Entry<String, String> file : ProviderTemplate.files(name).entrySet()) {
                Path path = folder.resolve(file.getKey());
                Files.createDirectories(path.toAbsolutePath().getParent());
                Files.writeString(path, file.getValue());
            }
        } catch (IOException e) {
            throw new ProviderException(folder + " cannot be written to: " + e);
        }
    }

    private static void checkEmpty(Path folder) throws ProviderException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> entries = Files.list(folder)) {
            if (entries.findAny().isPresent()) {
                throw new ProviderException(folder + " is not empty: name a new folder, or an empty one.");
            }
        } catch (IOException e) {
            throw new ProviderException(folder + " is no folder that can be read: " + e);
        }
    }
}
