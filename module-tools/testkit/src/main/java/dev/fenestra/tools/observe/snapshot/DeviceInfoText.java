package dev.fenestra.tools.observe.snapshot;

import dev.fenestra.tools.input.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Devices as {@code ibv_devinfo} prints them. */
public final class DeviceInfoText {
    private static final int TAB = 8;
    private static final int DEVICE_COLUMN = 32;
    private static final int PORT_COLUMN = 24;
    private static final String WIDE = ":\t\t\t\t";
    private static final String USUAL = ":\t\t\t";
    private static final String NARROW = ":\t";
    /** A sentence rather than a value. */
    private static final String SAID = " ";

    /** Between name and value where {@code ibv_devinfo} does not keep its columns. */
    private static final Map<String, String> SEPARATORS = Map.ofEntries(
            Map.entry("completion timestamp_mask", USUAL),
            Map.entry("completion_timestamp_mask", SAID),
            Map.entry("core clock", SAID),
            Map.entry("tso_caps.max_tso", USUAL),
            Map.entry("rss_caps.max_rwq_indirection_tables", USUAL),
            Map.entry("rss_caps.max_rwq_indirection_table_size", USUAL),
            Map.entry("rss_caps.rx_hash_function", WIDE),
            Map.entry("rss_caps.rx_hash_fields_mask", WIDE),
            Map.entry("packet_pacing_caps.qp_rate_limit_min", NARROW),
            Map.entry("packet_pacing_caps.qp_rate_limit_max", NARROW),
            Map.entry("tag matching", SAID),
            Map.entry("cq moderation caps.max_cq_count", NARROW),
            Map.entry("cq moderation caps.max_cq_period", NARROW));

    /** Lines with an empty one behind them. */
    private static final Set<String> LAST =
            Set.of("tag matching", "cq moderation caps.max_cq_period", "maximum available device memory");

    private DeviceInfoText() {}

    /**
     * A device in the manner of {@code ibv_devinfo}.
     *
     * @param device the device
     * @param verbose all attributes, as with {@code -v}
     * @return lines, each with its end; behind each port there is an empty one
     */
    public static String of(DeviceInfo device, boolean verbose) {
        StringBuilder text =
                new StringBuilder("hca_id:\t").append(device.name()).append('\n');
        append(text, "\t", DEVICE_COLUMN, device.lines(), verbose);
        for (DeviceInfo.Port port : device.ports()) {
            text.append("\t\tport:\t").append(port.number()).append('\n');
            append(text, "\t\t\t", PORT_COLUMN, port.lines(), verbose);
            text.append('\n');
        }
        return text.toString();
    }

    /**
     * The names of devices, as with {@code -l}.
     *
     * @param devices the devices
     * @return lines, each with its end
     */
    public static String names(List<DeviceInfo> devices) {
        StringBuilder text = new StringBuilder();
        text.append(devices.size()).append(devices.size() == 1 ? " HCA found:\n" : " HCAs found:\n");
        devices.forEach(device -> text.append('\t').append(device.name()).append('\n'));
        return text.append('\n').toString();
    }

    /**
     * All attributes as JSON, in the order of the text.
     *
     * @param devices the devices
     * @return an array of objects
     */
    public static String json(List<DeviceInfo> devices) {
        return Json.write(devices.stream().map(DeviceInfoText::members).toList()) + "\n";
    }

    private static Map<String, Object> members(DeviceInfo device) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("hca_id", device.name());
        add(members, device.lines());
        List<Map<String, Object>> ports = new ArrayList<>();
        for (DeviceInfo.Port port : device.ports()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("port", port.number());
            add(one, port.lines());
            ports.add(one);
        }
        members.put("ports", ports);
        return members;
    }

    private static void append(StringBuilder text, String indent, int column, List<InfoLine> lines, boolean verbose) {
        String group = "";
        for (InfoLine line : lines) {
            if (line.isOurs() || !verbose && !line.isBrief()) {
                continue;
            }
            int dot = line.name().indexOf('.');
            String ofLine = line.name().substring(0, Math.max(0, dot));
            if (!ofLine.equals(group) && !ofLine.isEmpty()) {
                text.append(indent).append(ofLine).append(":\n");
            }
            group = ofLine;
            text.append(indent).append(group.isEmpty() ? "" : "\t");
            text.append(line.name().substring(dot + 1)).append(separator(line, column));
            text.append(line.value()).append('\n');
            line.flags()
                    .forEach(flag -> text.append(indent)
                            .append(tabs("", column))
                            .append(flag)
                            .append('\n'));
            text.append(LAST.contains(line.name()) ? "\n" : "");
        }
    }

    private static String separator(InfoLine line, int column) {
        String usual = line.value().isEmpty() ? ":" : ":" + tabs(line.name() + ":", column);
        return SEPARATORS.getOrDefault(line.name(), usual);
    }

    /** Tabs up to the column of the values, or one where the name reaches beyond. */
    private static String tabs(String start, int column) {
        return "\t".repeat(Math.max(1, (column - start.length() + TAB - 1) / TAB));
    }

    private static void add(Map<String, Object> members, List<InfoLine> lines) {
        for (InfoLine line : lines) {
            String name = line.name().replace("[  ", "[").replace("[ ", "[").replace(' ', '_');
            members.put(name, line.value());
            if (!line.flags().isEmpty()) {
                members.put(name + "_names", line.flags());
            }
        }
    }
}
