package dev.fenestra.ib.core.kernel.gsi;

import dev.fenestra.ib.core.cm.CmNetwork;
import dev.fenestra.ib.core.cm.CmPath;
import dev.fenestra.ib.core.cm.CmPort;
import dev.fenestra.ib.core.cm.ids.ConnectionManager;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.kernel.calls.KernelEvents;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.memory.PhysicalMemory;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.Neighbour;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The devices of a host as the connection manager sees them: their GIDs are the host's IP addresses, QP 1 carries its
 * datagrams, and the first device's clock is its clock.
 */
final class GsiNetwork implements CmNetwork, AutoCloseable {
    private static final int PORT = 1;

    /** Those that have a QP 1, by name, in the order they were found; replaced as a whole. */
    private volatile Map<String, Opened> opened = Map.of();

    private volatile boolean isClosed;
    private @Nullable ConnectionManager manager;

    /**
     * A device at work.
     *
     * @param gids entries of its port's GID table; an entry that is not used is unspecified
     */
    private record Opened(GsiContext context, GsiQp qp, List<Gid> gids) {
        static Opened of(GsiContext context, GsiQp qp) {
            List<Gid> gids = new ArrayList<>();
            int entries = context.kernel().queryPort(PORT).gidTableLength();
            for (int index = 0; index < entries; index++) {
                gids.add(context.kernel().queryGid(index));
            }
            return new Opened(context, qp, gids);
        }

        /** The port by an entry of the table. Its MTU is the one at present. */
        CmPort port(int index) {
            KernelContext kernel = context.kernel();
            long guid = kernel.queryIdentity().nodeGuid();
            Mtu mtu = kernel.queryPort(PORT).activeMtu();
            return new CmPort(kernel.device(), PORT, index, gids.get(index), guid, mtu);
        }
    }

    /**
     * Opens the devices. One without datagrams or QP 1 is left out; so is one of a confidential guest, which does not
     * reach the kernel's memory.
     */
    void start(List<KernelDevice> devices, PhysicalMemory memory, ConnectionManager connections) {
        manager = connections;
        for (KernelDevice device : devices) {
            DeviceAttributes has = device.attributes();
            if (has.transports().contains(QpType.UD) && !has.can(DeviceCapability.CC_DMA_BOUNCE)) {
                open(device, memory);
            }
        }
    }

    private void open(KernelDevice device, PhysicalMemory memory) {
        GsiContext context = GsiContext.open(device, memory);
        String name = context.kernel().device();
        try {
            GsiQp qp = new GsiQp(context, received -> received(name, received));
            change(name, Opened.of(context, qp));
            context.kernel().events().onAsync(() -> device.deferred().add(() -> hear(context)));
        } catch (VerbsException refused) {
            context.close();
            if (!GsiContext.isMissing(refused)) {
                throw refused;
            }
        }
    }

    /** A device with a fatal error is lost to its ids, as on Linux, where its driver takes it away. */
    private void hear(GsiContext context) {
        KernelEvents events = context.kernel().events();
        events.whileOpen(() -> {
            boolean isLost = false;
            for (var event = events.readAsync(); event.isPresent(); event = events.readAsync()) {
                isLost |= event.get().type() == AsyncEventType.DEVICE_FATAL;
                if (event.get().type() == AsyncEventType.GID_CHANGE) {
                    refresh(context);
                }
            }
            if (isLost) {
                lost(context.kernel().device());
            }
        });
    }

    /** Reads the GIDs of a device again. */
    private void refresh(GsiContext context) {
        String device = context.kernel().device();
        Opened one = opened.get(device);
        if (one != null) {
            change(device, Opened.of(context, one.qp()));
        }
    }

    /** Replaces an entry; null removes it. Readers keep the map that they have. */
    private synchronized void change(String device, @Nullable Opened one) {
        Map<String, Opened> changed = new LinkedHashMap<>(opened);
        if (one == null) {
            changed.remove(device);
        } else {
            changed.put(device, one);
        }
        opened = changed;
    }

    private void lost(String device) {
        ConnectionManager connections = manager;
        if (connections != null) {
            connections.deviceRemoved(device);
        }
    }

    /** Closes a device that was taken away. */
    void remove(String device) {
        Opened gone = opened.get(device);
        if (gone != null) {
            lost(device);
            change(device, null);
            gone.context().close();
        }
    }

    private void received(String device, byte[] received) {
        GsiHeader header = GsiHeader.of(received);
        byte[] mad = Arrays.copyOfRange(received, GsiMemory.GRH_BYTES, received.length);
        ConnectionManager connections = manager;
        Opened one = opened.get(device);
        if (one == null
                || connections == null
                || isClosed
                || header.destination().isUnspecified()) {
            return;
        }
        int index = one.gids().indexOf(header.destination());
        if (index >= 0) {
            connections.receive(one.port(index), header.source(), mad);
        }
    }

    @Override
    public List<CmPort> ports() {
        List<CmPort> ports = new ArrayList<>();
        for (Opened one : opened.values()) {
            for (int index = 0; index < one.gids().size(); index++) {
                if (!one.gids().get(index).isUnspecified()) {
                    ports.add(one.port(index));
                }
            }
        }
        return ports;
    }

    @Override
    public Neighbour neighbour(CmPort from, Gid ip) {
        Opened one = opened.get(from.device());
        return one == null
                ? Neighbour.SILENT
                : one.context().device().driver().ports().neighbour(from.gidIndex(), ip);
    }

    @Override
    public void send(CmPath path, byte[] mad) {
        Opened one = opened.get(path.from().device());
        if (one != null && !isClosed) {
            one.qp().send(attributes(path), mad);
        }
    }

    private static AhAttributes attributes(CmPath path) {
        CmPort from = path.from();
        return new AhAttributes(
                path.destination(), from.port(), from.gidIndex(), 0, path.hopLimit(), path.trafficClass(), 0, 0);
    }

    /** The clock of a host without devices stands still; nothing can be under way there. */
    @Override
    public long now() {
        return opened.isEmpty() ? 0 : first().driver().now();
    }

    @Override
    public void wakeAt(long time) {
        if (!opened.isEmpty() && !isClosed && time != Long.MAX_VALUE) {
            first().driver().wakeAt(time, this::alarm);
        }
    }

    private void alarm() {
        ConnectionManager connections = manager;
        if (connections != null && !isClosed) {
            connections.alarm();
        }
    }

    private KernelDevice first() {
        return opened.values().iterator().next().context().device();
    }

    @Override
    public void close() {
        isClosed = true;
        opened.values().forEach(one -> one.context().close());
    }
}
