package dev.fenestra.vendor.efa;

import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.ib.core.spi.Lack;
import dev.fenestra.ib.core.spi.Trait;
import dev.fenestra.vendor.common.driver.CardDriver;
import dev.fenestra.vendor.common.kernel.VendorHalf;
import dev.fenestra.vendor.common.user.UserVendor;
import dev.fenestra.vendor.efa.abi.EfaRules;
import dev.fenestra.vendor.efa.kernel.EfaHalf;
import dev.fenestra.vendor.efa.user.EfaUser;
import java.util.List;

/** Claims cards of the vendor "efa". The devices are named efa_0, efa_1, ... in the order of discovery. */
public final class EfaDriver extends CardDriver {
    /** The service loader needs this constructor. */
    public EfaDriver() {
        super("efa", "efa_", EfaHalf.LIMITS, EfaRules.ALL);
    }

    @Override
    protected VendorHalf half(Card card) {
        return new EfaHalf();
    }

    @Override
    protected UserVendor user() {
        return new EfaUser();
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
    public List<Trait> traits() {
        return List.of(
                new Trait(Trait.QUEUES, "kernel memory; requests in memory of the card"),
                new Trait(Trait.POST, "a count in a register of the queue"),
                new Trait(Trait.RECEIVE, "a count in a register of the queue"),
                new Trait(Trait.EVENT, "a bit in a register of the CQ"),
                new Trait(
                        Trait.REFUSES,
                        "requests without IBV_SEND_SIGNALED: EINVAL; an SRQ: EINVAL; other types than UD: EOPNOTSUPP"));
    }
}
