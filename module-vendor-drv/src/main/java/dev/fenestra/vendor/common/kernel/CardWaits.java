package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.observe.WaitingQp;
import dev.fenestra.ib.core.spi.InFlight;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** What is in flight on a card of a fabric, in the words of the SPI. */
public final class CardWaits {
    private CardWaits() {}

    /**
     * {@return what is in flight on some QPs of a card}
     *
     * @param fabric the wire of the card
     * @param card what the card says of a QP; null when nothing of it is in flight
     * @param qpNumbers numbers of the QPs
     */
    public static InFlight of(Fabric fabric, IntFunction<@Nullable WaitingQp> card, int... qpNumbers) {
        List<InFlight.Waiting> waiting = new ArrayList<>();
        for (int qpn : qpNumbers) {
            WaitingQp known = card.apply(qpn);
            if (known != null) {
                waiting.add(new InFlight.Waiting(known.sentence(), known.isInError()));
            }
        }
        return new InFlight(fabric.canMove(), fabric.moves(), waiting);
    }
}
