package dev.fenestra.tools.observe.report;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * What the viewer knows about all events before it opens a block. A place is the position of an event in the page, from
 * 0.
 *
 * @param linesPerBlock events in a block
 * @param names kinds of events
 * @param kinds of each event: a character, {@code 'A'} for the first of the names
 * @param owners of each event: a character, {@code 'A'} for the first host, {@code '@'} for none of them
 * @param refusals their places
 * @param keys by host and index: the places at which an entry changes; -1 minus the place where it ends
 * @param qps by host and number: the places at which the state changes
 * @param spent place, pages pinned, and translations written, one after the other
 * @param merged as {@link Requests} has them
 * @param programs places of the events that a program repeats
 * @param opens where the page opens
 */
@JsonClassDescription("an index")
record PageIndex(
        int linesPerBlock,
        List<String> names,
        String kinds,
        String owners,
        List<Integer> refusals,
        SequencedMap<String, List<Integer>> keys,
        SequencedMap<String, List<Integer>> qps,
        List<Long> spent,
        List<Integer> merged,
        List<Integer> programs,
        Opening opens) {

    static PageIndex of(JournalFile journal, List<Integer> programs, Opening opens) {
        List<EventRow> events = journal.events();
        List<String> names = events.stream().map(EventRow::kind).distinct().toList();
        StringBuilder kinds = new StringBuilder(events.size());
        StringBuilder owners = new StringBuilder(events.size());
        PageIndex index = new PageIndex(
                Pack.LINES_PER_BLOCK,
                names,
                "",
                "",
                new ArrayList<>(),
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                new ArrayList<>(),
                Requests.of(events),
                programs,
                opens);
        for (int place = 0; place < events.size(); place++) {
            EventRow event = events.get(place);
            kinds.append((char) ('A' + names.indexOf(event.kind())));
            owners.append((char) ('A' + journal.hosts().indexOf(event.host())));
            index.note(place, event);
        }
        return new PageIndex(
                Pack.LINES_PER_BLOCK,
                names,
                kinds.toString(),
                owners.toString(),
                index.refusals,
                index.keys,
                index.qps,
                index.spent,
                index.merged,
                programs,
                opens);
    }

    private void note(int place, EventRow event) {
        if (event.refusal() != null) {
            refusals.add(place);
        }
        EventRow.KeyRow entry = event.after() == null ? event.before() : event.after();
        if (entry != null) {
            String name =
                    event.host() + " " + entry.key().substring(0, entry.key().indexOf(':'));
            keys.computeIfAbsent(name, _ -> new ArrayList<>()).add(event.after() == null ? -1 - place : place);
        }
        if (event.state() != null && event.qp() != null) {
            String name = event.host() + " 0x" + Integer.toHexString(event.qp());
            qps.computeIfAbsent(name, _ -> new ArrayList<>()).add(place);
        }
        long pages = event.pages() == null ? 0 : Math.max(0, event.pages());
        long translations = event.translations() == null ? 0 : event.translations();
        if (pages != 0 || translations != 0) {
            spent.addAll(List.of((long) place, pages, translations));
        }
    }
}
