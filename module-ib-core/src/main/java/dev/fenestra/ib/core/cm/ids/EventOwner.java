package dev.fenestra.ib.core.cm.ids;

import dev.fenestra.ib.core.cm.CmEvent;

/** Whom an event is of. */
interface EventOwner {

    /** The program has read an event of it. */
    void eventRead(CmEvent event);
}
