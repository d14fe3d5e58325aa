package dev.fenestra.tools.observe.snapshot;

import dev.fenestra.tools.bench.BenchHost;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hosts with their devices and all objects of their processes, as they were at one moment. */
public record Snapshot(List<HostState> hosts) {

    public Snapshot {
        hosts = List.copyOf(hosts);
    }

    /**
     * Looks at hosts. May be done from any thread while programs run; changes nothing, but asks devices for the state
     * of QPs and windows, which takes time of theirs.
     */
    public static Snapshot of(Collection<BenchHost> hosts) {
        return new Snapshot(hosts.stream().map(HostState::of).toList());
    }

    /**
     * What devices say of themselves, under the names that listings give them: with their hosts, where there are
     * several.
     *
     * @param device name of the only one asked for, with or without its host and a colon; null for all
     */
    public List<DeviceInfo> devices(@Nullable String device) {
        return hosts.stream()
                .flatMap(host -> host.devices().stream()
                        .map(DeviceState::info)
                        .filter(info -> host.isNamed(device, info.name()))
                        .map(info -> new DeviceInfo(label(host, info.name()), info.lines(), info.ports())))
                .toList();
    }

    /** How a listing names a device: with its host, where there are several. */
    String label(HostState host, String device) {
        return hosts.size() == 1 ? device : host.name() + ":" + device;
    }
}
