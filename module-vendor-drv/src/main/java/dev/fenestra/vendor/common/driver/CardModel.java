package dev.fenestra.vendor.common.driver;

import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.ib.core.spi.HardwareModel;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One wire, and the cards of one vendor on it. */
final class CardModel implements HardwareModel {
    private final String vendor;
    private final HcaConfig config;
    private final Fabric fabric;
    private final List<Card> cards = new ArrayList<>();

    /**
     * Makes a wire without cards.
     *
     * @param vendor name of the driver that knows the cards
     * @param config of each card, but for its GID
     * @param fabric the wire
     */
    CardModel(String vendor, HcaConfig config, Fabric fabric) {
        this.vendor = vendor;
        this.config = config;
        this.fabric = fabric;
    }

    @Override
    public Object newCard(Gid gid) {
        Card card = new Card(vendor, config.withGid(gid.high(), gid.low()), fabric);
        cards.add(card);
        return card;
    }

    @Override
    public Optional<Object> wire() {
        return Optional.of(fabric);
    }

    @Override
    public void close() {
        cards.forEach(Card::close);
    }
}
