package dev.fenestra.vendor.mlx4;

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
import dev.fenestra.vendor.mlx4.abi.Mlx4Rules;
import dev.fenestra.vendor.mlx4.kernel.Mlx4Half;
import dev.fenestra.vendor.mlx4.user.Mlx4User;
import java.util.List;
import java.util.Optional;

/** Claims cards of the vendor "mlx4". The devices are named mlx4_0, mlx4_1, ... in the order of discovery. */
public final class Mlx4Driver implements RdmaDriver {
    private static final String NAME = "mlx4";

    private int found;

    /** The service loader needs this constructor. */
    public Mlx4Driver() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Rule> rules() {
        return Mlx4Rules.ALL.own();
    }

    @Override
    public List<Deviation> deviations() {
        return Mlx4Rules.DEVIATIONS;
    }

    @Override
    public List<Lack> lacks() {
        return List.of(
                new Lack("SRQ resize", "neither Linux's driver nor libmlx4 has it"),
                new Lack("XRC", "the model has none; libmlx4 has it"),
                new Lack("ODP", "neither the card nor libmlx4 has on-demand paging"),
                new Lack("BlueFlame", "the context announces no registers for whole requests"));
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
        return new CardModel(NAME, HcaConfig.ofIpv4(0).withLimits(Mlx4Half.LIMITS), fabric);
    }

    @Override
    public List<RdmaDevice> probe(Object hardware, KernelServices services) {
        return hardware instanceof Card card && card.vendor().equals(NAME)
                ? List.of(CardDevice.start(
                        NAME + "_" + found++, card, services, new Mlx4Half(card), new CardUserProvider(new Mlx4User())))
                : List.of();
    }
}
