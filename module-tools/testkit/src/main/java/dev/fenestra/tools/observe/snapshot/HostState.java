package dev.fenestra.tools.observe.snapshot;

import dev.fenestra.tools.bench.BenchHost;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A host at one moment.
 *
 * @param name name of the host
 * @param devices in the order they were found
 * @param resources of all processes, oldest first
 * @param refusals of all layers
 */
public record HostState(String name, List<DeviceState> devices, List<ResourceState> resources, RefusalState refusals) {

    /** Copies the lists. */
    public HostState {
        devices = List.copyOf(devices);
        resources = List.copyOf(resources);
    }

    static HostState of(BenchHost host) {
        return new HostState(
                host.name(),
                host.kernel().devices().values().stream().map(DeviceState::of).toList(),
                host.kernel().inspect().stream().map(ResourceState::of).toList(),
                RefusalState.of(host.kernel().refusals()));
    }

    /** Place of a device among the host's, or -1. */
    int index(String device) {
        return devices.stream().map(state -> state.info().name()).toList().indexOf(device);
    }

    /** Whether the name of a device may mean one of this host; null means all. */
    boolean isNamed(@Nullable String asked, String device) {
        return asked == null || asked.equals(device) || asked.equals(name + ":" + device);
    }
}
