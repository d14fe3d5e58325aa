package dev.fenestra.tools.bridge;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * The library that is loaded into programs. It is written in C. An image of Java with Fenestra has it built. Otherwise
 * it is built at its first use and kept in the user's cache.
 */
public final class PreloadedLibrary {
    private static final Sources BRIDGE = new Sources(
            "preload",
            "",
            "connections.h",
            "memory.h",
            "runs.h",
            "moves.h",
            "pointers.h",
            "shared.h",
            "service.h",
            "forks.h",
            "calls.h",
            "commands.h",
            "changes.h",
            "advice.h",
            "polls.h",
            "posts.h",
            "arms.h",
            "paths.h",
            "counters.h",
            "netlink.h",
            "preload.c");
    /** Tells a server what a program does, for the check of what it owes. */
    private static final Sources CHECK = new Sources(
            "check",
            "check/",
            "ring.h",
            "places.h",
            "kept.h",
            "objects.h",
            "arms.h",
            "receives.h",
            "requests.h",
            "extended.h",
            "windows.h",
            "check.c");

    private static final Path VERBS = Path.of("/usr/include/infiniband/verbs.h");
    private static final String FOLDER = "fenestra";
    /** Names of versions of libc that symbols of the library have. */
    private static final String VERSIONS = "GLIBC_2.2.5 {};\nGLIBC_2.17 {};\n";

    private static final int NAME_DIGITS = 16;
    private static final int PATIENCE_SECONDS = 60;
    private static final List<String> LIBRARIES = List.of(
            "/usr/lib/x86_64-linux-gnu/libibverbs.so.1",
            "/usr/lib/aarch64-linux-gnu/libibverbs.so.1",
            "/usr/lib64/libibverbs.so.1",
            "/usr/lib/libibverbs.so.1",
            "/usr/local/lib/libibverbs.so.1");

    private PreloadedLibrary() {}

    /**
     * What a library is made of.
     *
     * @param name first part of its name
     * @param folder beside this class
     * @param files the last one includes the others
     */
    private record Sources(String name, String folder, List<String> files) {

        Sources(String name, String folder, String... files) {
            this(name, folder, List.of(files));
        }

        byte[] read(String file) throws IOException {
            try (InputStream in = Objects.requireNonNull(
                    PreloadedLibrary.class.getResourceAsStream(folder + file), "a file of this module")) {
                return in.readAllBytes();
            }
        }

        /** The name of the library has a digest of its sources. */
        String library() throws IOException {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (String file : files) {
                all.write(read(file));
            }
            return name + "-" + digest(all.toByteArray()) + ".so";
        }
    }

    /** A sentence that names what is missing to run programs of rdma-core here; empty when nothing is missing. */
    public static String missing(Map<String, String> environment) throws IOException {
        if (!System.getProperty("os.name").equals("Linux")) {
            return "real programs run on Linux only.";
        }
        if (LIBRARIES.stream().noneMatch(library -> Files.exists(Path.of(library)))) {
            return "libibverbs is not installed: on Debian and Ubuntu install the packages ibverbs-providers and"
                    + " ibverbs-utils, on Fedora libibverbs and libibverbs-utils.";
        }
        boolean hasCompiler = List.of(environment.getOrDefault("PATH", "").split(":")).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "cc")));
        return hasCompiler || Files.exists(shipped(BRIDGE.library()))
                ? ""
                : "there is no C compiler (cc): on Debian and Ubuntu install the packages gcc and libc6-dev, on Fedora"
                        + " gcc and glibc-devel.";
    }

    /** A sentence that names what is missing to check programs of rdma-core here; empty when nothing is missing. */
    public static String missingForCheck(Map<String, String> environment) throws IOException {
        String missing = missing(environment);
        return !missing.isEmpty() || Files.exists(VERBS) || Files.exists(shipped(CHECK.library()))
                ? missing
                : "there is no " + VERBS + ": on Debian and Ubuntu install the package libibverbs-dev, on Fedora"
                        + " rdma-core-devel.";
    }

    /**
     * Builds the library for an image.
     *
     * @param folders the folder {@code lib} of the image
     * @throws IOException when it cannot be built; the message is what the compiler says
     */
    public static void main(String[] folders) throws IOException {
        Map<String, String> image = Map.of("XDG_CACHE_HOME", folders[0]);
        build(image);
        if (missingForCheck(System.getenv()).isEmpty()) {
            buildCheck(image);
        }
    }

    /**
     * Builds the library, unless this version of it comes with this Java or is in the cache.
     *
     * @return the library
     * @throws IOException when it cannot be built; the message is what the compiler says
     */
    public static Path build(Map<String, String> environment) throws IOException {
        return build(BRIDGE, environment);
    }

    /**
     * Builds the library for the check of what programs owe, which is preloaded before the other one.
     *
     * @return the library
     * @throws IOException when it cannot be built; the message is what the compiler says
     */
    public static Path buildCheck(Map<String, String> environment) throws IOException {
        return build(CHECK, environment);
    }

    private static Path build(Sources sources, Map<String, String> environment) throws IOException {
        String name = sources.library();
        Path shipped = shipped(name);
        if (Files.exists(shipped)) {
            return shipped;
        }
        Path folder = cache(environment);
        Path library = folder.resolve(name);
        if (Files.exists(library)) {
            return library;
        }
        Files.createDirectories(folder);
        Path scratch = Files.createTempDirectory(folder, "build");
        Path versions = scratch.resolve("versions");
        Path made = scratch.resolve("made.so");
        try {
            for (String source : sources.files()) {
                Files.write(scratch.resolve(source), sources.read(source));
            }
            Files.writeString(versions, VERSIONS);
            compile(scratch.resolve(sources.files().getLast()), versions, made);
            Files.move(made, library, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            for (String source : sources.files()) {
                Files.deleteIfExists(scratch.resolve(source));
            }
            Files.deleteIfExists(versions);
            Files.deleteIfExists(made);
            Files.deleteIfExists(scratch);
        }
        return library;
    }

    private static Path shipped(String name) {
        return Path.of(System.getProperty("java.home"), "lib", FOLDER, name);
    }

    private static Path cache(Map<String, String> environment) {
        String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path base = cache.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
        return base.resolve(FOLDER);
    }

    private static void compile(Path source, Path versions, Path library) throws IOException {
        List<String> command = List.of(
                "cc",
                "-O2",
                "-shared",
                "-fPIC",
                "-Wl,--version-script=" + versions,
                "-o",
                library.toString(),
                source.toString(),
                "-ldl",
                "-lpthread");
        Process compiler = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (!compiler.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || compiler.exitValue() != 0) {
                throw new IOException("cc could not build the library for real programs: " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while cc was at work", e);
        }
    }

    private static String digest(byte[] source) {
        try {
            byte[] sum = MessageDigest.getInstance("SHA-256").digest(source);
            return HexFormat.of().formatHex(sum).substring(0, NAME_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
