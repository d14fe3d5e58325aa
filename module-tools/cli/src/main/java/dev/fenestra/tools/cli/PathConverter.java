package dev.fenestra.tools.cli;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.Shown;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The name of a file or folder. An empty one would be the current folder, which nobody means by it. */
final class PathConverter implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
        try {
            return path(text);
        } catch (InputException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }

    /** The same for a name that a command has as text. */
    static Path path(String text) throws InputException {
        if (text.isEmpty()) {
            throw new InputException("'' is no file or folder");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new InputException(Shown.text(text) + " cannot be the name of a file or folder");
        }
    }
}
