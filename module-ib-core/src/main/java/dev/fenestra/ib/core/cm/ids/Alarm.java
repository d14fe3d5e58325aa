package dev.fenestra.ib.core.cm.ids;

import dev.fenestra.ib.core.cm.CmNetwork;
import dev.fenestra.ib.core.cm.protocol.CmLock;
import dev.fenestra.ib.core.cm.protocol.Deadlines;

/** Keeps the network's alarm at the soonest deadline. */
final class Alarm {
    private final CmNetwork network;
    private final CmLock lock;
    private final Deadlines deadlines;
    private long time = Long.MAX_VALUE;

    Alarm(CmNetwork network, CmLock lock, Deadlines deadlines) {
        this.network = network;
        this.lock = lock;
        this.deadlines = deadlines;
    }

    /** Tells the network the soonest deadline, if it is sooner than what it knows. */
    void set() {
        long next = deadlines.next();
        if (next < time) {
            time = next;
            lock.later(() -> network.wakeAt(next));
        }
    }

    /** It has rung: does what is due. */
    void rung() {
        time = Long.MAX_VALUE;
        deadlines.run(network.now());
        set();
    }
}
