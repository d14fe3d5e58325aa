package dev.fenestra.tools.observe.snapshot;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A filter of {@code rdma}: the name of an attribute, and the values that pass.
 *
 * @param name such as {@code lqpn}
 * @param values values, and ranges of numbers: {@code 17}, {@code 0-6}, {@code RTS}
 */
public record AttributeFilter(String name, List<String> values) {
    private static final String PROCESS = "pid";
    private static final String USERS = "users";
    private static final String COMMAND = "comm";
    /** Ends the names of the two attributes whose text is address and port. */
    private static final String ADDRESS = "-addr";

    private static final String PORT = "-port";

    /** By kind, what can be asked for, beside process and users. Other kinds are ours. */
    private static final Map<String, Set<String>> NAMES = Map.ofEntries(
            Map.entry("ctx", Set.of("ctxn")),
            Map.entry("pd", Set.of("pdn", "ctxn")),
            Map.entry("mr", Set.of("mrn", "rkey", "lkey", "iova", "type", "mrlen", "pdn")),
            Map.entry("mw", Set.of("mwn", "rkey", "state", "mrn", "len", "lqpn", "pdn")),
            Map.entry("cq", Set.of("cqn", "cqe", "ctxn")),
            Map.entry(
                    "qp",
                    Set.of("lqpn", "rqpn", "type", "qp-type", "state", "rq-psn", "sq-psn", "path-mig-state", "pdn")),
            Map.entry("srq", Set.of("srqn", "type", "lqpn", "pdn", "cqn")),
            Map.entry(
                    "cm_id",
                    Set.of("cm-idn", "lqpn", "qp-type", "state", "ps", "src-addr", "src-port", "dst-addr", "dst-port")),
            Map.entry("ah", Set.of("ahn")),
            Map.entry("dm", Set.of("dmn", "len")),
            Map.entry("xrcd", Set.of("xrcdn")),
            Map.entry("channel", Set.of("channeln")),
            Map.entry("vendor_object", Set.of("objn")));

    /** Copies the list. */
    public AttributeFilter {
        values = List.copyOf(values);
    }

    /**
     * A filter as it is written.
     *
     * @param name name of an attribute
     * @param values values with commas between them
     * @return the filter
     */
    public static AttributeFilter of(String name, String values) {
        return new AttributeFilter(name, List.of(values.split(",", -1)));
    }

    /**
     * The attributes of a kind that a filter may name.
     *
     * @param kind such as {@code qp}
     * @return names, in the order of the alphabet
     */
    public static List<String> names(String kind) {
        return Stream.concat(NAMES.getOrDefault(kind, Set.of()).stream(), Stream.of(PROCESS, USERS, COMMAND))
                .sorted()
                .toList();
    }

    /** An object without the attribute does not pass. */
    boolean passes(ResourceState resource) {
        @Nullable String value = value(resource);
        return value != null && values.stream().anyMatch(wanted -> matches(wanted, value));
    }

    private @Nullable String value(ResourceState resource) {
        return switch (name) {
            case PROCESS -> Integer.toString(resource.pid());
            case USERS -> Long.toString(resource.users());
            case COMMAND -> resource.comm();
            default -> name.endsWith(ADDRESS) || name.endsWith(PORT) ? address(resource) : attribute(resource, name);
        };
    }

    private static @Nullable String attribute(ResourceState resource, String name) {
        @Nullable String own = resource.attributes().get(name);
        if (own != null) {
            return own;
        }
        return switch (name) {
            case "ctxn" -> Integer.toString(resource.context());
            case "qp-type" -> resource.attributes().get("type");
            default -> null;
        };
    }

    private @Nullable String address(ResourceState resource) {
        String end = name.substring(0, name.indexOf('-'));
        @Nullable String whole = resource.attributes().get(end + ADDRESS);
        if (whole == null) {
            return null;
        }
        int colon = whole.lastIndexOf(':');
        return name.endsWith(PORT) ? whole.substring(colon + 1) : whole.substring(0, colon);
    }

    private static boolean matches(String wanted, String value) {
        if (!value.matches("[0-9]{1,18}")) {
            return wanted.equalsIgnoreCase(value);
        }
        long number = Long.parseLong(value);
        if (wanted.matches("[0-9]{1,18}-[0-9]{1,18}")) {
            int dash = wanted.indexOf('-');
            return number >= Long.parseLong(wanted.substring(0, dash))
                    && number <= Long.parseLong(wanted.substring(dash + 1));
        }
        return wanted.matches("[0-9]{1,18}") && number == Long.parseLong(wanted);
    }
}
