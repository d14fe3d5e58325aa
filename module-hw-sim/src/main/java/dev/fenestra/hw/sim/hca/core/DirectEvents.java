package dev.fenestra.hw.sim.hca.core;

import dev.fenestra.hw.sim.hca.queue.Event;
import dev.fenestra.hw.sim.hca.queue.EventRing;
import dev.fenestra.hw.sim.hca.vocabulary.EventKind;
import org.jspecify.annotations.Nullable;

/** The only event queue of a device without registers: a call in place of an entry and an interrupt. */
final class DirectEvents implements EventRing {
    private volatile @Nullable CoreEvents listener;

    void listener(@Nullable CoreEvents newListener) {
        listener = newListener;
    }

    @Override
    public int number() {
        return 0;
    }

    @Override
    public int line() {
        return 0;
    }

    @Override
    public boolean takes(EventKind kind) {
        return kind != EventKind.PAGE_FAULT && kind != EventKind.COMPLETION;
    }

    @Override
    public void add(Event event) {
        CoreEvents host = listener;
        if (host != null) {
            host.raised(event);
        }
    }

    @Override
    public void addCompletion(int cqn) {
        CoreEvents host = listener;
        if (host != null) {
            host.completed(cqn);
        }
    }

    @Override
    public void read(int consumed) {
        // Nothing is kept, so nothing is read.
    }

    @Override
    public void look(boolean arms) {
        // Nothing waits.
    }

    @Override
    public boolean takeInterrupt() {
        return false;
    }
}
