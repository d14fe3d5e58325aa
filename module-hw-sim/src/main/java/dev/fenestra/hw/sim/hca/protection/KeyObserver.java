package dev.fenestra.hw.sim.hca.protection;

import dev.fenestra.hw.sim.hca.observe.KeyChange;

/** Observes every change of a key. */
@FunctionalInterface
public interface KeyObserver {
    /**
     * A key has changed. Its entry shows the new state already.
     *
     * @param change what happened to it
     * @param key with its present tag
     */
    void keyChanged(KeyChange change, int key);
}
