package dev.fenestra.tools.slate;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.provider.ProviderName;
import dev.fenestra.tools.provider.ProviderTemplate;
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
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The skeleton of a provider under the name slate, compiled once, with every warning an error: against what a vendor
 * may know and nothing else, as far as there are modules. It is loaded through a module layer where our own modules are
 * modules, and by a class loader where they are on the class path.
 */
public final class SlateModule {
    private static final String NAME = "slate.rdma";
    private static final Set<String> KNOWN =
            Set.of("dev.fenestra.ib.core", "dev.fenestra.hw.sim", "dev.fenestra.vendor.mlx", "org.jspecify");
    private static final String SOURCES = "src/main/java/";
    private static final String RESOURCES = "src/main/resources/";
    private static final Path CLASSES = compile();
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

    private static Path compile() {
        Path target = Path.of("target", "slate-" + ProcessHandle.current().pid());
        Path classes = target.resolve("classes");
        String modules = modulePath();
        boolean asModule = modules.split(File.pathSeparator).length >= KNOWN.size();
        List<String> arguments = new ArrayList<>(List.of(
                "-Xlint:all,-path,-processing,-missing-explicit-ctor",
                "-Werror",
                "-proc:none",
                "-d",
                classes.toString(),
                asModule ? "--module-path" : "--class-path",
                asModule ? modules : System.getProperty("java.class.path")));
        try {
            for (Map.Entry<String, String> file :
                    ProviderTemplate.SKELETON.files(new ProviderName("slate")).entrySet()) {
                write(target, classes, file.getKey(), file.getValue(), arguments, asModule);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        StringWriter messages = new StringWriter();
        PrintWriter out = new PrintWriter(messages);
        int result = ToolProvider.findFirst("javac").orElseThrow().run(out, out, arguments.toArray(String[]::new));
        if (result != 0) {
            throw new IllegalStateException(messages.toString());
        }
        return classes;
    }

    private static void write(
            Path target, Path classes, String path, String text, List<String> arguments, boolean asModule)
            throws IOException {
        boolean isSource = path.startsWith(SOURCES) && (asModule || !path.endsWith("module-info.java"));
        if (isSource || path.startsWith(RESOURCES)) {
            Path file = isSource ? target.resolve(path) : classes.resolve(path.substring(RESOURCES.length()));
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            if (isSource) {
                arguments.add(file.toString());
            }
        }
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
            case "dev.fenestra.vendor.mlx" -> "module-vendor-drv";
            default -> "jspecify";
        };
    }
}
