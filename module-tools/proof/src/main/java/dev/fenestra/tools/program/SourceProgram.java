package dev.fenestra.tools.program;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A program in one source file, or several files beside each other, as {@code java FILE.java} runs it. */
public final class SourceProgram {
    /** The exit code of a JVM that cannot compile its program. The program may use it, too. */
    public static final int NOT_COMPILED = 1;

    private static final String ROOT_MODULE = "dev.fenestra.tools.proof";

    private final Path file;

    public SourceProgram(Path file) {
        this.file = file;
    }

    /**
     * Runs it in a JVM of its own, with the JDK, modules, working directory and standard streams of this JVM. It ends
     * when this JVM ends.
     *
     * @return its exit code
     * @throws IOException when no JVM can be started
     */
    public int run(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(modules());
        command.add(file.toString());
        command.addAll(arguments);
        return ChildProgram.run(command);
    }

    /** Whether it can be compiled. */
    public boolean compiles() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = new ArrayList<>(modules());
            // The compiler stops after the last check, so it writes no classes.
            options.addAll(List.of("-proc:none", "-XDshould-stop.ifNoError=FLOW", "-sourcepath", folder().toString()));
            return compiler.getTask(Writer.nullWriter(), files, _ -> {}, options, null, files.getJavaFileObjects(file))
                    .call();
        }
    }

    private Path folder() {
        Path absolute = file.toAbsolutePath();
        Path parent = absolute.getParent();
        return parent == null ? absolute : parent;
    }

    /**
     * Options of a JVM that give it the path of this one, whether that has modules or classes, and all of Fenestra's
     * modules. An image of Java with Fenestra in it has no path.
     */
    public static List<String> modules() {
        String path = Stream.of("jdk.module.path", "java.class.path")
                .map(name -> System.getProperty(name, ""))
                .filter(entries -> !entries.isEmpty())
                .findFirst()
                .orElse("");
        List<String> roots = List.of("--add-modules", ROOT_MODULE);
        return path.isEmpty()
                ? roots
                : Stream.concat(Stream.of("--module-path", path), roots.stream())
                        .toList();
    }
}
