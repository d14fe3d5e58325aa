package dev.fenestra.tools.cli;

/** The command line {@code fenestra}. */
public final class Main {
    private static final int LOST = 1;

    private Main() {}

    public static void main(String[] args) {
        System.exit(run(Terminal.system(), args));
    }

    /**
     * Runs a command.
     *
     * @return its exit code: 0 for success, 1 when a rule was broken or its output cannot be written, 2 for bad usage
     *     or input
     */
    public static int run(Terminal terminal, String... args) {
        int exitCode = Commands.toRun(terminal, args).execute(args);
        boolean isLost = terminal.out().checkError();
        if (isLost && !isReaderGone(terminal)) {
            terminal.err().println("fenestra: standard output cannot be written.");
        }
        terminal.err().flush();
        return isLost ? LOST : exitCode;
    }

    private static boolean isReaderGone(Terminal terminal) {
        return terminal.out() instanceof StandardOutput output && output.isReaderGone();
    }
}
