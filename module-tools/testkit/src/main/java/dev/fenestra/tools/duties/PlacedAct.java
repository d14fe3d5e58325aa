package dev.fenestra.tools.duties;

import dev.fenestra.tools.observe.journal.BrokenDuty;

/**
 * An act of a program, as a finding names it.
 *
 * @param what for example {@code WRITE wrId=7 on QP 0x41 of alice}
 * @param place the line of the program that did it; for C programs the calls that led to it
 * @param qpNumber of a send request; {@link BrokenDuty#NONE} of anything else
 * @param wrId of a send request
 */
public record PlacedAct(String what, String place, int qpNumber, long wrId) {

    /**
     * Something that is no send request.
     *
     * @param what the thing
     * @param place the line of the program that did it
     */
    public PlacedAct(String what, String place) {
        this(what, place, BrokenDuty.NONE, 0);
    }

    @Override
    public String toString() {
        return place.isEmpty() ? what : what + ", at " + place;
    }
}
