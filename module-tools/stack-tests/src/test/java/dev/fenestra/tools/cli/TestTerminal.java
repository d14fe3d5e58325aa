package dev.fenestra.tools.cli;

import dev.fenestra.tools.demo.DemoFiles;
import dev.fenestra.tools.testing.BrokenStream;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.function.LongSupplier;

/** A terminal that remembers what was printed. */
final class TestTerminal {
    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();

    /** The result of the last run. */
    int exitCode;

    private boolean interactive;
    private boolean screen;
    private boolean colored;
    private int columns = Terminal.USUAL_COLUMNS;
    private LongSupplier nanos = () -> 0;
    private byte[] in = {};
    private DemoFiles.Opener files = Files::newInputStream;

    /** Somebody looks at it. */
    TestTerminal interactive() {
        interactive = true;
        return this;
    }

    /** Its standard output is a terminal. */
    TestTerminal screen() {
        screen = true;
        return this;
    }

    /** It shows colours. */
    TestTerminal colored() {
        colored = true;
        return this;
    }

    TestTerminal columns(int width) {
        columns = width;
        return this;
    }

    TestTerminal clock(LongSupplier clock) {
        nanos = clock;
        return this;
    }

    /** What standard input holds. */
    TestTerminal in(String text) {
        in = text.getBytes(StandardCharsets.US_ASCII);
        return this;
    }

    TestTerminal files(DemoFiles.Opener opener) {
        files = opener;
        return this;
    }

    int run(String... args) {
        return Main.run(terminal(), args);
    }

    Terminal terminal() {
        return terminal(new PrintWriter(out));
    }

    /** Its standard output cannot be written. */
    Terminal full() {
        return terminal(new PrintWriter(new BrokenStream(0), false, StandardCharsets.UTF_8));
    }

    /** Its standard output is somewhere else. */
    Terminal terminal(PrintWriter output) {
        return new Terminal(
                output,
                new PrintWriter(err),
                () -> interactive,
                screen,
                colored,
                columns,
                nanos,
                files,
                new ByteArrayInputStream(in));
    }
}
