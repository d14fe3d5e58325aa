package dev.fenestra.tools.observe.snapshot;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.Json;
import dev.fenestra.tools.input.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** Snapshots as JSON. What is written can be read back; a file of another version is refused. */
public final class SnapshotJson {
    private static final String VERSION = "fenestra_snapshot";
    private static final int CURRENT = 1;

    private SnapshotJson() {}

    /** Writes a snapshot; {@link #read} gives it back. */
    public static String write(Snapshot snapshot) {
        JsonObject root = new JsonObject();
        root.addProperty(VERSION, CURRENT);
        JsonArray hosts = new JsonArray();
        snapshot.hosts().forEach(host -> hosts.add(json(host)));
        root.add("hosts", hosts);
        return Json.write(root) + "\n";
    }

    /** Reads a snapshot. {@link SnapshotException} when the text is not JSON, or no snapshot of this version. */
    public static Snapshot read(String text) throws SnapshotException {
        try {
            return parse(text);
        } catch (InputException e) {
            throw new SnapshotException(String.valueOf(e.getMessage()), e);
        }
    }

    /** The same as {@link #read}, for a file. */
    public static Snapshot parse(String text) throws InputException {
        JsonNode root = JsonNode.parse(text);
        JsonNode version = root.member(VERSION);
        if (version.whole(0, Integer.MAX_VALUE) != CURRENT) {
            throw version.expected("version " + CURRENT + " of a snapshot");
        }
        List<HostState> hosts = new ArrayList<>();
        for (JsonNode host : root.member("hosts").elements()) {
            hosts.add(host(host));
        }
        return new Snapshot(hosts);
    }

    private static JsonObject json(HostState host) {
        JsonObject object = new JsonObject();
        object.addProperty("name", host.name());
        JsonArray devices = new JsonArray();
        host.devices().forEach(device -> devices.add(json(device)));
        object.add("devices", devices);
        JsonArray resources = new JsonArray();
        host.resources().forEach(resource -> resources.add(json(resource)));
        object.add("resources", resources);
        return object;
    }

    private static JsonObject json(DeviceState device) {
        JsonObject object = new JsonObject();
        object.addProperty("name", device.info().name());
        object.add("attributes", lines(device.info().lines()));
        JsonArray ports = new JsonArray();
        for (DeviceInfo.Port port : device.info().ports()) {
            JsonObject one = new JsonObject();
            one.addProperty("port", port.number());
            one.add("attributes", lines(port.lines()));
            ports.add(one);
        }
        object.add("ports", ports);
        object.add("statistics", numbers(device.statistics()));
        return object;
    }

    private static JsonArray lines(List<InfoLine> lines) {
        JsonArray array = new JsonArray();
        for (InfoLine line : lines) {
            JsonObject one = new JsonObject();
            one.addProperty("name", line.name());
            one.addProperty("value", line.value());
            JsonArray flags = new JsonArray();
            line.flags().forEach(flags::add);
            one.add("flags", flags);
            array.add(one);
        }
        return array;
    }

    private static JsonObject json(ResourceState resource) {
        JsonObject object = new JsonObject();
        object.addProperty("ifname", resource.device());
        object.addProperty("kind", resource.kind());
        object.addProperty("pid", resource.pid());
        object.addProperty("comm", resource.comm());
        object.addProperty("ctxn", resource.context());
        object.addProperty("users", resource.users());
        JsonObject attributes = new JsonObject();
        resource.attributes().forEach(attributes::addProperty);
        object.add("attributes", attributes);
        object.add("statistics", numbers(resource.statistics()));
        return object;
    }

    static JsonObject numbers(Map<String, Long> values) {
        JsonObject object = new JsonObject();
        values.forEach(object::addProperty);
        return object;
    }

    private static HostState host(JsonNode host) throws InputException {
        List<DeviceState> devices = new ArrayList<>();
        for (JsonNode device : host.member("devices").elements()) {
            devices.add(device(device));
        }
        List<ResourceState> resources = new ArrayList<>();
        for (JsonNode resource : host.member("resources").elements()) {
            resources.add(resource(resource));
        }
        return new HostState(host.member("name").text(), devices, resources);
    }

    private static DeviceState device(JsonNode device) throws InputException {
        List<DeviceInfo.Port> ports = new ArrayList<>();
        for (JsonNode port : device.member("ports").elements()) {
            ports.add(new DeviceInfo.Port(number(port, "port"), lines(port)));
        }
        return new DeviceState(
                new DeviceInfo(device.member("name").text(), lines(device), ports),
                counts(device.member("statistics")));
    }

    private static List<InfoLine> lines(JsonNode owner) throws InputException {
        List<InfoLine> lines = new ArrayList<>();
        for (JsonNode line : owner.member("attributes").elements()) {
            List<String> flags = new ArrayList<>();
            for (JsonNode flag : line.member("flags").elements()) {
                flags.add(flag.text());
            }
            lines.add(new InfoLine(
                    line.member("name").text(), line.member("value").text(), flags));
        }
        return lines;
    }

    private static ResourceState resource(JsonNode resource) throws InputException {
        return new ResourceState(
                resource.member("ifname").text(),
                resource.member("kind").text(),
                number(resource, "pid"),
                resource.member("comm").text(),
                number(resource, "ctxn"),
                resource.member("users").whole(Long.MIN_VALUE, Long.MAX_VALUE),
                texts(resource.member("attributes")),
                counts(resource.member("statistics")));
    }

    private static int number(JsonNode owner, String name) throws InputException {
        return (int) owner.member(name).whole(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    private static SequencedMap<String, String> texts(JsonNode node) throws InputException {
        SequencedMap<String, String> texts = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> one : node.members().entrySet()) {
            texts.put(one.getKey(), one.getValue().text());
        }
        return texts;
    }

    private static SequencedMap<String, Long> counts(JsonNode node) throws InputException {
        SequencedMap<String, Long> counts = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> one : node.members().entrySet()) {
            counts.put(one.getKey(), one.getValue().whole(Long.MIN_VALUE, Long.MAX_VALUE));
        }
        return counts;
    }
}
