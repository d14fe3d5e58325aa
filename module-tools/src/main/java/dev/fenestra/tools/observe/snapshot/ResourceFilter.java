package dev.fenestra.tools.observe.snapshot;

import org.jspecify.annotations.Nullable;

/**
 * Which objects a listing is about; null lets all pass.
 *
 * @param kind such as {@code mr}
 * @param process number or name of the process
 * @param device name of the device, with or without its host
 */
public record ResourceFilter(
        @Nullable String kind,
        @Nullable String process,
        @Nullable String device) {

    boolean passes(HostState host, ResourceState resource) {
        return (kind == null || kind.equals(resource.kind()))
                && (process == null
                        || process.equals(resource.comm())
                        || process.equals(Integer.toString(resource.pid())))
                && host.isNamed(device, resource.device());
    }
}
