package dev.fenestra.vendor.rxe;

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
import dev.fenestra.vendor.rxe.abi.RxeRules;
import dev.fenestra.vendor.rxe.kernel.RxeHalf;
import dev.fenestra.vendor.rxe.user.RxeUser;
import java.util.List;
import java.util.Optional;

/** Claims cards of the vendor "rxe". The devices are named rxe0, rxe1, ... in the order of discovery. */
public final class RxeDriver implements RdmaDriver {
    private static final String NAME = "rxe";

    private int found;

    /** The service loader needs this constructor. */
    public RxeDriver() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Rule> rules() {
        return RxeRules.ALL.own();
    }

    @Override
    public List<Deviation> deviations() {
        return RxeRules.DEVIATIONS;
    }

    @Override
    public List<Lack> lacks() {
        return List.of(
                new Lack("XRC", "rxe of Linux 6.1 answers EOPNOTSUPP (rxe_qp.c rxe_qp_chk_init)"),
                new Lack("rereg_mr", "neither rxe of Linux 6.1 nor librxe 44 has it"),
                new Lack("FLUSH", "librxe 44 has no such opcode; that of version 64 has"),
                new Lack("ODP", "rxe of Linux 6.1 has no on-demand paging"),
                new Lack("device memory", "rxe has no memory of its own"));
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
        return new CardModel(NAME, HcaConfig.ofIpv4(0).withLimits(RxeHalf.LIMITS), fabric);
    }

    @Override
    public List<RdmaDevice> probe(Object hardware, KernelServices services) {
        return hardware instanceof Card card && card.vendor().equals(NAME)
                ? List.of(CardDevice.start(
                        NAME + found++, card, services, new RxeHalf(), new CardUserProvider(new RxeUser())))
                : List.of();
    }
}
