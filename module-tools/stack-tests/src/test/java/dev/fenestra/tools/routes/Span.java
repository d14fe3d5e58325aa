package dev.fenestra.tools.routes;

/**
 * Which entries belong to a trip. Methods are named by class and name.
 *
 * @param first the method by whose entry a thread begins to serve the trip; empty for the whole trip, in all threads
 * @param last the method by whose entry that thread has served it
 * @param pause the method by whose entry that thread begins to wait for another one. How long it looks before it sleeps
 *     differs from time to time, so what it enters meanwhile does not belong to the trip
 * @param end the method by whose entry it has waited
 */
record Span(String first, String last, String pause, String end) {
    static final Span WHOLE = new Span("", "", "", "");

    boolean isWhole() {
        return first.isEmpty();
    }

    boolean begins(String method) {
        return is(method, first);
    }

    boolean ends(String method) {
        return is(method, last);
    }

    boolean pauses(String method) {
        return is(method, pause);
    }

    boolean goesOn(String method) {
        return is(method, end);
    }

    private static boolean is(String method, String name) {
        return method.endsWith("." + name);
    }
}
