package dev.fenestra.tools.observe.snapshot;

import dev.fenestra.tools.bench.BenchHost;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hosts with their devices and all objects of their processes, as they were at one moment.
 *
 * @param hosts in the order in which they were named
 */
public record Snapshot(List<HostState> hosts) {

    /** Copies the list. */
    public Snapshot {
        hosts = List.copyOf(hosts);
    }

    /**
     * Takes a snapshot of hosts. Callable from any thread while programs run. It changes nothing, but it asks devices
     * for the state of QPs and windows, which takes some of their time.
     *
     * @param hosts the hosts to look at
     * @return their state at this moment
     */
    public static Snapshot of(Collection<BenchHost> hosts) {
        return new Snapshot(hosts.stream().map(HostState::of).toList());
    }

    /**
     * The attributes of devices, under the names that listings use. The name begins with the host where there are
     * several hosts.
     *
     * @param device name of the only one asked for, with or without its host and a colon; null for all
     * @return the devices that match, in the order of their hosts
     */
    public List<DeviceInfo> devices(@Nullable String device) {
        return hosts.stream()
                .flatMap(host -> host.devices().stream()
                        .map(DeviceState::info)
                        .filter(info -> host.isNamed(device, info.name()))
                        .map(info -> new DeviceInfo(label(host, info.name()), info.lines(), info.ports())))
                .toList();
    }

    /** The name of a device in a listing: with its host, when there are several hosts. */
    String label(HostState host, String device) {
        return hosts.size() == 1 ? device : host.name() + ":" + device;
    }
}
