package dev.fenestra.tools.observe.snapshot;

import dev.fenestra.tools.input.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/** Objects and counters of a snapshot as {@code rdma resource show} and {@code rdma statistic show} print them. */
public final class Listing {
    private static final String PORT = "1";
    private static final String DANGLING = "dangling";
    private static final String COMMAND = "comm";
    private static final String INDENT = "\n    ";

    /** What the kernel counts, in its order; the kinds that only we have follow where there are some. */
    private static final List<String> KINDS = List.of("pd", "cq", "qp", "cm_id", "mr", "ctx", "srq");

    private static final List<String> OUR_KINDS = List.of("mw", "ah");

    /** What {@code rdma} prints of each kind, in its order. What is not here is a detail, and stands behind it. */
    private static final Map<String, List<String>> COLUMNS = Map.of(
            "ctx", List.of("ctxn", "pid", COMMAND),
            "pd", List.of("pdn", "users", "ctxn", "pid", COMMAND),
            "mr", List.of("mrn", "rkey", "lkey", "iova", "mrlen", "pdn", "pid", COMMAND, DANGLING),
            "cq", List.of("cqn", "cqe", "users", "ctxn", "pid", COMMAND),
            "qp", List.of("lqpn", "rqpn", "type", "state", "rq-psn", "sq-psn", "path-mig-state", "pdn", "pid", COMMAND),
            "srq", List.of("srqn", "type", "lqpn", "pdn", "cqn", "pid", COMMAND),
            "cm_id", List.of("cm-idn", "lqpn", "qp-type", "state", "ps", "pid", COMMAND, "src-addr", "dst-addr"));

    /** Connected QPs have a path, which stays the one they were connected by. */
    private static final Set<String> WITH_PATH = Set.of("RC", "UC", "XRC_INI", "XRC_TGT");

    private final List<Row> rows;

    /**
     * A line.
     *
     * @param start what stands before the values, {@code dev mlx5_0} or {@code 0: mlx5_0:}
     * @param port of the device, or empty
     * @param values in order
     * @param details the names of values that are shown on request
     */
    private record Row(
            String start,
            int index,
            String device,
            String port,
            SequencedMap<String, String> values,
            Set<String> details) {}

    private Listing(List<Row> rows) {
        this.rows = rows;
    }

    /**
     * How many objects of each kind each device has; windows and address handles only where there are some.
     *
     * @param snapshot the state of the hosts
     * @param filter which objects count
     * @return a row for each device
     */
    public static Listing summary(Snapshot snapshot, ResourceFilter filter) {
        List<Row> rows = new ArrayList<>();
        for (HostState host : snapshot.hosts()) {
            for (DeviceState device : host.devices()) {
                String name = device.info().name();
                String label = snapshot.label(host, name);
                SequencedMap<String, String> counts = new LinkedHashMap<>();
                KINDS.forEach(kind -> counts.put(kind, Long.toString(count(host, name, kind, filter))));
                OUR_KINDS.stream()
                        .filter(kind -> count(host, name, kind, filter) > 0)
                        .forEach(kind -> counts.put(kind, Long.toString(count(host, name, kind, filter))));
                if (host.isNamed(filter.device(), name)) {
                    int index = host.index(name);
                    rows.add(new Row(index + ": " + label + ":", index, label, "", counts, Set.of()));
                }
            }
        }
        return new Listing(rows);
    }

    /**
     * One line for each object that passes the filter, with its attributes and its owner.
     *
     * @param snapshot the state of the hosts
     * @param filter which objects are listed
     * @return a row for each object
     */
    public static Listing objects(Snapshot snapshot, ResourceFilter filter) {
        List<Row> rows = new ArrayList<>();
        each(snapshot, filter, (row, resource) -> {
            SequencedMap<String, String> known = known(resource);
            List<String> columns = COLUMNS.getOrDefault(resource.kind(), List.copyOf(known.keySet()));
            columns.stream()
                    .filter(known::containsKey)
                    .forEach(name -> row.values().put(name, known.get(name)));
            known.forEach((name, value) -> {
                if (row.values().putIfAbsent(name, value) == null) {
                    row.details().add(name);
                }
            });
            rows.add(row);
        });
        return new Listing(rows);
    }

    private static SequencedMap<String, String> known(ResourceState resource) {
        SequencedMap<String, String> known = new LinkedHashMap<>(resource.attributes());
        if (WITH_PATH.contains(known.getOrDefault("type", ""))
                && resource.kind().equals("qp")) {
            known.put("path-mig-state", "MIGRATED");
        }
        if (resource.kind().equals("pd")) {
            known.put("ctxn", Integer.toString(resource.context()));
        }
        if (resource.users() > 0
                || resource.kind().equals("pd")
                || resource.kind().equals("cq")) {
            known.put("users", Long.toString(resource.users()));
        }
        known.put("pid", Integer.toString(resource.pid()));
        known.put(COMMAND, resource.comm());
        return known;
    }

