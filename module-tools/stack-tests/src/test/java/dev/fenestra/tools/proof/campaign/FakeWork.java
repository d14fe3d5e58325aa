package dev.fenestra.tools.proof.campaign;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Work whose items take no time. Every third finds something, in one of two places, with a detail of some length. */
final class FakeWork implements CampaignWork {
    /** The items that were run, in order. */
    final List<Long> run = Collections.synchronizedList(new ArrayList<>());

    /** Workers that were closed after an exception. */
    final AtomicInteger closed = new AtomicInteger();

    private final Identity identity;
    private long bad = -1;
    private Supplier<? extends RuntimeException> thrown = IllegalStateException::new;

    FakeWork(long seed, @Nullable Long items) {
        identity = new Identity("fake", "fenestra 1", seed, items, Map.of("--size", "3"));
    }

    /** The same work, but one item throws. */
    FakeWork throwingAt(long item, Supplier<? extends RuntimeException> exception) {
        bad = item;
        thrown = exception;
        return this;
    }

    @Override
    public String repeat(long item) {
        return "./fenestra fake --item " + item;
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
        return new Worker() {
            private boolean isBroken;

            @Override
            public ItemResult run(long item) {
                isBroken = item == bad;
                if (isBroken) {
                    throw thrown.get();
                }
                run.add(item);
                return result(item);
            }

            @Override
            public void close() {
                closed.addAndGet(isBroken ? 1 : 0);
            }
        };
    }

    static ItemResult result(long item) {
        String place = item % 2 == 0 ? "even" : "odd";
        Finding finding = new Finding(
                "R" + item % 2, place, "item \"" + item + "\" says\nso", "x".repeat((int) (20 - item % 7)), "");
        return new ItemResult(Map.of("steps", 10 + item), item % 3 == 0 ? List.of(finding) : List.of());
    }
}
