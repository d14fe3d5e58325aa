package dev.fenestra.tools.observe.waits;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.FabricWaits;
import dev.fenestra.ib.core.kernel.inspection.Wait;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All who wait: the threads of this program, those who need a fabric, and what else can tell. A look takes no lock that
 * is held while something else is waited for, so it ends also while everything stands still.
 *
 * @param fabric is asked who waits on it
 * @param others tells of more
 */
public record Waiters(Optional<Fabric> fabric, Supplier<Stream<Waiting>> others) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** {@return those of a fabric and of this program's threads} */
    public static Waiters on(Fabric fabric) {
        return new Waiters(Optional.of(fabric), Stream::of);
    }

    /** {@return those of this program's threads} */
    public static Waiters ofThreads() {
        return new Waiters(Optional.empty(), Stream::of);
    }

    /** {@return who waits at this moment, those who wait longest first} */
    public List<Waiting> now() {
        long now = System.nanoTime();
        return Stream.of(
                        fabric.stream()
                                .flatMap(one -> FabricWaits.of(one).stream())
                                .map(Waiting::of),
                        Wait.all().stream().map(Waiting::of),
                        others.get())
                .flatMap(some -> some)
                .sorted(Comparator.comparingLong((Waiting one) -> age(one, now))
                        .reversed()
                        .thenComparing(Waiting::text))
                .toList();
    }

    private static long age(Waiting one, long now) {
        return one.since() == 0 ? 0 : now - one.since();
    }

    /**
     * {@return who waits for whom at this moment, a sentence a line}
     *
     * @param findings of those that wait in vain
     */
    public String text(List<VainWait> findings) {
        long now = System.nanoTime();
        List<Waiting> all = now();
        String waits = all.isEmpty()
                ? "Nobody waits.\n"
                : all.stream()
                        .map(one -> String.format(
                                "%9.3f s  %s.%n", Math.max(0, age(one, now)) / NANOS_PER_SECOND, one.text()))
                        .collect(Collectors.joining());
        return waits
                + (findings.isEmpty()
                        ? "Nobody waits in vain.\n"
                        : findings.stream().map(one -> one.text() + "\n").collect(Collectors.joining()));
    }
}
