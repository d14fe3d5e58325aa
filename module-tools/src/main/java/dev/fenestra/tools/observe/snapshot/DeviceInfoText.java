package dev.fenestra.tools.observe.snapshot;

import dev.fenestra.tools.input.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Devices as {@code ibv_devinfo} prints them. */
public final class DeviceInfoText {
    private static final int TAB = 8;
    private static final int DEVICE_COLUMN = 32;
    private static final int PORT_COLUMN = 24;
    /** The one line of a device that {@code ibv_devinfo} prints with more tabs than its column needs. */
    private static final String CLOCK = "completion timestamp_mask:";

    private static final int CLOCK_TABS = 3;

    private DeviceInfoText() {}

    /**
     * A device in the manner of {@code ibv_devinfo}.
     *
     * @param device the device
     * @param verbose all attributes, as with {@code -v}
     * @return lines, each with its end
     */
    public static String of(DeviceInfo device, boolean verbose) {
        StringBuilder text =
                new StringBuilder("hca_id:\t").append(device.name()).append('\n');
        append(text, "\t", DEVICE_COLUMN, device.lines(), verbose);
        for (DeviceInfo.Port port : device.ports()) {
            text.append("\t\tport:\t").append(port.number()).append('\n');
            append(text, "\t\t\t", PORT_COLUMN, port.lines(), verbose);
        }
        return text.toString();
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
        for (InfoLine line : lines) {
            if (verbose || line.isBrief()) {
                String start = line.name() + ":";
                text.append(indent).append(start);
                if (!line.value().isEmpty()) {
                    text.append(gap(start, column)).append(line.value());
                }
                text.append('\n');
                line.flags()
                        .forEach(flag -> text.append(indent)
                                .append(gap("", column))
                                .append(flag)
                                .append('\n'));
            }
        }
    }

    /** Tabs up to the column of the values, or one where the name reaches beyond. */
    private static String gap(String start, int column) {
        int tabs = start.equals(CLOCK) ? CLOCK_TABS : (column - start.length() + TAB - 1) / TAB;
        return "\t".repeat(Math.max(1, tabs));
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
