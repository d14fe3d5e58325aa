package dev.fenestra.tools.observe.snapshot;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.fenestra.tools.input.Json;
import java.util.List;

/** Devices as {@code ibv_devinfo} prints them. */
public final class DeviceInfoText {
    private static final int TAB = 8;
    private static final int DEVICE_COLUMN = 32;
    private static final int PORT_COLUMN = 24;

    private DeviceInfoText() {}

    /**
     * @param verbose all attributes, as with {@code -v}
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

    /** All attributes as JSON, in the order of the text. */
    public static String json(List<DeviceInfo> devices) {
        JsonArray all = new JsonArray();
        for (DeviceInfo device : devices) {
            JsonObject object = new JsonObject();
            object.addProperty("hca_id", device.name());
            add(object, device.lines());
            JsonArray ports = new JsonArray();
            for (DeviceInfo.Port port : device.ports()) {
                JsonObject one = new JsonObject();
                one.addProperty("port", port.number());
                add(one, port.lines());
                ports.add(one);
            }
            object.add("ports", ports);
            all.add(object);
        }
        return Json.write(all) + "\n";
    }

    private static void append(StringBuilder text, String indent, int column, List<InfoLine> lines, boolean verbose) {
        for (InfoLine line : lines) {
            if (verbose || line.isBrief()) {
                String start = line.name() + ":";
                text.append(indent)
                        .append(start)
                        .append(gap(start, column))
                        .append(line.value())
                        .append('\n');
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
        int tabs = (column - start.length() + TAB - 1) / TAB;
        return "\t".repeat(Math.max(1, tabs));
    }

    private static void add(JsonObject object, List<InfoLine> lines) {
        for (InfoLine line : lines) {
            object.addProperty(line.name(), line.value());
            if (!line.flags().isEmpty()) {
                JsonArray flags = new JsonArray();
                line.flags().forEach(flags::add);
                object.add(line.name() + "_names", flags);
            }
        }
    }
}
