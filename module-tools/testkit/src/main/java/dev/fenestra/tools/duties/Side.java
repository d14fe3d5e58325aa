package dev.fenestra.tools.duties;

/**
 * One of the two things that a finding is about.
 *
 * @param what for example {@code WRITE wrId=7 on QP 0x41 of alice}
 * @param place the line of the program that did it; for C programs the calls that led to it
 */
public record Side(String what, String place) {

    @Override
    public String toString() {
        return place.isEmpty() ? what : what + ", at " + place;
    }
}
