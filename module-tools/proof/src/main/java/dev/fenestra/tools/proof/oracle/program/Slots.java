package dev.fenestra.tools.proof.oracle.program;

/** How many objects of each kind a program has on a host at a time. */
public final class Slots {
    public static final int PDS = 3;
    public static final int REGIONS = 5;
    public static final int WINDOWS = 7;
    public static final int QPS = 4;

    private Slots() {}
}
