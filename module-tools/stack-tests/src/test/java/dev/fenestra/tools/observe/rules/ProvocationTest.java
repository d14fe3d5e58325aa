package dev.fenestra.tools.observe.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java programs of {@code fenestra why} break the rules that they are shown for. */
class ProvocationTest {
    /** What a program prints is kept in its object, since tests share standard output. */
    private static final String KEEP = """
        java.util.List<String> said = new java.util.ArrayList<>();

        void say(Object line) {
            said.add(String.valueOf(line));
        }
        """;

    private final RuleTable table = RuleTable.assemble();

    @Test
    void shouldBreakTheRuleThatEachJavaProgramIsShownFor(@TempDir Path folder) throws Exception {
        List<Provocation> programs = programs();
        compile(programs, folder);
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            for (Provocation program : programs) {
                String said = run(loader.loadClass(program.name())).toString();
                assertTrue(isBroken(program.rule(), said), program.name() + ": " + said);
            }
        }
    }

    /** Each status and each of the usual errnos has a program. */
    @Test
    void shouldHaveAProgramForEachSymptomThatNamesOne() {
        List<String> examples = RuleAdvice.load().symptoms().stream()
                .map(Symptom::example)
                .filter(id -> !id.isEmpty())
                .toList();
        assertTrue(examples.size() >= 14, examples.toString());
        assertEquals(
                new TreeSet<>(examples),
                new TreeSet<>(programs().stream().map(one -> one.rule().id()).toList()));
    }

    /** A flushed request is no refusal, but its completion has the number of the rule. */
    private static boolean isBroken(RuleEntry rule, String said) {
        return said.contains("[" + rule.id() + "]")
                || said.contains("vendorError=" + rule.vendorError().orElse(-1));
    }

    private List<Provocation> programs() {
        return table.entries().stream()
                .map(Provocation::of)
                .flatMap(Optional::stream)
                .toList();
    }

    private static void compile(List<Provocation> programs, Path folder) {
        List<JavaFileObject> sources = new ArrayList<>();
        for (Provocation program : programs) {
            String text =
                    program.javaProgram().replace("IO.println(", "say(").replace("IO::println", "this::say") + KEEP;
            sources.add(new Source(program.name(), text.replace("IO.println(host", "say(host")));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        String modules = System.getProperty("jdk.module.path", "");
        List<String> options = new ArrayList<>(List.of("-proc:none", "-d", folder.toString()));
        options.addAll(
                modules.isEmpty()
                        ? List.of("-cp", System.getProperty("java.class.path"))
                        : List.of("-p", modules, "--add-modules", "dev.fenestra.tools.testkit"));
        assertTrue(compiler.getTask(said, null, null, options, null, sources).call(), said::toString);
    }

    private static Object run(Class<?> program) throws ReflectiveOperationException {
        var constructor = program.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object instance = constructor.newInstance();
        Method main = program.getDeclaredMethod("main");
        main.setAccessible(true);
        main.invoke(instance);
        Field said = program.getDeclaredField("said");
        said.setAccessible(true);
        return said.get(instance);
    }

    /** A source that lies in memory. */
    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("memory:///" + name + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) throws IOException {
            return text;
        }
    }
}
