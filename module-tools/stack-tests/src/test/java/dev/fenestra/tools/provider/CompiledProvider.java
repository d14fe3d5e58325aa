package dev.fenestra.tools.provider;

import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A provider compiled from sources by the running JDK, as a module in a layer of its own; where the tests themselves
 * run on the class path, in a class loader of its own.
 */
final class CompiledProvider {
    private static final String MAIN_SOURCES = "src/main/java/";
    private static final String MAIN_RESOURCES = "src/main/resources/";

    private final Path classes;
    private final boolean asModule = CompiledProvider.class.getModule().isNamed();

    private CompiledProvider(Path classes) {
        this.classes = classes;
    }

    /**
     * Compiles the main part of a project.
     *
     * @param files text by path inside the project
     * @param folder empty; takes sources and classes
     */
    static CompiledProvider of(Map<String, String> files, Path folder) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        CompiledProvider provider = new CompiledProvider(classes);
        for (Map.Entry<String, String> file : files.entrySet()) {
            String path = file.getKey();
            if (path.startsWith(MAIN_SOURCES)) {
                write(folder.resolve(path), file.getValue());
            } else if (path.startsWith(MAIN_RESOURCES)) {
                write(classes.resolve(path.substring(MAIN_RESOURCES.length())), file.getValue());
            }
        }
        provider.compile(folder.resolve(MAIN_SOURCES));
        return provider;
    }

    /** Its module: a folder of classes. */
    Path classes() {
        return classes;
    }

    /** It, as the kit finds it. */
    ProviderUnderTest underTest() throws IOException {
        if (asModule) {
            return ProviderUnderTest.in(List.of(classes)).stream()
                    .filter(found -> !found.name().equals("mlx5"))
                    .findFirst()
                    .orElseThrow();
        }
        ClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, RdmaDriver.class.getClassLoader());
        return ServiceLoader.load(RdmaDriver.class, loader).stream()
                .map(ServiceLoader.Provider::get)
                .filter(driver -> driver.getClass().getClassLoader() == loader)
                .map(ProviderUnderTest::of)
                .findFirst()
                .orElseThrow();
    }

    private static void write(Path path, String text) throws IOException {
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void compile(Path sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter problems = new StringWriter();
        String path = System.getProperty(asModule ? "jdk.module.path" : "java.class.path");
        List<String> options = List.of(
                "-Werror",
                "-Xlint:all,-processing,-missing-explicit-ctor,-path,-classfile",
                "-proc:none",
                "-d",
                classes.toString(),
                asModule ? "--module-path" : "--class-path",
                path);
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
                Stream<Path> files = Files.walk(sources)) {
            List<File> units = files.map(Path::toFile)
                    .filter(file -> file.getName().endsWith(".java"))
                    .filter(file -> asModule || !file.getName().equals("module-info.java"))
                    .toList();
            boolean done = compiler.getTask(
                            problems, manager, null, options, null, manager.getJavaFileObjectsFromFiles(units))
                    .call();
            if (!done) {
                throw new AssertionError(problems.toString());
            }
        }
    }
}
