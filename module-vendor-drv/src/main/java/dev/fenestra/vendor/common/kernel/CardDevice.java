package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.card.AddressHandles;
import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.observe.HcaCounter;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.CompletionOperations;
import dev.fenestra.ib.core.spi.DatagramOperations;
import dev.fenestra.ib.core.spi.DeviceEvents;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.InFlight;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.OnDemandOperations;
import dev.fenestra.ib.core.spi.PortOperations;
import dev.fenestra.ib.core.spi.QueueOperations;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.spi.RegionOperations;
import dev.fenestra.ib.core.spi.SharedReceiveOperations;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserProvider;
import dev.fenestra.ib.core.spi.WindowOperations;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceIdentity;
import dev.fenestra.ib.core.vocabulary.NodeType;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** The kernel half of one card of any vendor. */
public final class CardDevice implements RdmaDevice {
    private final String name;
    private final Card card;
    private final VendorHalf vendor;
    private final UserProvider user;
    private final Fabric fabric;
    private final CardCalls calls;
    private final EventDelivery events;
    private final Paging paging;
    private final Regions regions;
    private final Windows windows;
    private final CardCqs completions;
    private final Queues queues;
    private final SharedQueues sharedQueues;
    private final Datagrams datagrams;
    private final CardPort port;

    private CardDevice(String name, Card card, KernelServices services, VendorHalf vendor, UserProvider user) {
        this.name = name;
        this.card = card;
        this.vendor = vendor;
        this.user = user;
        calls = new CardCalls(card.connect(bus(services)), services, this, vendor.rules());
        fabric = calls.core().fabric();
        AddressHandles handles = new AddressHandles();
        events = new EventDelivery(calls.core(), services);
        paging = new Paging(calls, card.config().odp(), vendor.pages());
        regions = new Regions(calls, paging, vendor);
        windows = new Windows(calls);
        completions = new CardCqs(card, calls, vendor, events);
        queues = new Queues(card, calls, vendor, events, handles);
        sharedQueues = new SharedQueues(calls, vendor, events);
        datagrams = new Datagrams(calls, vendor, handles);
        port = new CardPort(calls, events, vendor.port(), card.config());
        calls.core()
                .refusals((rule, qpn, values) -> services.refused(
                        new Refusal("hw-sim", rule.id(), rule.violation(), rule.outcome(), where(qpn) + values)));
        calls.core().pageFaults(missing -> fabric.defer(() -> paging.answer(missing)));
    }

    /**
     * Connects a card to its host.
     *
     * @param name of the device on its host
     * @param card the card
     * @param services of the host's kernel
     * @param vendor what its vendor adds
     * @param user the user half that belongs to it
     * @return the device, ready
     */
    public static CardDevice start(
            String name, Card card, KernelServices services, VendorHalf vendor, UserProvider user) {
        return new CardDevice(name, card, services, vendor, user);
    }

    private static DmaBus bus(KernelServices services) {
        return new DmaBus() {
            @Override
            public MemorySegment segment(long busAddress) {
                return services.busMemory().segment(busAddress);
            }

            @Override
            public long offset(long busAddress) {
                return services.busMemory().offset(busAddress);
            }

            @Override
            public boolean mayFault() {
                return services.busMemory().mayFault();
            }

            @Override
            public long valid(long busAddress) {
                return services.busMemory().valid(busAddress);
            }
        };
    }

    /** A call about a key happens on no QP. */
    private static String where(int qpn) {
        return qpn == 0 ? "" : String.format("QP 0x%x: ", qpn);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public DeviceAttributes attributes() {
        return vendor.attributes();
    }

    @Override
    public int mostEntries(Udata udata) {
        return vendor.mostEntries(udata);
    }

    @Override
    public int mostRequests(Udata udata) {
        return vendor.mostRequests(udata);
    }

    @Override
    public DeviceIdentity identity() {
        return new DeviceIdentity("", card.config().nodeGuid(), card.config().nodeGuid(), vendor.hardwareVersion());
    }

    @Override
    public int driverId() {
        return vendor.driverId();
    }

    @Override
    public int abiVersion() {
        return vendor.abiVersion();
    }

    @Override
    public String modalias() {
        return vendor.modalias().orElseGet(RdmaDevice.super::modalias);
    }

    @Override
    public NodeType nodeType() {
        return vendor.nodeType();
    }

    @Override
    public void describe(Udata udata) {
        vendor.describe(udata);
    }

    @Override
    public UserProvider userProvider() {
        return user;
    }

    /** No call is needed: the counters lie in the card's registers. */
    @Override
    public SequencedMap<String, Long> statistics() {
        SequencedMap<String, Long> counted = new LinkedHashMap<>();
        for (HcaCounter counter : HcaCounter.values()) {
            counted.put(counter.text(), counter.of(card.counters()));
        }
        return counted;
    }

    @Override
    public DriverContext openContext(AddressSpace memory, Udata udata) {
        CardContext context = new CardContext(memory);
        vendor.opened(context, udata);
        if (memory.isForeign()) {
            events.foreigner(1);
        }
        return context;
    }

    @Override
    public void closeContext(DriverContext context) {
        if (CardContext.of(context).memory().isForeign()) {
            events.foreigner(-1);
        }
    }

    @Override
    public MappedPage map(DriverContext context, long offset) {
        return vendor.map(card, CardContext.of(context), offset);
    }

    @Override
    public DriverPd allocPd(DriverContext context, Udata udata) {
        CardPd pd = new CardPd(
                CardContext.of(context), calls.number(() -> calls.core().keys().allocPd()));
        vendor.allocated(pd, udata);
        return pd;
    }

    @Override
    public void deallocPd(DriverPd pd) {
        calls.number(() -> calls.core().keys().deallocPd(CardPd.of(pd).number()));
    }

    @Override
    public RegionOperations regions() {
        return regions;
    }

    @Override
    public OnDemandOperations onDemand() {
        return paging;
    }

    @Override
    public WindowOperations windows() {
        return windows;
    }

    @Override
    public CompletionOperations completions() {
        return completions;
    }

    @Override
    public QueueOperations queues() {
        return queues;
    }

    @Override
    public SharedReceiveOperations sharedReceives() {
        return sharedQueues;
    }

    @Override
    public DatagramOperations datagrams() {
        return datagrams;
    }

    @Override
    public PortOperations ports() {
        return port;
    }

    @Override
    public void deliverTo(DeviceEvents listener) {
        events.deliverTo(listener);
    }

    @Override
    public void shutdown() {
        events.stop();
    }

    @Override
    public void serveInterrupts() {
        fabric.runDeferred();
    }

    @Override
    public void progress() {
        fabric.progress();
    }

    @Override
    public InFlight inFlight(int... qpNumbers) {
        return CardWaits.of(fabric, calls.core()::inFlight, qpNumbers);
    }

    @Override
    public void wakeAt(long nanos, Runnable work) {
        fabric.at(nanos, work);
    }

    @Override
    public long now() {
        return fabric.now();
    }

    @Override
    public void progressUntil(long limitNanos) {
        fabric.progressUntil(limitNanos);
    }
}
