package dev.fenestra.vendor.irdma;

import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.ib.core.spi.HardwareModel;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.Lack;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.vendor.common.CardModel;
import dev.fenestra.vendor.common.kernel.CardDevice;
import dev.fenestra.vendor.common.user.CardUserProvider;
import dev.fenestra.vendor.irdma.abi.IrdmaRules;
import dev.fenestra.vendor.irdma.kernel.IrdmaHalf;
import dev.fenestra.vendor.irdma.user.IrdmaUser;
import java.util.List;
import java.util.Optional;

/** Claims cards of the vendor "irdma". The devices are named irdma_0, irdma_1, ... in the order of discovery. */
public final class IrdmaDriver implements RdmaDriver {
    private static final String NAME = "irdma";

    private int found;

    /** The service loader needs this constructor. */
    public IrdmaDriver() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Rule> rules() {
        return IrdmaRules.ALL.own();
    }

    @Override
    public List<Deviation> deviations() {
        return IrdmaRules.DEVIATIONS;
    }

    @Override
    public List<Lack> lacks() {
        return List.of(
                new Lack("windows of type 2", "libirdma refuses them: ENOTSUP"),
                new Lack("atomics", "neither the card nor libirdma has them"),
                new Lack("SRQs", "libirdma has none"),
                new Lack("UC and XRC", "neither Linux's driver nor libirdma has them"),
                new Lack("ODP", "neither the card nor libirdma has on-demand paging"),
                new Lack("push", "the card announces no registers for whole requests"));
    }

    @Override
    public Optional<HardwareModel> hardwareModel(long seed) {
        return Optional.of(model(new Fabric()));
    }

    @Override
    public Optional<HardwareModel> realTimeModel(long seed) {
        return Optional.of(model(Fabric.inRealTime()));
    }

    @Override
    public Optional<HardwareModel> modelOn(Object wire, long seed) {
        return wire instanceof Fabric fabric ? Optional.of(model(fabric)) : Optional.empty();
    }

    private static HardwareModel model(Fabric fabric) {
        return new CardModel(NAME, HcaConfig.ofIpv4(0).withLimits(IrdmaHalf.LIMITS), fabric);
    }

    @Override
    public List<RdmaDevice> probe(Object hardware, KernelServices services) {
        return hardware instanceof Card card && card.vendor().equals(NAME)
                ? List.of(CardDevice.start(
                        NAME + "_" + found++,
                        card,
                        services,
                        new IrdmaHalf(card),
                        new CardUserProvider(new IrdmaUser())))
                : List.of();
    }
}
