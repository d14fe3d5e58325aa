package dev.fenestra.tools.cli;

import dev.fenestra.tools.demo.DemoFiles;
import java.io.Console;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The surroundings of the command line: streams, clock and files.
 *
 * @param isInteractive whether {@code err} is a terminal
 * @param isColored whether help may have colours and the width of the terminal
 * @param nanos a clock
 * @param files opens the files that the user names
 * @param in standard input
 */
public record Terminal(
        PrintWriter out,
        PrintWriter err,
        BooleanSupplier isInteractive,
        boolean isColored,
        LongSupplier nanos,
        DemoFiles.Opener files,
        InputStream in) {

    /** Standard streams, wall clock and real files. */
    static Terminal system() {
        return new Terminal(
                new PrintWriter(System.out),
                new PrintWriter(System.err, true),
                Terminal::isConsole,
                isConsole() && System.getenv("NO_COLOR") == null && !"dumb".equals(System.getenv("TERM")),
                System::nanoTime,
                Files::newInputStream,
                System.in);
    }

    private static boolean isConsole() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }
}
