package dev.fenestra.vendor.hns;

import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.ib.core.spi.Lack;
import dev.fenestra.ib.core.spi.Trait;
import dev.fenestra.vendor.common.driver.CardDriver;
import dev.fenestra.vendor.common.kernel.VendorHalf;
import dev.fenestra.vendor.common.user.UserVendor;
import dev.fenestra.vendor.hns.abi.HnsRules;
import dev.fenestra.vendor.hns.kernel.HnsHalf;
import dev.fenestra.vendor.hns.user.HnsUser;
import java.util.List;

/** Claims cards of the vendor "hns". The devices are named hns_0, hns_1, ... in the order of discovery. */
public final class HnsDriver extends CardDriver {
    /** The service loader needs this constructor. */
    public HnsDriver() {
        super("hns", "hns_", HnsHalf.LIMITS, HnsRules.ALL);
    }

    @Override
    protected VendorHalf half(Card card) {
        return new HnsHalf(card);
    }

    @Override
    protected UserVendor user() {
        return new HnsUser();
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
                new Lack("zero-based windows", "a bind of libhns has no word for them"),
                new Lack("ODP", "neither the card nor libhns has on-demand paging"),
                new Lack("direct WQE", "QPs announce no registers for whole requests"));
    }

    @Override
    public List<Trait> traits() {
        return List.of(
                new Trait(Trait.QUEUES, "memory of the program"),
                new Trait(Trait.POST, "a count in a record"),
                new Trait(Trait.RECEIVE, "a count in a record; of an SRQ, an index without the card's mark"),
                new Trait(Trait.EVENT, "a register for all queues, so exec adds a system call"),
                new Trait(
                        Trait.REFUSES,
                        "rights of a window other than REMOTE_WRITE, REMOTE_READ and REMOTE_ATOMIC: EINVAL"));
    }
}
