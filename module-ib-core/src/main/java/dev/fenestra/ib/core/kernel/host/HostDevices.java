package dev.fenestra.ib.core.kernel.host;

import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.kernel.device.InterruptWork;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.device.SlotDma;
import dev.fenestra.ib.core.kernel.inspection.HostTrace;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/** The hardware of a host: slots, and the devices that drivers found there, by name in the order they were found. */
final class HostDevices {
    private final HostConfig config;
    private final HostTrace trace;
    private final InterruptWork deferred;
    private final HardwareSlots slots = new HardwareSlots();
    private final SequencedMap<String, KernelDevice> devices = new LinkedHashMap<>();

    HostDevices(HostConfig config, HostTrace trace, InterruptWork deferred) {
        this.config = config;
        this.trace = trace;
        this.deferred = deferred;
    }

    public synchronized void plug(Object hardware, SlotDma dma) {
        slots.plug(hardware, dma);
    }

    /**
     * Offers unclaimed hardware to these drivers.
     *
     * @return names of the devices found now
     * @throws VerbsException EINVAL when a device has the name of another; its slot stays unclaimed
     */
    public synchronized List<String> discover(Iterable<RdmaDriver> drivers) {
        List<String> found = new ArrayList<>();
        for (RdmaDriver driver : drivers) {
            slots.probe(driver, this::services, (devicesFound, dma) -> found.addAll(register(devicesFound, dma)));
        }
        return List.copyOf(found);
    }

    /** The device of this name; ENXIO when there is none. */
    public synchronized KernelDevice find(String name) {
        KernelDevice device = devices.get(name);
        if (device == null) {
            throw logged(new VerbsException(KernelRule.DEVICE, "name=" + name + ", has " + devices.keySet()));
        }
        return device;
    }

    /** Takes the device of this name away; ENXIO when there is none. */
    synchronized KernelDevice remove(String name) {
        KernelDevice device = find(name);
        devices.remove(name);
        return device;
    }

    /** The drivers' devices. */
    synchronized Map<String, RdmaDevice> drivers() {
        SequencedMap<String, RdmaDevice> byName = new LinkedHashMap<>();
        devices.forEach((name, device) -> byName.put(name, device.driver()));
        return byName;
    }

    /** All devices, in the order they were found. */
    public synchronized List<KernelDevice> all() {
        return List.copyOf(devices.values());
    }

    /** The devices of a way to memory. */
    public synchronized List<KernelDevice> of(SlotDma dma) {
        return devices.values().stream().filter(device -> device.dma() == dma).toList();
    }

    public synchronized void shutdown() {
        devices.values().forEach(device -> device.driver().shutdown());
    }

    private KernelServices services(SlotDma dma) {
        return new HostServices(config, trace, deferred, dma);
    }

    private List<String> register(List<RdmaDevice> found, SlotDma dma) {
        Set<String> names = new HashSet<>(devices.keySet());
        for (RdmaDevice device : found) {
            if (!names.add(device.name())) {
                throw logged(new VerbsException(KernelRule.DEVICE_NAME, "name=" + device.name()));
            }
        }
        found.forEach(device -> trace.clock(device::now));
        found.forEach(device ->
                devices.put(device.name(), new KernelDevice(trace, deferred, device, dma, config.confidential())));
        return found.stream().map(RdmaDevice::name).toList();
    }

    private VerbsException logged(VerbsException refusal) {
        trace.refused(refusal);
        return refusal;
    }
}
