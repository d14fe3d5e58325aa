package dev.fenestra.tools.proof.campaign;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Work whose items take no time. Every third finds something, in one of two places, with a detail of some length. */
final class FakeWork implements Work {
    /** The items that were run, in order. */
    final List<Long> run = Collections.synchronizedList(new ArrayList<>());

    private final Identity identity;

    FakeWork(long seed, @Nullable Long items) {
        identity = new Identity("fake", "fenestra 1", seed, items, Map.of("--size", "3"));
    }

    @Override
    public Identity identity() {
        return identity;
    }

    @Override
    public String unit() {
        return "steps";
    }

    @Override
    public Worker worker() {
        return item -> {
            run.add(item);
            return result(item);
        };
    }

    static ItemResult result(long item) {
        String place = item % 2 == 0 ? "even" : "odd";
        Finding finding = new Finding(
                "R" + item % 2, place, "item \"" + item + "\" says\nso", "x".repeat((int) (20 - item % 7)), "");
        return new ItemResult(Map.of("steps", 10 + item), item % 3 == 0 ? List.of(finding) : List.of());
    }
}
