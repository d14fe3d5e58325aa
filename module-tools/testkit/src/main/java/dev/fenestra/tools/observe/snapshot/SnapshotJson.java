package dev.fenestra.tools.observe.snapshot;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.fenestra.ib.core.kernel.inspection.LoggedRefusal;
import dev.fenestra.ib.core.kernel.inspection.LoggedRefusal.Caller;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.Json;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Snapshots as JSON. What is written can be read back; a file of another version is refused. */
public final class SnapshotJson {
    private static final int CURRENT = 2;

    private SnapshotJson() {}

    /**
     * Writes a snapshot; {@link #read} gives it back.
     *
     * @param snapshot the snapshot
     * @return the JSON text
     */
    public static String write(Snapshot snapshot) {
        return Json.write(new Root(
                        new Version(CURRENT),
                        snapshot.hosts().stream().map(Host::of).toList()))
                + "\n";
    }

    /**
     * Reads a snapshot.
     *
     * @param text what {@link #write} returned
     * @return the snapshot
     * @throws SnapshotException when the text is not JSON, or no snapshot of this version
     */
    public static Snapshot read(String text) throws SnapshotException {
        try {
            return parse(text);
        } catch (InputException e) {
            throw new SnapshotException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * The same as {@link #read}, for a file.
     *
     * @param text the text of the file
     * @return the snapshot
     * @throws InputException when the text is not JSON, or no snapshot of this version
     */
    public static Snapshot parse(String text) throws InputException {
        return new Snapshot(
                Json.read(text, Root.class).hosts().stream().map(Host::state).toList());
    }

    /** The whole file. */
    private record Root(@JsonProperty("fenestra_snapshot") Version version, List<Host> hosts) {}

    /** The version of the format, which is read before all else. */
    @JsonClassDescription("version " + CURRENT + " of a snapshot")
    private record Version(@JsonValue int number) {
        @JsonCreator
        static Version of(int number) {
            if (number != CURRENT) {
                throw new IllegalArgumentException("expected version " + CURRENT + " of a snapshot, not " + number);
            }
            return new Version(number);
        }
    }

    /** A host. */
    private record Host(String name, List<Device> devices, List<Row> resources, Refusals refusals) {
        static Host of(HostState host) {
            return new Host(
                    host.name(),
                    host.devices().stream().map(Device::of).toList(),
                    host.resources().stream().map(Row::of).toList(),
                    Refusals.of(host.refusals()));
        }

        HostState state() {
            return new HostState(
                    name,
                    devices.stream().map(Device::state).toList(),
                    resources.stream().map(Row::state).toList(),
                    refusals.state());
        }
    }

    /** The refusals of a host. */
    private record Refusals(long total, List<Refused> last) {
        static Refusals of(RefusalState state) {
            return new Refusals(
                    state.total(), state.last().stream().map(Refused::of).toList());
        }

        RefusalState state() {
            return new RefusalState(total, last.stream().map(Refused::refusal).toList());
        }
    }

    /** A refusal. */
    private record Refused(
            String layer,
            String rule,
            String violation,
            String outcome,
            String values,
            @Nullable Long nanos,
            @Nullable String process,
            @Nullable Integer pid,
            @Nullable @JsonProperty("wr_id") Long wrId) {
        static Refused of(LoggedRefusal logged) {
            Refusal refusal = logged.refusal();
            boolean isKnown = logged.caller().isKnown();
            return new Refused(
                    refusal.layer(),
                    refusal.ruleId(),
                    refusal.violation(),
                    refusal.outcome(),
                    refusal.values(),
                    logged.nanos() < 0 ? null : logged.nanos(),
                    isKnown ? logged.caller().process() : null,
                    isKnown ? logged.caller().pid() : null,
                    logged.wrId());
        }

        LoggedRefusal refusal() {
            Refusal refusal = new Refusal(layer, rule, violation, outcome, values);
            Caller caller = process == null || pid == null ? Caller.UNKNOWN : new Caller(process, pid);
            return new LoggedRefusal(refusal, nanos == null ? -1 : nanos, caller, wrId);
        }
    }

    /** A device. */
    private record Device(
            String name, List<InfoLine> attributes, List<Port> ports, SequencedMap<String, Long> statistics) {
        static Device of(DeviceState device) {
            DeviceInfo info = device.info();
            return new Device(
                    info.name(),
                    info.lines(),
                    info.ports().stream().map(Port::of).toList(),
                    device.statistics());
        }

        DeviceState state() {
            return new DeviceState(
                    new DeviceInfo(
                            name, attributes, ports.stream().map(Port::info).toList()),
                    statistics);
        }
    }

    /** A port of a device. */
    private record Port(int port, List<InfoLine> attributes) {
        static Port of(DeviceInfo.Port port) {
            return new Port(port.number(), port.lines());
        }

        DeviceInfo.Port info() {
            return new DeviceInfo.Port(port, attributes);
        }
    }

    /** An object of a process. */
    private record Row(
            String ifname,
            String kind,
            int pid,
            String comm,
            int ctxn,
            long users,
            SequencedMap<String, String> attributes,
            SequencedMap<String, Long> statistics) {

        static Row of(ResourceState state) {
            return new Row(
                    state.device(),
                    state.kind(),
                    state.pid(),
                    state.comm(),
                    state.context(),
                    state.users(),
                    state.attributes(),
                    state.statistics());
        }

        ResourceState state() {
            return new ResourceState(ifname, kind, pid, comm, ctxn, users, attributes, statistics);
        }
    }
}
