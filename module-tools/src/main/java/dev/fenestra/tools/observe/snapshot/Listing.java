package dev.fenestra.tools.observe.snapshot;

import dev.fenestra.tools.input.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/** Objects and counters of a snapshot as {@code rdma resource show} and {@code rdma statistic show} print them. */
public final class Listing {
    /** Kinds that belong to a port, and are shown with it. */
    private static final Set<String> OF_A_PORT = Set.of("qp", "cm_id", "link");

    /** What stands behind the owner. */
    private static final List<String> LAST = List.of("src-addr", "dst-addr");

    private static final String PORT = "/1";
    private static final String DANGLING = "dangling";

    private final List<Row> rows;

    /**
     * A line.
     *
     * @param start what stands before the values, {@code dev mlx5_0} or {@code 0: mlx5_0:}
     * @param values in order
     */
    private record Row(String start, int index, String device, SequencedMap<String, String> values) {}

    private Listing(List<Row> rows) {
        this.rows = rows;
    }

    /**
     * How many objects of each kind each device has; ids of RDMA CM only where there are some.
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
                for (String kind : List.of("pd", "cq", "qp", "cm_id", "mr", "mw", "srq", "ah", "ctx")) {
                    long count = host.resources().stream()
                            .filter(resource -> resource.device().equals(name)
                                    && resource.kind().equals(kind)
                                    && filter.passes(host, resource))
                            .count();
                    if (count > 0 || !kind.equals("cm_id")) {
                        counts.put(kind, Long.toString(count));
                    }
                }
                if (host.isNamed(filter.device(), name)) {
                    rows.add(new Row(host.index(name) + ": " + label + ":", host.index(name), label, counts));
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
            row.values().putAll(resource.attributes());
            if (resource.users() > 0
                    || resource.kind().equals("pd")
                    || resource.kind().equals("cq")) {
                row.values().put("users", Long.toString(resource.users()));
            }
            row.values().put("pid", Integer.toString(resource.pid()));
            row.values().put("comm", resource.comm());
            LAST.stream()
                    .filter(row.values()::containsKey)
                    .forEach(name -> row.values().putLast(name, row.values().get(name)));
            rows.add(row);
        });
        return new Listing(rows);
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
                if (host.isNamed(filter.device(), device.info().name())) {
                    Row row = row("link", label, host.index(device.info().name()));
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
     * One line for each row.
     *
     * @return the lines, each with its end
     */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (Row row : rows) {
            text.append(row.start());
            row.values()
                    .forEach((name, value) ->
                            text.append(' ').append(name).append(' ').append(value));
            text.append('\n');
        }
        return text.toString();
    }

    /** {@return the rows as an array of JSON objects} Whole numbers are numbers. */
    public String json() {
        return Json.write(rows.stream().map(Listing::members).toList()) + "\n";
    }

    private static Map<String, Object> members(Row row) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("ifindex", row.index());
        members.put("ifname", row.device());
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
                    line.add(row(resource.kind(), label, host.index(resource.device())), resource);
                }
            }
        }
    }

    private static Row row(String kind, String label, int index) {
        String start = OF_A_PORT.contains(kind) ? "link " + label + PORT : "dev " + label;
        return new Row(start, index, label, new LinkedHashMap<>());
    }
}