    private static long count(HostState host, String device, String kind, ResourceFilter filter) {
        return host.resources().stream()
                .filter(resource -> resource.device().equals(device)
                        && resource.kind().equals(kind)
                        && filter.passes(host, resource))
                .count();
    }

    /**
     * Warns of regions whose memory the program has freed. A peer with the key still reaches the old pages: the
     * specification allows it, and the program hardly wants it.
     *
     * @param snapshot the state of the hosts
     * @param filter which regions are considered
     * @return one sentence for each such region
     */
    public static List<String> warnings(Snapshot snapshot, ResourceFilter filter) {
        List<String> found = new ArrayList<>();
        each(snapshot, filter, (row, resource) -> {
            String freed = resource.attributes().get(DANGLING);
            if (freed != null) {
                found.add(String.format(
                        "mr %s of %s (dev %s, pid %d): the program has freed %s bytes of its memory, and peers with"
                                + " the key still reach them",
                        resource.attributes().firstEntry().getValue(),
                        resource.comm(),
                        row.device(),
                        resource.pid(),
                        freed));
            }
        });
        return found;
    }

    /**
     * The counters of each region or QP that has any.
     *
     * @param snapshot the state of the hosts
     * @param filter which objects are listed
     * @return a row for each object with counters
     */
    public static Listing statistics(Snapshot snapshot, ResourceFilter filter) {
        List<Row> rows = new ArrayList<>();
        each(snapshot, filter, (row, resource) -> {
            if (!resource.statistics().isEmpty()) {
                Map.Entry<String, String> name = resource.attributes().firstEntry();
                row.values().put(name.getKey(), name.getValue());
                resource.statistics().forEach((counter, value) -> row.values().put(counter, value.toString()));
                rows.add(row);
            }
        });
        return new Listing(rows);
    }

    /**
     * The counters of each device.
     *
     * @param snapshot the state of the hosts
     * @param filter which devices are listed
     * @return a row for each device
     */
    public static Listing links(Snapshot snapshot, ResourceFilter filter) {
        List<Row> rows = new ArrayList<>();
        for (HostState host : snapshot.hosts()) {
            for (DeviceState device : host.devices()) {
                String label = snapshot.label(host, device.info().name());
                boolean isAsked = filter.port() == null || filter.port().equals(PORT);
                if (isAsked && host.isNamed(filter.device(), device.info().name())) {
                    Row row = row("link", PORT, label, host.index(device.info().name()));
                    device.statistics().forEach((counter, value) -> row.values().put(counter, value.toString()));
                    rows.add(row);
                }
            }
        }
        return new Listing(rows);
    }

    /** {@return whether the listing has no row} */
    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /**
     * One line for each row, with all that is known.
     *
     * @return the lines, each with its end
     */
    public String text() {
        return text(true, false);
    }

    /**
     * One line for each row, or one for each value.
     *
     * @param details whether to show what only Fenestra knows, behind what {@code rdma} shows
     * @param pretty whether each value has a line of its own
     * @return the lines, each with its end
     */
    public String text(boolean details, boolean pretty) {
        StringBuilder text = new StringBuilder();
        for (Row row : rows) {
            text.append(row.start());
            row.values().forEach((name, value) -> {
                if (details || !row.details().contains(name)) {
                    text.append(pretty ? INDENT : " ").append(name).append(' ').append(value);
                }
            });
            text.append('\n');
        }
        return text.toString();
    }

    /**
     * The rows as an array of JSON objects. Whole numbers are numbers.
     *
     * @param pretty whether it has one line for each member, or one for all
     * @return the array, with the end of the line
     */
    public String json(boolean pretty) {
        List<Map<String, Object>> all = rows.stream().map(Listing::members).toList();
        return (pretty ? Json.write(all) : Json.line(all)) + "\n";
    }

    private static Map<String, Object> members(Row row) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("ifindex", row.index());
        members.put("ifname", row.device());
        if (row.port().equals(PORT)) {
            members.put("port", Integer.valueOf(PORT));
        }
        row.values().forEach((name, value) -> members.put(name, value(value)));
        return members;
    }

    private static Object value(String text) {
        boolean isNumber = text.chars().allMatch(Character::isDigit) && text.length() < Long.SIZE / 4 + 2;
        return isNumber ? Long.valueOf(text) : text;
    }

    private interface Line {
        void add(Row row, ResourceState resource);
    }

    private static void each(Snapshot snapshot, ResourceFilter filter, Line line) {
        for (HostState host : snapshot.hosts()) {
            for (ResourceState resource : host.resources()) {
                String label = snapshot.label(host, resource.device());
                if (filter.passes(host, resource)) {
                    line.add(row(resource.kind(), resource.port(), label, host.index(resource.device())), resource);
                }
            }
        }
    }

    private static Row row(String kind, String port, String label, int index) {
        String start = !port.isEmpty() ? "link " + label + "/" + port : "dev " + label;
        return new Row(start, index, label, port, new LinkedHashMap<>(), new HashSet<>());
    }
}
