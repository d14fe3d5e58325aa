package dev.fenestra.tools.cli;

/** Runs several commands in one JVM, whose classes and profiles then become the start-up cache of an image. */
public final class Rehearsal {
    private Rehearsal() {}

    /**
     * Runs them in order.
     *
     * @param commands one command with its arguments each, apart by spaces
     */
    public static void main(String[] commands) {
        for (String command : commands) {
            Main.run(Terminal.system(), command.split(" ", -1));
        }
    }
}
