package dev.fenestra.hw.sim.engine.protection;

import dev.fenestra.hw.sim.device.KeyChange;

/** Observes every change of a key. */
@FunctionalInterface
public interface KeyObserver {
    /**
     * A key has changed; its entry shows the new state already.
     *
     * @param key with its present tag
     */
    void keyChanged(KeyChange change, int key);
}
