package dev.fenestra.tools.routes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the agent logs of two classes that are compiled for it. */
class MethodLogTest {
    private static final String FOLDER = "dev/fenestra/example/";
    private static final String PACKAGE = "dev.fenestra.example.";

    @TempDir
    private Path folder;

    private Class<?> first;

    @BeforeEach
    void load() throws IOException, ReflectiveOperationException {
        write("First", """
            public class First {
                static final Object STARTED = new Object();
                public static int done;
                public static void go() { new First().over(); done = 1; over(2); over(3); }
                private void over() { Second.Inner.visit(() -> over(1)); }
                private static void over(int times) {}
                public static void apart() throws Exception {
                    Thread other = new Thread(() -> { over(1); Second.Inner.visit(() -> {}); });
                    other.start();
                    other.join();
                    over(1);
                }
            }
            """);
        write("Second", """
            abstract class Second {
                abstract void never();
                record Inner(int number) {
                    static void visit(Runnable visitor) { new Inner(4).number(); visitor.run(); }
                }
            }
            """);
        int result = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-d",
                        folder.toString(),
                        folder.resolve("First.java").toString(),
                        folder.resolve("Second.java").toString());
        assertEquals(0, result);
        first = Class.forName(PACKAGE + "First", true, new Logged(folder));
    }

    private void write(String name, String code) throws IOException {
        Files.writeString(folder.resolve(name + ".java"), "package dev.fenestra.example;\n" + code);
    }

    /** Loads the classes of a folder as a JVM with the agent does. */
    private static final class Logged extends ClassLoader {
        private final Path folder;

        Logged(Path folder) {
            super(MethodLogTest.class.getClassLoader());
            this.folder = folder;
        }

        @Override
        protected Class<?> findClass(String name) {
            String path = name.replace('.', '/');
            try {
                byte[] bytes = Files.readAllBytes(folder.resolve(path + ".class"));
                byte[] logged = new MethodLog().transform(this, path, null, null, bytes);
                return defineClass(name, logged, 0, logged.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void call(String method) {
        try {
            first.getMethod(method).invoke(null);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            throw new AssertionError(e);
        }
    }

    private boolean isDone() {
        try {
            return first.getField("done").getInt(null) == 1;
        } catch (NoSuchFieldException | IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private TripLog log(Span span, String method, BooleanSupplier effect) {
        return MethodLog.record(span, () -> call(method), effect);
    }

    @Test
    void shouldLogFilesAndMethodsInOrderOfTheirFirstEntry() {
        TripLog log = log(Span.WHOLE, "go", this::isDone);

        assertEquals(List.of(FOLDER + "First.java", FOLDER + "Second.java"), log.files());
        assertEquals(
                List.of(
                        "First.go",
                        "First.<init>",
                        "First.over",
                        "Second.Inner.visit",
                        "Second.Inner.<init>",
                        "Second.Inner.number",
                        "First.lambda$over$0"),
                log.methods().stream()
                        .map(method -> method.replace(PACKAGE, ""))
                        .toList());
        assertEquals(2, log.switches());
        assertEquals(2, log.untilEffect());
    }

    /** The effect of a trip may be there before its end, or at its end only. */
    @Test
    void shouldCountTheFilesUntilTheEffect() {
        AtomicInteger asked = new AtomicInteger();

        assertEquals(1, log(Span.WHOLE, "go", () -> asked.incrementAndGet() > 2).untilEffect());
        assertEquals(3, asked.get());
        assertThrows(IllegalStateException.class, () -> log(Span.WHOLE, "go", () -> false));
    }

    @Test
    void shouldLeaveOutWhatTheQuestionForTheEffectEnters() {
        TripLog log = log(Span.WHOLE, "apart", () -> {
            call("go");
            return true;
        });

        assertEquals(0, log.untilEffect());
        assertEquals(
                List.of("First.apart", "First.lambda$apart$0", "First.over", "Second.Inner.visit"),
                log.methods().stream()
                        .map(method -> method.replace(PACKAGE, ""))
                        .limit(4)
                        .toList());
    }

    @Test
    void shouldLogOnlyTheThreadThatServesTheTripAndNotWhileItWaits() {
        Span span = new Span("First.lambda$apart$0", "Second.Inner.number", "First.over", "Second.Inner.<init>");

        TripLog log = log(span, "apart", () -> true);

        assertEquals(
                List.of("First.lambda$apart$0", "Second.Inner.<init>", "Second.Inner.number"),
                log.methods().stream()
                        .map(method -> method.replace(PACKAGE, ""))
                        .toList());
    }

    @Test
    void shouldLogNothingBeforeATripAndAfterIt() {
        call("go");
        TripLog log = MethodLog.record(Span.WHOLE, () -> {}, () -> true);
        call("go");
        assertEquals(new TripLog(List.of(), List.of(), 0, 0), log);
    }

    @Test
    void shouldLeaveAloneTheClassesOfOthersAndThoseBesideItself() {
        MethodLog agent = new MethodLog();
        ClassLoader loader = MethodLogTest.class.getClassLoader();

        assertNull(agent.transform(loader, "java/util/List", null, null, new byte[0]));
        assertNull(agent.transform(loader, FOLDER + "First", null, MethodLog.class.getProtectionDomain(), new byte[0]));
    }
}
