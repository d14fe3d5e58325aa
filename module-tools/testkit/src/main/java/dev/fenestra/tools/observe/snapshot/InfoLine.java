package dev.fenestra.tools.observe.snapshot;

import java.util.List;
import java.util.Set;

/**
 * A line of {@code ibv_devinfo}.
 *
 * @param name as users of {@code ibv_devinfo} know it; a line of a group begins with the group and a dot:
 *     {@code tso_caps.max_tso}
 * @param value the value as {@code ibv_devinfo} prints it
 * @param flags names of the bits that are set, each on a line of its own; empty where there are none
 */
public record InfoLine(String name, String value, List<String> flags) {
    static final String INLINE = "max_inline_data";
    static final String QP_TYPES = "qp_types";
    static final String FAST_PAGES = "max_fast_reg_page_list_len";

    /** Lines that {@code ibv_devinfo} does not have. JSON has them. */
    private static final Set<String> OURS = Set.of(INLINE, QP_TYPES, FAST_PAGES);

    /** Shown without being asked for everything. */
    private static final Set<String> BRIEF = Set.of(
            "transport",
            "fw_ver",
            "node_guid",
            "sys_image_guid",
            "vendor_id",
            "vendor_part_id",
            "hw_ver",
            "board_id",
            "phys_port_cnt",
            "state",
            "max_mtu",
            "active_mtu",
            "link_layer",
            "sm_lid",
            "port_lid",
            "port_lmc");

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

    boolean isOurs() {
        return OURS.contains(name);
    }

    boolean isBrief() {
        return BRIEF.contains(name);
    }
}
