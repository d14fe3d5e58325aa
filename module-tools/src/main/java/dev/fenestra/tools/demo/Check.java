package dev.fenestra.tools.demo;

/**
 * Something a rule demands, beside what was seen.
 *
 * @param what the thing that was looked at
 */
public record Check(String what, String expected, String seen) {

    public boolean holds() {
        return expected.equals(seen);
    }

    @Override
    public String toString() {
        return what + ": expected " + expected + ", seen " + seen;
    }
}
