package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserAh;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.vendor.mlx.abi.AhUdata;
import dev.fenestra.vendor.mlx.user.AddressVector.Route;

/**
 * An address handle whose next hop only the kernel can find.
 *
 * @param attributes its path
 * @param udata for the kernel half
 */
record PendingAh(AhAttributes attributes, Udata udata) implements Pending<UserAh> {

    @Override
    public UserAh complete(int number) {
        Route route = new Route(
                attributes.destination(),
                attributes.sourceGidIndex(),
                attributes.flowLabel(),
                attributes.hopLimit(),
                attributes.trafficClass());
        long mac = AhUdata.mac(udata.response());
        return AddressVector.ofMac(mac, attributes.serviceLevel(), attributes.rate(), route);
    }

    @Override
    public void discard() {
        // Nothing to free: nothing was allocated.
    }
}
