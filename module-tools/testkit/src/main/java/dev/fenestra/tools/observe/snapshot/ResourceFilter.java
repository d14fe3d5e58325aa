package dev.fenestra.tools.observe.snapshot;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which objects a listing is about; null lets all pass.
 *
 * @param kind such as {@code mr}
 * @param process number or name of the process
 * @param device name of the device, with or without its host
 * @param port port of the device; {@code -} for QPs that have none yet
 * @param attributes filters that all have to pass
 */
public record ResourceFilter(
        @Nullable String kind,
        @Nullable String process,
        @Nullable String device,
        @Nullable String port,
        List<AttributeFilter> attributes) {

    /** Copies the list. */
    public ResourceFilter {
        attributes = List.copyOf(attributes);
    }

    /**
     * Without port and attributes.
     *
     * @param kind such as {@code mr}
     * @param process number or name of the process
     * @param device name of the device, with or without its host
     */
    public ResourceFilter(@Nullable String kind, @Nullable String process, @Nullable String device) {
        this(kind, process, device, null, List.of());
    }

    boolean passes(HostState host, ResourceState resource) {
        return (kind == null || kind.equals(resource.kind()))
                && (process == null
                        || process.equals(resource.comm())
                        || process.equals(Integer.toString(resource.pid())))
                && host.isNamed(device, resource.device())
                && (port == null || port.equals(resource.port()))
                && attributes.stream().allMatch(filter -> filter.passes(resource));
    }
}
