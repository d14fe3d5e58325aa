package acme.rdma;

import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.ib.core.spi.HardwareModel;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.vocabulary.Rule;
import java.util.List;
import java.util.Optional;

/** Found by ServiceLoader; claims the cards that it knows. */
public final class AcmeDriver implements RdmaDriver {
    @Override
    public String name() {
        return "acme";
    }

    @Override
    public List<Rule> rules() {
        return List.of(AcmeRule.values());
    }

    /** Rules that the card does not keep, each with a reason: the conformance kit then reports them as declared. */
    @Override
    public List<Deviation> deviations() {
        return List.of();
    }

    /** The cards are simulated, so the driver brings them along. A driver of real hardware leaves this out. */
    @Override
    public Optional<HardwareModel> hardwareModel(long seed) {
        return Optional.of(new Wire());
    }

    @Override
    public List<RdmaDevice> probe(Object hardware, KernelServices services) {
        if (!(hardware instanceof Card card)) {
            return List.of();
        }
        card.plugged(services);
        return List.of(new AcmeDevice("acme0", card));
    }
}
