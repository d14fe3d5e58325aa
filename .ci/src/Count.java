import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Counts lines of Java that have code: neither blank nor only comment. The folder of the project has a line for each
 * module, with the code of the product and of its tests (which includes benchmarks and samples). Any other folder has
 * one number.
 */
final class Count {
    /** Lines of main code and of all other code. */
    private record Lines(long main, long test) {
        Lines plus(Lines other) {
            return new Lines(main + other.main, test + other.test);
        }

        String row(String name) {
            return String.format("%-26s %8d %8d %8d", name, main, test, main + test);
        }
    }

    private Count() {}

    public static void main(String... arguments) throws IOException {
        Path folder = Path.of(arguments[0]).toRealPath();
        List<Path> modules = modules(folder);
        if (modules.isEmpty()) {
            System.out.println(lines(SourceText.files(folder)));
            return;
        }
        System.out.printf("%-26s %8s %8s %8s%n", "code lines", "main", "test", "both");
        Lines total = new Lines(0, 0);
        for (Path module : modules) {
            Path sources = module.resolve("src");
            long main = lines(SourceText.files(sources.resolve("main")));
            Lines lines = new Lines(main, lines(SourceText.files(sources)) - main);
            System.out.println(lines.row(folder.relativize(module).toString()));
            total = total.plus(lines);
        }
        System.out.println(total.row("total"));
    }

    private static List<Path> modules(Path folder) throws IOException {
        try (Stream<Path> entries = Files.walk(folder, 2)) {
            return entries.filter(entry -> Files.exists(entry.resolve("pom.xml")) && Files.exists(entry.resolve("src")))
                    .sorted()
                    .toList();
        }
    }

    private static long lines(List<Path> files) throws IOException {
        long lines = 0;
        for (Path file : files) {
            lines += SourceText.code(Files.readString(file))
                    .lines()
                    .filter(line -> !line.isBlank())
                    .count();
        }
        return lines;
    }
}
