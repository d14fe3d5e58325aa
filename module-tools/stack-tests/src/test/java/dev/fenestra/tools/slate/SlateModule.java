package dev.fenestra.tools.slate;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The slate module, compiled once: against what a vendor may know and nothing else, with every warning an error. It is
 * loaded through a module layer where our own modules are modules, and by a class loader where they are on the class
 * path.
 */
public final class SlateModule {
    private static final String NAME = "dev.fenestra.vendor.slate";
    private static final Set<String> KNOWN = Set.of("dev.fenestra.ib.core", "dev.fenestra.hw.sim", "org.jspecify");
    private static final Path SOURCES = Path.of("src", "slate");
    private static final Path CLASSES =
            compile(Path.of("target", "slate-" + ProcessHandle.current().pid()));

    private static final UnaryOperator<TestBenchBuilder> DRIVERS = drivers();

    private SlateModule() {}

    /** The compiled module. */
    static Path classes() {
        return CLASSES;
    }

    /** A bench of slate cards. */
    public static TestBenchBuilder bench() {
        return DRIVERS.apply(TestBench.builder().provider("slate"));
    }

    /** A bench that finds slate's driver and mlx5's. */
    public static TestBenchBuilder mixed() {
        return DRIVERS.apply(TestBench.builder());
    }

    /** From one layer, or loader, for all benches: each would load the classes again. */
    private static UnaryOperator<TestBenchBuilder> drivers() {
        if (TestBench.class.getModule().isNamed()) {
            ModuleLayer layer = layer();
            return builder -> builder.drivers(layer);
        }
        ClassLoader loader = classLoader();
        return builder -> builder.drivers(loader);
    }

    private static ModuleLayer layer() {
        ModuleLayer ours = TestBench.class.getModule().getLayer();
        Configuration configuration =
                ours.configuration().resolveAndBind(ModuleFinder.of(CLASSES), ModuleFinder.of(), Set.of(NAME));
        return ours.defineModulesWithOneLoader(configuration, TestBench.class.getClassLoader());
    }

    private static ClassLoader classLoader() {
        try {
            return new URLClassLoader(new URL[] {CLASSES.toUri().toURL()}, TestBench.class.getClassLoader());
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path compile(Path target) {
        List<String> arguments = new ArrayList<>(List.of(
                "-Xlint:all,-path,-processing,-missing-explicit-ctor",
                "-Werror",
                "-d",
                target.toString(),
                "--module-path",
                modulePath()));
        try (Stream<Path> files = Files.walk(SOURCES.resolve("java"))) {
            files.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
            StringWriter messages = new StringWriter();
            PrintWriter out = new PrintWriter(messages);
            int result = ToolProvider.findFirst("javac").orElseThrow().run(out, out, arguments.toArray(String[]::new));
            if (result != 0) {
                throw new IllegalStateException(messages.toString());
            }
            copyService(target);
            return target;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copyService(Path target) throws IOException {
        Path service = Path.of("META-INF", "services", "dev.fenestra.ib.core.spi.RdmaDriver");
        Path copy = target.resolve(service);
        Files.createDirectories(copy.getParent());
        Files.write(copy, Files.readAllBytes(SOURCES.resolve("resources").resolve(service)));
    }

    /** Where the modules lie that a vendor may know, whichever path they are on. */
    private static String modulePath() {
        return Stream.of("jdk.module.path", "java.class.path")
                .map(System::getProperty)
                .filter(path -> path != null && !path.isEmpty())
                .flatMap(path -> Arrays.stream(path.split(File.pathSeparator)))
                .filter(SlateModule::isKnown)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isKnown(String entry) {
        Path path = Path.of(entry);
        boolean mayBe = KNOWN.stream().anyMatch(name -> entry.contains(name) || entry.contains(artifact(name)));
        return mayBe
                && Files.exists(path)
                && ModuleFinder.of(path).findAll().stream()
                        .anyMatch(module -> KNOWN.contains(module.descriptor().name()));
    }

    /** What the file of a module may be called, for one that is not called as the module is. */
    private static String artifact(String name) {
        return switch (name) {
            case "dev.fenestra.ib.core" -> "module-ib-core";
            case "dev.fenestra.hw.sim" -> "module-hw-sim";
            default -> "jspecify";
        };
    }
}
