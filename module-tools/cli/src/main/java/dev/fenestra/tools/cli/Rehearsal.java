package dev.fenestra.tools.cli;

/** Runs several commands in one JVM, whose classes and profiles then become the start-up cache of an image. */
public final class Rehearsal {
    private Rehearsal() {}

    /**
     * Runs them in order, and exits with the highest of their exit codes.
     *
     * @param commands one command with its arguments each, apart by spaces
     */
    public static void main(String[] commands) {
        int exitCode = 0;
        for (String command : commands) {
            exitCode = Math.max(exitCode, Main.run(Terminal.system(), command.split(" ", -1)));
        }
        // As the command line ends: its classes are to be in the cache, too.
        System.exit(exitCode);
    }
}
