package dev.fenestra.ib.core.spi;

/**
 * A PD as the user half knows it.
 *
 * @param number its number in the process
 * @param state what its provider keeps with it; NONE for a PD that another context allocated
 */
public record UserPd(int number, UserState state) {

    /** Stands for a PD of which nothing is known. */
    public static final UserPd UNKNOWN = new UserPd(0, UserState.NONE);
}
