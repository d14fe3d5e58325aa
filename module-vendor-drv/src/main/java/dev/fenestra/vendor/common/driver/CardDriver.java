package dev.fenestra.vendor.common.driver;

import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.ib.core.spi.HardwareModel;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.vendor.common.VendorRules;
import dev.fenestra.vendor.common.kernel.CardDevice;
import dev.fenestra.vendor.common.kernel.VendorHalf;
import dev.fenestra.vendor.common.user.CardUserProvider;
import dev.fenestra.vendor.common.user.UserVendor;
import java.util.List;
import java.util.Optional;

/**
 * Claims the cards of one vendor, and numbers their devices from 0 in the order of discovery. The cards are simulated,
 * so the driver brings them along. Nothing about them is random. A vendor says its two halves, and what its cards and
 * its library lack.
 */
public abstract class CardDriver implements RdmaDriver {
    private final String vendor;
    private final String device;
    private final HcaConfig config;
    private final VendorRules rules;
    private int found;

    /**
     * A driver that has found no card.
     *
     * @param vendor name of the driver, which its cards have as well
     * @param device how the names of devices begin, before the number
     * @param config of each card, but for its GID
     * @param rules of the vendor
     */
    protected CardDriver(String vendor, String device, HcaConfig config, VendorRules rules) {
        this.vendor = vendor;
        this.device = device;
        this.config = config;
        this.rules = rules;
    }

    /**
     * A driver of cards that differ from the usual ones in their limits alone.
     *
     * @param vendor name of the driver, which its cards have as well
     * @param device how the names of devices begin, before the number
     * @param limits of each card
     * @param rules of the vendor
     */
    protected CardDriver(String vendor, String device, HcaLimits limits, VendorRules rules) {
        this(vendor, device, HcaConfig.ofIpv4(0).withLimits(limits), rules);
    }

    /**
     * {@return what the vendor adds to the kernel half}
     *
     * @param card the card, which belongs to this half alone
     */
    protected abstract VendorHalf half(Card card);

    /** {@return what the vendor adds to the user half} */
    protected abstract UserVendor user();

    @Override
    public final String name() {
        return vendor;
    }

    @Override
    public final List<Rule> rules() {
        return rules.own();
    }

    @Override
    public final Optional<HardwareModel> hardwareModel(long seed) {
        return modelOn(new Fabric(), seed);
    }

    @Override
    public final Optional<HardwareModel> realTimeModel(long seed) {
        return modelOn(Fabric.inRealTime(), seed);
    }

    @Override
    public final Optional<HardwareModel> modelOn(Object wire, long seed) {
        return wire instanceof Fabric fabric ? Optional.of(new CardModel(vendor, config, fabric)) : Optional.empty();
    }

    @Override
    public final List<RdmaDevice> probe(Object hardware, KernelServices services) {
        return hardware instanceof Card card && card.vendor().equals(vendor)
                ? List.of(CardDevice.start(device + found++, card, services, half(card), new CardUserProvider(user())))
                : List.of();
    }
}
