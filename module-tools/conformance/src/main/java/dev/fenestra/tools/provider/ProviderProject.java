package dev.fenestra.tools.provider;

import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.OutputFile;
import dev.fenestra.tools.input.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Writes the project of a new provider. */
public final class ProviderProject {
    private ProviderProject() {}

    /**
     * Writes the project.
     *
     * @param template what it is a copy of
     * @param folder must be empty; it is made when it is missing
     * @throws ProviderException when the folder is not empty, or no folder
     * @throws OutputException when it cannot be written to
     */
    public static void write(ProviderTemplate template, ProviderName name, Path folder)
            throws ProviderException, OutputException {
        checkEmpty(folder);
        for (Map.Entry<String, String> file : template.files(name).entrySet()) {
            Path path = folder.resolve(file.getKey());
            OutputFile.createFolder(Objects.requireNonNullElse(path.getParent(), folder));
            OutputFile.write(path, file.getValue());
        }
    }

    private static void checkEmpty(Path folder) throws ProviderException {
        if (!Files.exists(folder)) {
            return;
        }
        if (!Files.isDirectory(folder)) {
            throw new ProviderException(folder + " is a file: name a new folder, or an empty one.");
        }
        try (Stream<Path> entries = Files.list(folder)) {
            if (entries.findAny().isPresent()) {
                throw new ProviderException(folder + " is not empty: name a new folder, or an empty one.");
            }
        } catch (IOException e) {
            throw new ProviderException(folder + " cannot be read: " + Reason.of(e) + ".");
        }
    }
}
