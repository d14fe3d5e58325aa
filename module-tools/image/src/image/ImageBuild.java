import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Makes an image of Java with Fenestra in it, and its archive, for the platform that this runs on. Run by the JDK of
 * the image: {@code java ImageBuild.java SOURCES TARGET VERSION CLASSPATH}.
 *
 * @param sources the folder with the launcher
 * @param target takes the image and the archive
 * @param name of the image's folder
 * @param jars of Fenestra and its libraries, which are explicit modules all
 */
record ImageBuild(Path sources, Path target, String name, List<Path> jars) {
    /** The provider is found by ServiceLoader; {@code run} needs the compiler, {@code shell} the other one. */
    private static final String ROOTS = "dev.fenestra.tools.cli,dev.fenestra.vendor.mlx,jdk.compiler,jdk.jshell";

    private static final String TOOLS = "dev.fenestra.tools.cli/dev.fenestra.tools.";
    private static final int ARGUMENTS = 4;

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length != ARGUMENTS) {
            throw new IllegalArgumentException("usage: java ImageBuild.java SOURCES TARGET VERSION CLASSPATH");
        }
        List<Path> jars = Stream.of(args[3].split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::isRegularFile)
                .toList();
        new ImageBuild(Path.of(args[0]), Path.of(args[1]).toAbsolutePath(), "fenestra-" + args[2], jars).run();
    }

    private void run() throws IOException, InterruptedException {
        Path image = target.resolve(name);
        link(modules(), image);
        // 10 MB of signatures for "javac --release", which nothing here uses.
        Files.delete(image.resolve("lib/ct.sym"));
        Path launcher = image.resolve("bin/fenestra");
        Files.copy(sources.resolve("fenestra"), launcher);
        if (!isWindows()) {
            Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        strip(image);
        addPreloadedLibrary(image);
        addCache(image);
        archive();
    }

    private Path modules() throws IOException {
        Path modules = target.resolve("modules");
        delete(modules);
        Files.createDirectories(modules);
        for (Path jar : jars) {
            OldClasses.copy(jar, modules.resolve(jar.getFileName()));
        }
        return modules;
    }

    private static void link(Path modules, Path image) throws IOException {
        delete(image);
        ToolProvider jlink = ToolProvider.findFirst("jlink")
                .orElseThrow(
                        () -> new IllegalStateException("this Java has no jlink: " + System.getProperty("java.home")));
        int exitCode = jlink.run(
                System.out,
                System.err,
                "--module-path",
                modules.toString(),
                "--add-modules",
                ROOTS,
                "--compress",
                "zip-9",
                "--no-header-files",
                "--no-man-pages",
                "--output",
                image.toString());
        if (exitCode != 0) {
            throw new IllegalStateException("jlink ended with " + exitCode);
        }
    }

    /** The library for real programs, so that who uses the image needs no C compiler. */
    private void addPreloadedLibrary(Path image) throws IOException, InterruptedException {
        if (!isOnLinuxWith("cc")) {
            System.out.println("The image has no library for real programs: that needs Linux and a C compiler (cc).");
            return;
        }
        start(
                java(image),
                "-m",
                TOOLS + "bridge.PreloadedLibrary",
                image.resolve("lib").toString());
    }

    /** Names of functions that only a debugger of the JVM itself reads: 5 MB. */
    private void strip(Path image) throws IOException, InterruptedException {
        if (isOnLinuxWith("strip")) {
            start(
                    "strip",
                    "--strip-unneeded",
                    image.resolve("lib/server/libjvm.so").toString());
        }
    }

    private static boolean isOnLinuxWith(String program) {
        return System.getProperty("os.name").equals("Linux")
                && Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private void addCache(Path image) throws IOException, InterruptedException {
        Path cache = Files.createDirectories(image.resolve("lib/fenestra")).resolve("fenestra.aot");
        start(
                java(image),
                "-XX:+UseSerialGC",
                "-XX:AOTCacheOutput=" + cache,
                "-m",
                TOOLS + "cli.Rehearsal",
                "--help",
                "devinfo -v");
        if (!Files.exists(cache)) {
            throw new IllegalStateException("no start-up cache was made: see " + log());
        }
    }

    /** All systems that Java runs on have this program. It keeps links and rights, which a zip would not. */
    private void archive() throws IOException, InterruptedException {
        String platform = System.getProperty("os.name").toLowerCase(Locale.ROOT).replaceAll("[^a-z].*", "") + "-"
                + System.getProperty("os.arch").replace("amd64", "x64");
        Path archive = target.resolve(name + "-" + platform + ".tar.gz");
        start("tar", "-czf", archive.toString(), "-C", target.toString(), name);
        System.out.println("made " + target.resolve(name) + " and " + archive);
    }

    private void start(String... command) throws IOException, InterruptedException {
        int exitCode = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log().toFile())
                .start()
                .waitFor();
        if (exitCode != 0) {
            throw new IllegalStateException(
                    String.join(" ", command) + " ended with " + exitCode + ":\n" + Files.readString(log()));
        }
    }

    private Path log() {
        return target.resolve("image.log");
    }

    private static String java(Path image) {
        return image.resolve("bin").resolve(isWindows() ? "java.exe" : "java").toString();
    }

    private static boolean isWindows() {
        return File.separatorChar == '\\';
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
