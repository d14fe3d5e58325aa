import java.io.File;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolvedModule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes {@code modules.args}: the arguments of a JVM in which Fenestra is modules, and its tests are in them.
 *
 * <p>The tests are compiled on the class path, all in one folder. A test in a package of a module becomes part of that
 * module, so it sees what is private to the package. The other tests stay on the class path. All of them see every
 * package of every module.
 */
final class ModuleArguments {
    private static final String OURS = "dev.fenestra.";
    private static final Set<String> ROOTS = Set.of("dev.fenestra.tools.cli", "dev.fenestra.vendor.mlx");

    /** What a test may use of Java, although the module of its package does not. */
    private static final String PLATFORM = ModuleFinder.ofSystem().findAll().stream()
            .map(module -> module.descriptor().name())
            .filter(name -> name.startsWith("java."))
            .sorted()
            .map(name -> "," + name)
            .collect(Collectors.joining());

    private final Path tests;
    private final Path patches;
    private final String everybody;
    private final List<String> arguments = new ArrayList<>();

    private ModuleArguments(Path target, Set<ResolvedModule> modules) {
        everybody = Stream.concat(
                        modules.stream().map(ResolvedModule::name).filter(name -> name.startsWith(OURS)),
                        Stream.of("ALL-UNNAMED"))
                .sorted()
                .collect(Collectors.joining(","));
        tests = target.resolve("test-classes");
        patches = target.resolve("patches");
    }

    /**
     * @param args the folder of what is built, and the class path of the tests
     */
    public static void main(String[] args) throws IOException {
        Path target = Path.of(args[0]);
        Path[] path = Stream.of(args[1].split(File.pathSeparator)).map(Path::of).toArray(Path[]::new);
        Set<ResolvedModule> modules = Configuration.resolve(
                        ModuleFinder.of(path), List.of(ModuleLayer.boot().configuration()), ModuleFinder.of(), ROOTS)
                .modules();
        ModuleArguments made = new ModuleArguments(target, modules);
        made.pathOf(modules);
        for (ResolvedModule module : modules) {
            if (module.name().startsWith(OURS)) {
                made.join(module);
            }
        }
        Files.write(target.resolve("modules.args"), made.arguments);
    }

    private void pathOf(Set<ResolvedModule> modules) {
        String path = modules.stream()
                .map(module ->
                        Path.of(module.reference().location().orElseThrow()).toString())
                .sorted()
                .collect(Collectors.joining(File.pathSeparator));
        add("--module-path", path);
        add("--add-modules", "ALL-MODULE-PATH");
        add("--enable-native-access", "dev.fenestra.hw.sim,dev.fenestra.tools.cli,ALL-UNNAMED");
    }

    private void join(ResolvedModule module) throws IOException {
        String name = module.name();
        add("--add-reads", name + "=" + everybody + PLATFORM);
        for (String packaged : new TreeSet<>(module.reference().descriptor().packages())) {
            add("--add-opens", name + "/" + packaged + "=" + everybody);
            Path folder = Path.of(packaged.replace('.', '/'));
            if (Files.isDirectory(tests.resolve(folder))) {
                copy(folder, patches.resolve(name));
            }
        }
        if (Files.isDirectory(patches.resolve(name))) {
            add("--patch-module", name + "=" + patches.resolve(name));
        }
    }

    /** The files of one package. Another package below it may belong to another module. */
    private void copy(Path folder, Path patch) throws IOException {
        Files.createDirectories(patch.resolve(folder));
        try (Stream<Path> entries = Files.list(tests.resolve(folder))) {
            for (Path file : entries.filter(Files::isRegularFile).toList()) {
                Files.copy(
                        file, patch.resolve(folder).resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private void add(String option, String value) {
        arguments.add(option);
        arguments.add('"' + value.replace("\\", "\\\\") + '"');
    }
}
