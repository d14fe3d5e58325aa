package dev.fenestra.vendor.irdma;

import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.ib.core.spi.Lack;
import dev.fenestra.ib.core.spi.Trait;
import dev.fenestra.vendor.common.driver.CardDriver;
import dev.fenestra.vendor.common.kernel.VendorHalf;
import dev.fenestra.vendor.common.user.UserVendor;
import dev.fenestra.vendor.irdma.abi.IrdmaRules;
import dev.fenestra.vendor.irdma.kernel.IrdmaHalf;
import dev.fenestra.vendor.irdma.user.IrdmaUser;
import java.util.List;

/** Claims cards of the vendor "irdma". The devices are named irdma_0, irdma_1, ... in the order of discovery. */
public final class IrdmaDriver extends CardDriver {
    /** The service loader needs this constructor. */
    public IrdmaDriver() {
        super("irdma", "irdma_", IrdmaHalf.LIMITS, IrdmaRules.ALL);
    }

    @Override
    protected VendorHalf half(Card card) {
        return new IrdmaHalf(card);
    }

    @Override
    protected UserVendor user() {
        return new IrdmaUser();
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
    public List<Trait> traits() {
        return List.of(
                new Trait(Trait.QUEUES, "memory of the program, which it registers first"),
                new Trait(Trait.POST, "a bit in each quantum, which is another one in each lap"),
                new Trait(Trait.RECEIVE, "a bit in each quantum, which is another one in each lap"),
                new Trait(Trait.EVENT, "a word in a record"),
                new Trait(Trait.REFUSES, "windows of type 2: ENOTSUP"));
    }
}
