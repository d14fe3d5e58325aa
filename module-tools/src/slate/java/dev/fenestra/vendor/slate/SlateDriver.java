package dev.fenestra.vendor.slate;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.ib.core.spi.HardwareModel;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.vendor.slate.abi.SlateRule;
import dev.fenestra.vendor.slate.card.SlateCard;
import dev.fenestra.vendor.slate.kernel.SlateDevice;
import java.util.List;
import java.util.Optional;

/** Claims every {@link SlateCard} it is shown; devices are named slate0, slate1, ... in the order they are found. */
public final class SlateDriver implements RdmaDriver {
    private int found;

    /** For the service loader. */
    public SlateDriver() {}

    @Override
    public String name() {
        return "slate";
    }

    @Override
    public List<Rule> rules() {
        return List.of(SlateRule.values());
    }

    @Override
    public Optional<HardwareModel> hardwareModel(long seed) {
        return Optional.of(new SlateModel(new Fabric()));
    }

    @Override
    public Optional<HardwareModel> realTimeModel(long seed) {
        return Optional.of(new SlateModel(Fabric.inRealTime()));
    }

    @Override
    public Optional<HardwareModel> modelOn(Object wire, long seed) {
        return wire instanceof Fabric fabric ? Optional.of(new SlateModel(fabric)) : Optional.empty();
    }

    @Override
    public List<RdmaDevice> probe(Object hardware, KernelServices services) {
        return hardware instanceof SlateCard card
                ? List.of(new SlateDevice("slate" + found++, card, services))
                : List.of();
    }
}
