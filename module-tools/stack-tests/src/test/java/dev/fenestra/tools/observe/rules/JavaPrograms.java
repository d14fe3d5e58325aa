package dev.fenestra.tools.observe.rules;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Java programs that the documents show, compiled and run in this machine. */
public final class JavaPrograms implements AutoCloseable {
    /** What a program prints is kept in its object, since tests share standard output. */
    private static final String KEEP = """
        java.util.List<String> said = new java.util.ArrayList<>();

        void say(Object line) {
            said.add(String.valueOf(line));
        }
        """;

    private final URLClassLoader loader;

    /**
     * Compiles programs.
     *
     * @param programs their texts, by the names of their classes
     * @param folder for their classes
     */
    public JavaPrograms(Map<String, String> programs, Path folder) throws MalformedURLException {
        List<JavaFileObject> sources = new ArrayList<>();
        programs.forEach((name, text) -> sources.add(
                new Source(name, text.replace("IO.println(", "say(").replace("IO::println", "this::say") + KEEP)));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        String modules = System.getProperty("jdk.module.path", "");
        List<String> options = new ArrayList<>(List.of("-proc:none", "-d", folder.toString()));
        options.addAll(
                modules.isEmpty()
                        ? List.of("-cp", System.getProperty("java.class.path"))
                        : List.of("-p", modules, "--add-modules", "dev.fenestra.tools.testkit"));
        assertTrue(compiler.getTask(said, null, null, options, null, sources).call(), said::toString);
        loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, JavaPrograms.class.getClassLoader());
    }

    /** Runs one, and returns what it says. */
    public List<String> run(String name) throws ReflectiveOperationException {
        Class<?> program = loader.loadClass(name);
        var constructor = program.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object instance = constructor.newInstance();
        Method main = program.getDeclaredMethod("main");
        main.setAccessible(true);
        main.invoke(instance);
        Field said = program.getDeclaredField("said");
        said.setAccessible(true);
        List<String> lines = new ArrayList<>();
        for (Object line : (List<?>) said.get(instance)) {
            lines.add(line.toString());
        }
        return lines;
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }

    /** A source that lies in memory. */
    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("memory:///" + name + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
