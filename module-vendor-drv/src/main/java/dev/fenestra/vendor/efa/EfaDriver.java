package dev.fenestra.vendor.efa;

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
import dev.fenestra.vendor.efa.abi.EfaRules;
import dev.fenestra.vendor.efa.kernel.EfaHalf;
import dev.fenestra.vendor.efa.user.EfaUser;
import java.util.List;
import java.util.Optional;

/** Claims cards of the vendor "efa". The devices are named efa_0, efa_1, ... in the order of discovery. */
public final class EfaDriver implements RdmaDriver {
    private static final String NAME = "efa";

    private int found;

    /** The service loader needs this constructor. */
    public EfaDriver() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Rule> rules() {
        return EfaRules.ALL.own();
    }

    @Override
    public List<Deviation> deviations() {
        return EfaRules.DEVIATIONS;
    }

    @Override
    public List<Lack> lacks() {
        return List.of(
                new Lack("RC", "an EFA has datagrams only: UD, and SRD, which only efadv.h makes"),
                new Lack("UC", "as RC"),
                new Lack("XRC", "as RC"),
                new Lack("WRITE", "libefa 44 has SEND and READ; READ on SRD alone"),
                new Lack("atomics", "neither the card nor libefa 44 has them"),
                new Lack("windows", "neither the card nor libefa 44 has them"),
                new Lack("SRQ", "libefa 44 answers EINVAL (verbs.c efa_check_qp_attr)"),
                new Lack("multicast", "efa of Linux 6.1 has none (efa_main.c efa_dev_ops)"),
                new Lack("rereg_mr", "efa of Linux 6.1 has none (efa_main.c efa_dev_ops)"),
                new Lack("resize_cq", "efa of Linux 6.1 has none (efa_main.c efa_dev_ops)"),
                new Lack("ODP", "efa of Linux 6.1 has no on-demand paging"));
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
        return new CardModel(NAME, HcaConfig.ofIpv4(0).withLimits(EfaHalf.LIMITS), fabric);
    }

    @Override
    public List<RdmaDevice> probe(Object hardware, KernelServices services) {
        return hardware instanceof Card card && card.vendor().equals(NAME)
                ? List.of(CardDevice.start(
                        NAME + "_" + found++, card, services, new EfaHalf(), new CardUserProvider(new EfaUser())))
                : List.of();
    }
}
