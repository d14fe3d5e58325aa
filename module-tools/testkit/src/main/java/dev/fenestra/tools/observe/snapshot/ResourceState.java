package dev.fenestra.tools.observe.snapshot;

import dev.fenestra.ib.core.kernel.inspection.Resource;
import dev.fenestra.ib.core.kernel.inspection.ResourceDetail;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.Set;

/**
 * Something of the kernel that a process has, at one moment.
 *
 * @param device name of the device
 * @param kind in the words of {@code rdma}: {@code ctx}, {@code pd}, {@code mr}, {@code mw}, {@code cq}, {@code qp} and
 *     so on
 * @param pid number of the process
 * @param comm name of the process
 * @param context number of the open device
 * @param users uses that keep it from being destroyed
 * @param attributes name and value, in the order of a listing
 * @param statistics its own counters by name
 */
public record ResourceState(
        String device,
        String kind,
        int pid,
        String comm,
        int context,
        long users,
        SequencedMap<String, String> attributes,
        SequencedMap<String, Long> statistics) {

    /** Kinds that belong to a port, and are shown with it. */
    private static final Set<String> OF_A_PORT = Set.of("qp", "cm_id");

    /** Copies the maps. */
    public ResourceState {
        attributes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(attributes));
        statistics = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(statistics));
    }

    static ResourceState of(ResourceDetail detail) {
        Resource resource = detail.resource();
        return new ResourceState(
                resource.device(),
                resource.kind().toLowerCase(Locale.ROOT),
                detail.pid(),
                resource.process(),
                resource.context(),
                detail.users(),
                detail.attributes(),
                detail.statistics());
    }

    /** {@return its port; {@code -} for a QP that has not been given one yet, empty for a kind without} */
    String port() {
        if (!OF_A_PORT.contains(kind)) {
            return "";
        }
        return "RESET".equals(attributes.get("state")) ? "-" : "1";
    }
}
