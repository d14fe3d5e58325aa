package acme.rdma;

import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.ib.core.spi.HardwareModel;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.vendor.common.CardModel;
import dev.fenestra.vendor.common.kernel.CardDevice;
import dev.fenestra.vendor.common.user.CardUserProvider;
import java.util.List;
import java.util.Optional;

/** Claims cards of the vendor "acme"; devices are named acme0, acme1, ... in the order they are found. */
public final class AcmeDriver implements RdmaDriver {
    private static final String NAME = "acme";

    private int found;

    /** For the service loader. */
    public AcmeDriver() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Rule> rules() {
        return AcmeRules.ALL.own();
    }

    /** The cards are simulated, so the driver brings them along. Nothing about them is random. */
    @Override
    public Optional<HardwareModel> hardwareModel(long seed) {
        return modelOn(new Fabric(), seed);
    }

    @Override
    public Optional<HardwareModel> realTimeModel(long seed) {
        return modelOn(Fabric.inRealTime(), seed);
    }

    @Override
    public Optional<HardwareModel> modelOn(Object wire, long seed) {
        return wire instanceof Fabric fabric
                ? Optional.of(new CardModel(NAME, AcmeLimits.CONFIG, fabric))
                : Optional.empty();
    }

    @Override
    public List<RdmaDevice> probe(Object hardware, KernelServices services) {
        return hardware instanceof Card card && card.vendor().equals(NAME)
                ? List.of(CardDevice.start(
                        NAME + found++, card, services, new AcmeHalf(card), new CardUserProvider(new AcmeUser())))
                : List.of();
    }
}
