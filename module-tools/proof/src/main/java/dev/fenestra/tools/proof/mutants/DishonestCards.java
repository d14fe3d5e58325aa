package dev.fenestra.tools.proof.mutants;

import java.util.List;
import java.util.stream.Stream;

/**
 * Cards that do not keep what they must, each in one thing: none of them has been seen, and none is one of
 * {@link Mutants#defects}. An operator is applied over rules, fields and named sites.
 */
public final class DishonestCards {
    private static final List<Defect> ALL = Stream.of(
                    ForgottenRules.all(),
                    FieldDefects.all(),
                    TransportDefects.all(),
                    QueueDefects.all(),
                    LastWordDefects.all(),
                    LieDefects.all(),
                    LimitDefects.all(),
                    LeftoverDefects.all())
            .flatMap(List::stream)
            .toList();

    private DishonestCards() {}

    public static List<Defect> defects() {
        return ALL;
    }
}
