package dev.fenestra.tools.routes;

import java.util.ArrayList;
import java.util.List;

/**
 * Counts the source files that a call enters on its way:
 *
 * <ul>
 *   <li>{@code files}: distinct files, from the call until its completion is polled, accessors included;
 *   <li>{@code switches}: entries of a method in another file than the entry before;
 *   <li>{@code until effect}: distinct files until the effect, which {@link Trips} tells for each trip.
 * </ul>
 *
 * <p>A trip is made {@value Rounds#WARM_UPS} times before the one that is counted. {@code -v} lists the files in order
 * of first entry, and marks the effect. {@code -m} lists the methods, of the first trip and of the counted one.
 * {@code -d} makes each trip once and logs nothing, for somebody with a debugger. Other arguments choose trips by the
 * start of their names.
 */
final class Route {
    private Route() {}

    public static void main(String... arguments) {
        List<String> names = new ArrayList<>(List.of(arguments));
        boolean isWatched = names.remove("-d");
        boolean listsFiles = names.remove("-v");
        boolean listsMethods = names.remove("-m");
        if (!isWatched) {
            System.out.printf("%-20s %8s %8s %12s%n", "trip", "files", "switches", "until effect");
        }
        Trips.ALL.forEach((name, trip) -> {
            if (!names.isEmpty() && names.stream().noneMatch(name::startsWith)) {
                return;
            }
            Rounds rounds = isWatched ? Rounds.once() : Rounds.logged();
            trip.make(rounds);
            if (!isWatched) {
                print(name, rounds.last());
            }
            if (listsFiles) {
                printFiles(rounds.last());
            }
            if (listsMethods) {
                rounds.first().methods().forEach(method -> System.out.println("  first " + method));
                rounds.last().methods().forEach(method -> System.out.println("counted " + method));
            }
        });
    }

    private static void print(String name, TripLog log) {
        System.out.printf("%-20s %8d %8d %12d%n", name, log.files().size(), log.switches(), log.untilEffect());
    }

    private static void printFiles(TripLog log) {
        for (int i = 0; i < log.files().size(); i++) {
            System.out.printf("%8d %s%n", i + 1, log.files().get(i));
            if (i + 1 == log.untilEffect()) {
                System.out.println("         -- the effect --");
            }
        }
    }
}
