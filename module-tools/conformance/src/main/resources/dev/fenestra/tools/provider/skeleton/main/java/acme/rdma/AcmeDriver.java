package acme.rdma;

import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.vendor.common.driver.CardDriver;
import dev.fenestra.vendor.common.kernel.VendorHalf;
import dev.fenestra.vendor.common.user.UserVendor;

/** Claims cards of the vendor "acme"; devices are named acme0, acme1, ... in the order they are found. */
public final class AcmeDriver extends CardDriver {
    /** For the service loader. */
    public AcmeDriver() {
        super("acme", "acme", AcmeLimits.CONFIG, AcmeRules.ALL);
    }

    @Override
    protected VendorHalf half(Card card) {
        return new AcmeHalf(card);
    }

    @Override
    protected UserVendor user() {
        return new AcmeUser();
    }
}
