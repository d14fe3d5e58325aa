package dev.fenestra.tools.proof.mutants;

import java.util.List;
import java.util.stream.Stream;

/** All defects, in the order of the table. */
public final class Mutants {
    private static final List<Defect> ALL = Stream.of(
                    WindowDefects.ofBinds(),
                    WindowDefects.ofUse(),
                    WindowDefects.ofInvalidates(),
                    WindowDefects.ofCounts(),
                    StackDefects.ofRegions(),
                    StackDefects.ofXrc(),
                    StackDefects.ofCompletions(),
                    StackDefects.ofTheWire(),
                    StackDefects.ofCapabilities())
            .flatMap(List::stream)
            .toList();

    private Mutants() {}

    public static List<Defect> defects() {
        return ALL;
    }
}
