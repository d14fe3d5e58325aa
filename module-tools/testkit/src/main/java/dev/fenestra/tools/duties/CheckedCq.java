package dev.fenestra.tools.duties;

/** A CQ of a program. */
final class CheckedCq {
    final int handle;
    final String place;
    /** Completions that it can hold. */
    int capacity;

    /** Requests that may complete into it, of all its QPs, as the program asked for them. */
    long asked;

    /** Signaled send requests that were posted and not polled. */
    int signaled;

    int eventsTaken;
    int eventsAcknowledged;
    /** Whether it was armed while signaled requests were outstanding, and not polled since. */
    boolean isArmedUnpolled;

    CheckedCq(int handle, int capacity, String place) {
        this.handle = handle;
        this.capacity = capacity;
        this.place = place;
    }

    @Override
    public String toString() {
        return "CQ " + handle;
    }
}
