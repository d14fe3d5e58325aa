package dev.fenestra.tools.observe.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Events merged into the verbs and requests that led to them: each event belongs to the first of its chain. */
final class Requests {
    private static final int CROSSES = 1;
    private static final int REFUSED = 2;
    private static final int CALLS = 4;

    private Requests() {}

    /** A verb or a request. */
    private static final class Request {
        private final int place;
        private int events;
        private int did;

        Request(int place) {
            this.place = place;
        }

        void add(EventRow event) {
            events++;
            did |= (event.packet() == null ? 0 : CROSSES)
                    | (event.refusal() == null ? 0 : REFUSED)
                    | (event.kind().equals("SystemCalled") ? CALLS : 0);
        }
    }

    /**
     * Verbs and requests in the order of their first events.
     *
     * @return of each: the place of its first event, how many events it is, and what they did, as bits: 1 a packet, 2 a
     *     refusal, 4 a system call
     */
    static List<Integer> of(List<EventRow> events) {
        Map<Long, Request> requests = new HashMap<>();
        List<Request> all = new ArrayList<>();
        for (int place = 0; place < events.size(); place++) {
            EventRow event = events.get(place);
            Request request = event.cause() == null ? null : requests.get(event.cause());
            if (request == null) {
                request = new Request(place);
                all.add(request);
            }
            request.add(event);
            requests.put(event.n(), request);
        }
        List<Integer> merged = new ArrayList<>();
        all.forEach(request -> merged.addAll(List.of(request.place, request.events, request.did)));
        return merged;
    }
}
