package dev.fenestra.tools.cli;

import dev.fenestra.tools.demo.DemoFiles;
import java.io.Console;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The surroundings of the command line: streams, clock and files.
 *
 * @param isInteractive whether {@code err} is a terminal
 * @param isScreen whether {@code out} is a terminal
 * @param isColored whether help and tables may have colours
 * @param columns the width of the terminal, or 80 where there is none
 * @param nanos a clock
 * @param files opens the files that the user names
 * @param in standard input
 */
public record Terminal(
        PrintWriter out,
        PrintWriter err,
        BooleanSupplier isInteractive,
        boolean isScreen,
        boolean isColored,
        int columns,
        LongSupplier nanos,
        DemoFiles.Opener files,
        InputStream in) {
    /** The width of everything that is no terminal. */
    static final int USUAL_COLUMNS = 80;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final int LEAST_COLUMNS = 55;
    private static final int MOST_COLUMNS = 400;

    /** Which streams are terminals, as the launcher saw it: a JVM can only tell of standard input and output. */
    private static final String SEEN = "fenestra.terminal";

    /** Standard streams, wall clock and real files. */
    static Terminal system() {
        return new Terminal(
                StandardOutput.ofProcess(),
                new PrintWriter(System.err, true),
                () -> isTerminal("err"),
                isTerminal("out"),
                isTerminal("out") && isUnset("NO_COLOR") && !"dumb".equals(System.getenv("TERM")),
                columns(System.getenv("COLUMNS")),
                System::nanoTime,
                Files::newInputStream,
                System.in);
    }

    /** The width that the variable COLUMNS says, within reason. */
    static int columns(@Nullable String said) {
        return said == null || !said.matches("[0-9]{1,6}")
                ? USUAL_COLUMNS
                : Math.clamp(Integer.parseInt(said), LEAST_COLUMNS, MOST_COLUMNS);
    }

    /** Seconds since a time of the clock. */
    double secondsSince(long start) {
        return (nanos.getAsLong() - start) / NANOS_PER_SECOND;
    }

    /** As no-color.org has it, an empty variable is none. */
    private static boolean isUnset(String variable) {
        return System.getenv().getOrDefault(variable, "").isEmpty();
    }

    private static boolean isTerminal(String stream) {
        String seen = System.getProperty(SEEN);
        return seen == null ? isConsole() : seen.contains(stream);
    }

    private static boolean isConsole() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }
}
