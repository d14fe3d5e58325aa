package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.card.AddressHandles;
import dev.fenestra.hw.sim.roce.wire.FlowLabel;
import dev.fenestra.ib.core.spi.DatagramOperations;
import dev.fenestra.ib.core.spi.DriverAh;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** Address handles and multicast groups. */
final class Datagrams implements DatagramOperations {
    private final CardCalls calls;
    private final VendorHalf vendor;
    private final AddressHandles handles;

    Datagrams(CardCalls calls, VendorHalf vendor, AddressHandles handles) {
        this.calls = calls;
        this.vendor = vendor;
        this.handles = handles;
    }

    @Override
    public RdmaDevice device() {
        return calls.device();
    }

    @Override
    public DriverAh createAh(DriverPd pd, AhAttributes attributes, Udata udata) {
        int number = handles.add(new AddressHandles.Path(
                CardPd.of(pd).number(),
                attributes.sourceGidIndex(),
                attributes.destination().high(),
                attributes.destination().low(),
                attributes.trafficClass(),
                attributes.flowLabel(),
                attributes.hopLimit(),
                attributes.flowLabel() == 0 ? 0 : FlowLabel.udpSourcePort(attributes.flowLabel())));
        try {
            vendor.ah(CardPd.of(pd), number, attributes, udata);
            return new CardAh(number);
        } catch (VerbsException refused) {
            handles.remove(number);
            throw refused;
        }
    }

    @Override
    public void destroyAh(DriverAh ah) {
        handles.remove(((CardAh) ah).number());
    }

    @Override
    public void attachMcast(DriverQp qp, Gid group) {
        calls.ofGroup(() -> calls.core().qps().attach(qp.number(), group.high(), group.low()));
    }

    @Override
    public void detachMcast(DriverQp qp, Gid group) {
        calls.number(() -> calls.core().qps().detach(qp.number(), group.high(), group.low()));
    }
}
