package dev.fenestra.vendor.slate;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.ib.core.spi.HardwareModel;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.vendor.slate.card.SlateCard;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One wire, and the cards on it. Nothing about them is random, so no seed is needed. */
final class SlateModel implements HardwareModel {
    private final Fabric fabric;
    private final List<SlateCard> cards = new ArrayList<>();

    SlateModel(Fabric fabric) {
        this.fabric = fabric;
    }

    @Override
    public Object newCard(Gid gid) {
        SlateCard card = new SlateCard(gid.high(), gid.low(), fabric);
        cards.add(card);
        return card;
    }

    @Override
    public Optional<Object> wire() {
        return Optional.of(fabric);
    }

    @Override
    public void close() {
        cards.forEach(SlateCard::close);
    }
}
