package dev.fenestra.tools.observe.snapshot;

import java.util.List;

/**
 * The attributes of a device.
 *
 * @param name {@code hca_id}
 * @param lines of the device
 * @param ports its ports, in the order of their numbers
 */
public record DeviceInfo(String name, List<InfoLine> lines, List<Port> ports) {

    /** Copies the lists. */
    public DeviceInfo {
        lines = List.copyOf(lines);
        ports = List.copyOf(ports);
    }

    /**
     * The attributes of a port.
     *
     * @param number from 1 on
     * @param lines of the port
     */
    public record Port(int number, List<InfoLine> lines) {
        /** Copies the list. */
        public Port {
            lines = List.copyOf(lines);
        }
    }
}
