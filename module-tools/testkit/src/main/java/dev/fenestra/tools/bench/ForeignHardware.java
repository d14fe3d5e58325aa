package dev.fenestra.tools.bench;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.spi.HardwareModel;
import dev.fenestra.ib.core.spi.WireFaults;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Hardware that a driver brings.
 *
 * @param driver its name
 * @param model makes the cards
 * @param plugged the fabric into which the cards are plugged; empty for a wire of the driver's own
 */
record ForeignHardware(String driver, HardwareModel model, Optional<Fabric> plugged) implements BenchHardware {
    @Override
    public Object newCard(String host, int ipv4, @Nullable Gid address) {
        return model.newCard(address == null ? Gid.ofIpv4(ipv4) : address);
    }

    @Override
    public Optional<Fabric> fabric() {
        return plugged.or(() -> model.wire().filter(Fabric.class::isInstance).map(Fabric.class::cast));
    }

    @Override
    public Optional<WireFaults> faults() {
        return model.faults().or(BenchHardware.super::faults);
    }

    @Override
    public void demand(Wishes wishes) {
        List<String> unreached = wishes.ofHcas(plugged.isPresent());
        if (!unreached.isEmpty()) {
            throw new IllegalArgumentException(String.format(
                    "%s brings hardware of its own, which %s does not reach: it is for HCAs of hw-sim",
                    driver, String.join(" and ", unreached)));
        }
        if (!wishes.ofFabrics().isEmpty() && fabric().isEmpty()) {
            throw new IllegalArgumentException(String.format(
                    "%s brings a wire of its own, which is no fabric of hw-sim: %s does not reach it",
                    driver, String.join(" and ", wishes.ofFabrics())));
        }
    }

    @Override
    public void demand(Host kernel, Optional<WindowSupport> windows) {
        Optional<MemoryWindows> wanted = windows.map(ForeignHardware::announced);
        kernel.devices().values().forEach(device -> {
            MemoryWindows seen = device.attributes().memoryWindows();
            if (wanted.isPresent() && wanted.get() != seen) {
                throw new IllegalArgumentException(String.format(
                        "%s has windows %s, and nothing makes it offer %s", device.name(), seen, wanted.get()));
            }
        });
    }

    @Override
    public void close() {
        model.close();
    }

    /** How a device announces windows. */
    static MemoryWindows announced(WindowSupport support) {
        return switch (support) {
            case NONE -> MemoryWindows.NONE;
            case TYPES_1_AND_2A -> MemoryWindows.TYPE_1_AND_2A;
            case TYPES_1_AND_2B -> MemoryWindows.TYPE_1_AND_2B;
        };
    }
}
