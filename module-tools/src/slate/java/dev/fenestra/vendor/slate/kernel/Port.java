package dev.fenestra.vendor.slate.kernel;

import dev.fenestra.ib.core.spi.PortOperations;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.slate.abi.SlateRule;
import dev.fenestra.vendor.slate.card.SlateCard;

/**
 * The card's port, which has one GID.
 *
 * @param device the device
 * @param card has the GID
 */
record Port(RdmaDevice device, SlateCard card) implements PortOperations {
    @Override
    public Gid gid(int index) {
        if (index != 0) {
            throw new VerbsException(SlateRule.GID, "index=" + index + ", GIDs=1");
        }
        return new Gid(card.config().gidHigh(), card.config().gidLow());
    }
}
