package dev.fenestra.ib.core.kernel.host;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmChannelCalls;
import dev.fenestra.ib.core.cm.CmIdInfo;
import dev.fenestra.ib.core.kernel.inspection.Resource;
import dev.fenestra.ib.core.kernel.inspection.ResourceDetail;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;

/** The RDMA CM ids of a process, as {@code rdma resource show cm_id} lists them. */
final class CmIds {
    private static final String KIND = "CM_ID";

    /** Whose the ids are that have no device yet: the file that they are made by. */
    private static final String NO_DEVICE = "rdma_cm";

    private final String process;
    private final int pid;
    private final Collection<CmChannelCalls> channels;

    CmIds(String process, int pid, Collection<CmChannelCalls> channels) {
        this.process = process;
        this.pid = pid;
        this.channels = channels;
    }

    Stream<Resource> resources() {
        return ids().map(id ->
                resource(id, id.port() == null ? NO_DEVICE : id.port().device()));
    }

    /**
     * The ids that have a device. One that listens at all addresses is listed with each.
     *
     * @param devices names of the host's devices
     */
    Stream<ResourceDetail> inspect(Collection<String> devices) {
        return ids().flatMap(id -> devicesOf(id, devices).stream()
                .map(device -> new ResourceDetail(
                        resource(id, device), pid, 0, attributes(id), Collections.emptySortedMap())));
    }

    private Stream<CmIdInfo> ids() {
        return channels.stream().flatMap(channel -> channel.ids().stream());
    }

    private static Collection<String> devicesOf(CmIdInfo id, Collection<String> all) {
        CmAddress source = id.source();
        if (id.port() != null) {
            return List.of(id.port().device());
        }
        return source != null && source.isAny() && id.state().equals("LISTEN") ? all : List.of();
    }

    private Resource resource(CmIdInfo id, String device) {
        return new Resource(process, device, 0, KIND, id.handle(), "", List.of());
    }

    private static SequencedMap<String, String> attributes(CmIdInfo id) {
        SequencedMap<String, String> known = new LinkedHashMap<>();
        known.put("cm-idn", Integer.toString(id.handle()));
        if (id.qpn() != 0) {
            known.put("lqpn", Integer.toString(id.qpn()));
        }
        known.put("qp-type", id.qpType().name());
        known.put("state", id.state());
        known.put("ps", id.portSpace().name());
        if (id.source() != null) {
            known.put("src-addr", text(id.source()));
        }
        if (id.destination() != null) {
            known.put("dst-addr", text(id.destination()));
        }
        return known;
    }

    private static String text(CmAddress address) {
        String ip = address.ip().toString();
        return (address.isIpv4() ? ip.substring(ip.lastIndexOf(':') + 1) : ip) + ":" + address.port();
    }
}
