package dev.fenestra.tools.observe.snapshot;

import java.util.List;

/**
 * What a device says of itself.
 *
 * @param name {@code hca_id}
 * @param lines of the device
 */
public record DeviceInfo(String name, List<InfoLine> lines, List<Port> ports) {

    public DeviceInfo {
        lines = List.copyOf(lines);
        ports = List.copyOf(ports);
    }

    /**
     * What a port says of itself.
     *
     * @param number from 1 on
     */
    public record Port(int number, List<InfoLine> lines) {
        public Port {
            lines = List.copyOf(lines);
        }
    }
}
