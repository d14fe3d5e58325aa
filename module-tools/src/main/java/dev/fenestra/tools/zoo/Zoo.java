package dev.fenestra.tools.zoo;

import java.util.List;
import java.util.stream.Stream;

/** All defects, in the order of the table. */
public final class Zoo {
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

    private Zoo() {}

    public static List<Defect> defects() {
        return ALL;
    }
}
