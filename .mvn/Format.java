import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.ImportOrderer;
import com.palantir.javaformat.java.JavaFormatterOptions;
import com.palantir.javaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks or applies palantir-java-format (120 columns) on all sources; run from the project's root. Exits with 0 when
 * all is well, with 3 when a check found files that are not formatted.
 */
final class Format {

    private static final Formatter FORMATTER = Formatter.createFormatter(JavaFormatterOptions.builder()
            .style(JavaFormatterOptions.Style.PALANTIR)
            .build());

    /** Exists after a check that found something: the build fails on it. */
    private static final Path NOT_FORMATTED = Path.of("target/formatter/not-formatted");

    private static final int COLUMNS = 120;

    private Format() {}

    public static void main(String[] args) throws IOException {
        boolean apply = switch (args.length == 1 ? args[0] : "") {
            case "apply" -> true;
            case "check" -> false;
            default -> throw new IllegalArgumentException("usage: java @.mvn/format.args check|apply");
        };
        Files.deleteIfExists(NOT_FORMATTED);
        List<Path> changed = sources().parallelStream()
                .filter(file -> isChanged(file, apply))
                .sorted()
                .toList();
        changed.forEach(file -> System.out.println((apply ? "formatted: " : "not formatted: ") + file));
        if (!apply && !changed.isEmpty()) {
            Files.createFile(NOT_FORMATTED);
            System.exit(3);
        }
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>(List.of(Path.of(".mvn/Format.java")));
        for (Path module : modules()) {
            Path src = module.resolve("src");
            if (Files.isDirectory(src)) {
                try (Stream<Path> files = Files.walk(src)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                }
            }
        }
        return sources;
    }

    private static List<Path> modules() throws IOException {
        try (Stream<Path> folders = Files.walk(Path.of(""), 2)) {
            return folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .toList();
        }
    }

    private static boolean isChanged(Path file, boolean apply) {
        try {
            String before = Files.readString(file);
            if (isFormattedAtFirstSight(before)) {
                return false;
            }
            String after = FORMATTER.formatSourceAndFixImports(before);
            boolean changed = !before.equals(after);
            if (changed && apply) {
                Files.writeString(file, after);
            }
            return changed;
        } catch (FormatterException e) {
            System.out.println(file + ": " + e.getMessage());
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether all is well without the formatter's look at long literals, which formats all of a file once more. */
    private static boolean isFormattedAtFirstSight(String before) throws FormatterException {
        boolean mayHoldALongLiteral = before.lines().anyMatch(line -> line.length() > COLUMNS && line.contains("\""));
        if (mayHoldALongLiteral) {
            return false;
        }
        String ordered = ImportOrderer.reorderImports(before, JavaFormatterOptions.Style.PALANTIR);
        return before.equals(FORMATTER.formatSource(RemoveUnusedImports.removeUnusedImports(ordered)));
    }
}
