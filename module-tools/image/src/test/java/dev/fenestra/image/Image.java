package dev.fenestra.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The image, unpacked from its archive into a folder that no build has seen. Its programs run in that folder, with a
 * PATH that has {@code sh} and nothing else.
 *
 * @param folder has the image, and the folders {@code bin} and {@code home}
 */
record Image(Path folder) {
    private static final Path BUILT = Path.of(System.getProperty("image.folder"));
    private static final long PATIENCE_SECONDS = 120;

    /** How a program ended, and what it said on both streams. */
    record Outcome(int exitCode, String text) {
        Outcome succeeded() {
            assertEquals(0, exitCode, text);
            return this;
        }

        Outcome says(String part) {
            assertTrue(text.contains(part), () -> "\"" + part + "\" is not in:\n" + text);
            return this;
        }
    }

    static Image unpackedIn(Path folder) throws IOException, InterruptedException {
        Image image = new Image(folder);
        Process tar = new ProcessBuilder("tar", "-xzf", archive().toString(), "-C", folder.toString())
                .inheritIO()
                .start();
        assertEquals(0, tar.waitFor());
        Files.createDirectories(folder.resolve("home"));
        Path shell = Path.of("/bin/sh").toRealPath();
        Files.createSymbolicLink(Files.createDirectories(folder.resolve("bin")).resolve("sh"), shell);
        return image;
    }

    static Path archive() throws IOException {
        try (Stream<Path> files = Files.list(BUILT.getParent())) {
            return files.filter(it -> it.getFileName().toString().startsWith(BUILT.getFileName() + "-")
                            && it.toString().endsWith(".tar.gz"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    Path root() {
        return folder.resolve(BUILT.getFileName());
    }

    Path program(String name) {
        return root().resolve("bin").resolve(name);
    }

    Outcome fenestra(String... arguments) throws IOException, InterruptedException {
        return run(Stream.concat(Stream.of(program("fenestra").toString()), Stream.of(arguments))
                .toList());
    }

    Outcome run(List<String> command) throws IOException, InterruptedException {
        Path said = Files.createTempFile(folder, "said", "");
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(said.toFile());
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of(
                        "PATH", folder.resolve("bin").toString(),
                        "HOME", folder.resolve("home").toString()));
        Process process = builder.start();
        try {
            assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), () -> command + " does not end");
        } finally {
            process.destroyForcibly();
        }
        return new Outcome(process.exitValue(), Files.readString(said));
    }

    /** The sum of the sizes of its files. */
    long bytes() throws IOException {
        try (Stream<Path> files = Files.walk(root())) {
            return files.filter(it -> Files.isRegularFile(it) && !Files.isSymbolicLink(it))
                    .mapToLong(Image::size)
                    .sum();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
