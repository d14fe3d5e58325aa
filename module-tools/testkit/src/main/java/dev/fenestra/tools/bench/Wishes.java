package dev.fenestra.tools.bench;

import java.util.List;
import java.util.stream.Stream;

/** What was asked for that only hardware of hw-sim can do, or some of it. */
record Wishes(boolean hcaConfig, boolean fabric, boolean faults, boolean wire) {

    /**
     * Those that nothing but HCAs of hw-sim can do, as calls of the builder.
     *
     * @param isPlugged whether the cards are plugged into a fabric that is there
     */
    List<String> ofHcas(boolean isPlugged) {
        return Stream.of(hcaConfig ? "hcaConfig(...)" : "", fabric && !isPlugged ? "fabric(...)" : "")
                .filter(call -> !call.isEmpty())
                .toList();
    }

    /** Those that need a fabric of hw-sim, as calls of the builder. */
    List<String> ofFabrics() {
        return Stream.of(faults ? "faults(...)" : "", wire ? "wire()" : "")
                .filter(call -> !call.isEmpty())
                .toList();
    }
}
