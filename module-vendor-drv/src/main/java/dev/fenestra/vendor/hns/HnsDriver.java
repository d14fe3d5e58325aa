package dev.fenestra.vendor.hns;

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
import dev.fenestra.vendor.hns.abi.HnsRules;
import dev.fenestra.vendor.hns.kernel.HnsHalf;
import dev.fenestra.vendor.hns.user.HnsUser;
import java.util.List;
import java.util.Optional;

/** Claims cards of the vendor "hns". The devices are named hns_0, hns_1, ... in the order of discovery, as Linux does. */
public final class HnsDriver implements RdmaDriver {
    private static final String NAME = "hns";

    private int found;

    /** The service loader needs this constructor. */
    public HnsDriver() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Rule> rules() {
        return HnsRules.ALL.own();
    }

    @Override
    public List<Deviation> deviations() {
        return HnsRules.DEVIATIONS;
    }

    @Override
    public List<Lack> lacks() {
        return List.of(
                new Lack("UC", "neither the card nor libhns has it"),
                new Lack("CQ resize", "libhns has none"),
                new Lack("SRQ resize", "Linux's driver has none"),
                new Lack("XRC", "the model has none; libhns has it"),
                new Lack("ODP", "neither the card nor libhns has on-demand paging"),
                new Lack("direct WQE", "QPs announce no registers for whole requests"));
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
        return new CardModel(NAME, HcaConfig.ofIpv4(0).withLimits(HnsHalf.LIMITS), fabric);
    }

    @Override
    public List<RdmaDevice> probe(Object hardware, KernelServices services) {
        return hardware instanceof Card card && card.vendor().equals(NAME)
                ? List.of(CardDevice.start(
                        NAME + "_" + found++, card, services, new HnsHalf(card), new CardUserProvider(new HnsUser())))
                : List.of();
    }
}
