package dev.fenestra.tools.input;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes files that the user names. */
public final class OutputFile {
    private OutputFile() {}

    /**
     * Checks whether files can be written, before the work whose results they take. Nothing is created or changed.
     *
     * @param files the files to be written; null in place of one that the user did not name
     * @throws OutputException when one is a directory, its folder is missing, or one of them may not be written
     */
    public static void check(@Nullable Path... files) throws OutputException {
        for (Path file : files) {
            if (file != null) {
                checkNamed(file);
            }
        }
    }

    private static void checkNamed(Path file) throws OutputException {
        Path folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file)) {
            throw new OutputException(file + " is a directory, not a file to write");
        }
        if (Files.exists(file)) {
            if (!Files.isWritable(file)) {
                throw new OutputException(file + " cannot be written: permission denied");
            }
        } else if (folder == null || !Files.exists(folder)) {
            throw new OutputException(file + " cannot be written: there is no directory " + folder);
        } else if (!Files.isDirectory(folder)) {
            throw new OutputException(file + " cannot be written: " + folder + " is no directory");
        } else if (!Files.isWritable(folder)) {
            throw new OutputException(file + " cannot be written: no permission to write to " + folder);
        }
    }

    /**
     * Writes a file.
     *
     * @param file the file, which is replaced if it exists
     * @param text its new content
     * @throws OutputException when it cannot be written
     */
    public static void write(Path file, String text) throws OutputException {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new OutputException(file + " cannot be written: " + Reason.of(e), e);
        }
    }

    /**
     * Writes a file that the user may have named.
     *
     * @param file the file, which is replaced if it exists; null for none
     * @param text makes its new content
     * @throws OutputException when it cannot be written
     */
    public static void write(@Nullable Path file, Supplier<String> text) throws OutputException {
        if (file != null) {
            write(file, text.get());
        }
    }

    /**
     * Creates a folder and its missing parents.
     *
     * @param folder the folder; it may exist
     * @throws OutputException when it cannot be created
     */
    public static void createFolder(Path folder) throws OutputException {
        try {
            Files.createDirectories(folder);
        } catch (FileAlreadyExistsException e) {
            throw new OutputException(folder + " is a file, not a directory to write to", e);
        } catch (IOException e) {
            throw new OutputException("the directory " + folder + " cannot be created: " + Reason.of(e), e);
        }
        if (!Files.isWritable(folder)) {
            throw new OutputException("the directory " + folder + " cannot be written to: permission denied");
        }
    }
}
