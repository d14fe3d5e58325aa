package dev.fenestra.tools.snapshot;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Snapshots as JSON. What is written can be read back; a file of another version is refused. */
public final class SnapshotJson {
    private static final String VERSION = "fenestra_snapshot";
    private static final int CURRENT = 1;
    private static final Gson GSON =
            new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    private SnapshotJson() {}

    /** Writes a snapshot; {@link #read} gives it back. */
    public static String write(Snapshot snapshot) {
        JsonObject root = new JsonObject();
        root.addProperty(VERSION, CURRENT);
        JsonArray hosts = new JsonArray();
        snapshot.hosts().forEach(host -> hosts.add(json(host)));
        root.add("hosts", hosts);
        return GSON.toJson(root) + "\n";
    }

    /** Reads a snapshot. {@link SnapshotException} when the text is not JSON, or no snapshot of this version. */
    public static Snapshot read(String text) throws SnapshotException {
        JsonElement parsed;
        try {
            parsed = JsonParser.parseString(text);
        } catch (JsonParseException e) {
            throw new SnapshotException("it is not JSON: " + e.getMessage(), e);
        }
        JsonPart root = new JsonPart("the snapshot", parsed);
        long version = root.whole(VERSION);
        if (version != CURRENT) {
            throw new SnapshotException("it is a snapshot of version " + version + ", not " + CURRENT);
        }
        List<HostState> hosts = new ArrayList<>();
        for (JsonPart host : root.parts("hosts")) {
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

    private static HostState host(JsonPart host) throws SnapshotException {
        List<DeviceState> devices = new ArrayList<>();
        for (JsonPart device : host.parts("devices")) {
            devices.add(device(device));
        }
        List<ResourceState> resources = new ArrayList<>();
        for (JsonPart resource : host.parts("resources")) {
            resources.add(resource(resource));
        }
        return new HostState(host.text("name"), devices, resources);
    }

    private static DeviceState device(JsonPart device) throws SnapshotException {
        List<DeviceInfo.Port> ports = new ArrayList<>();
        for (JsonPart port : device.parts("ports")) {
            ports.add(new DeviceInfo.Port(port.number("port"), lines(port)));
        }
        return new DeviceState(
                new DeviceInfo(device.text("name"), lines(device), ports),
                device.part("statistics").numbers());
    }

    private static List<InfoLine> lines(JsonPart owner) throws SnapshotException {
        List<InfoLine> lines = new ArrayList<>();
        for (JsonPart line : owner.parts("attributes")) {
            lines.add(new InfoLine(line.text("name"), line.text("value"), line.texts("flags")));
        }
        return lines;
    }

    private static ResourceState resource(JsonPart resource) throws SnapshotException {
        return new ResourceState(
                resource.text("ifname"),
                resource.text("kind"),
                resource.number("pid"),
                resource.text("comm"),
                resource.number("ctxn"),
                resource.whole("users"),
                resource.part("attributes").texts(),
                resource.part("statistics").numbers());
    }
}
