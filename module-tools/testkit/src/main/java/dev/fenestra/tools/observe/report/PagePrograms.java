package dev.fenestra.tools.observe.report;

import java.util.ArrayList;
import java.util.List;

/**
 * The programs in a page: of the first {@value #MOST} events that tell of an access to remote memory.
 *
 * @param places of these events
 * @param sources of their tests, one for each
 */
record PagePrograms(List<Integer> places, List<String> sources) {
    static final int MOST = 2_000;

    static PagePrograms of(List<EventRow> events) {
        PagePrograms programs = new PagePrograms(new ArrayList<>(), new ArrayList<>());
        Repetitions repetitions = new Repetitions(events);
        for (int place = 0; place < events.size() && programs.places.size() < MOST; place++) {
            int at = place;
            repetitions.of(events.get(place)).ifPresent(source -> {
                programs.places.add(at);
                programs.sources.add(source);
            });
        }
        return programs;
    }
}
