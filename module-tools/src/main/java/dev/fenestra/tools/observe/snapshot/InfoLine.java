package dev.fenestra.tools.observe.snapshot;

import java.util.List;
import java.util.Set;

/**
 * A line of {@code ibv_devinfo}.
 *
 * @param name as users of {@code ibv_devinfo} know it
 * @param value the value as {@code ibv_devinfo} prints it
 * @param flags names of the bits that are set, each on a line of its own; empty where there are none
 */
public record InfoLine(String name, String value, List<String> flags) {
    /** Shown without being asked for everything. */
    private static final Set<String> BRIEF = Set.of(
            "transport",
            "fw_ver",
            "node_guid",
            "sys_image_guid",
            "vendor_id",
            "vendor_part_id",
            "hw_ver",
            "phys_port_cnt",
            "state",
            "max_mtu",
            "active_mtu",
            "link_layer",
            "sm_lid",
            "port_lid",
            "port_lmc",
            "GID[  0]",
            "GID[  1]");

    /** Copies the list. */
    public InfoLine {
        flags = List.copyOf(flags);
    }

    static InfoLine of(String name, String value) {
        return new InfoLine(name, value, List.of());
    }

    static InfoLine of(String name, long value) {
        return of(name, Long.toString(value));
    }

    boolean isBrief() {
        return BRIEF.contains(name);
    }
}
