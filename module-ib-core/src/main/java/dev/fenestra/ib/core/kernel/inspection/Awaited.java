package dev.fenestra.ib.core.kernel.inspection;

import java.util.List;

/**
 * What a thread waits for, as a watchdog asks. Each method may be called by any thread at any time. It takes no lock
 * that is held while something else is waited for, and changes nothing.
 */
public interface Awaited {

    /** {@return the object that it is about, such as {@code CQ 3}} */
    String object();

    /** {@return what must happen, to be read behind "waits", such as {@code for its next event}} */
    String what();

    /** {@return who owes it} */
    String debtor();

    /** {@return whether it has happened already} */
    boolean isHere();

    /** {@return whether somebody is left who can make it happen} */
    default boolean canCome() {
        return true;
    }

    /** {@return the threads that alone can make it happen; empty when they are unknown, or others can too} */
    default List<Thread> debtors() {
        return List.of();
    }

    /** {@return what has happened last to the object; empty when that is unknown} */
    default String lastEvent() {
        return "";
    }
}
