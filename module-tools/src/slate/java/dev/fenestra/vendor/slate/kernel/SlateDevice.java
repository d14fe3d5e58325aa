package dev.fenestra.vendor.slate.kernel;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.observe.WaitingQp;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.CompletionOperations;
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
import dev.fenestra.vendor.slate.card.DoorbellPage;
import dev.fenestra.vendor.slate.card.SlateCard;
import dev.fenestra.vendor.slate.user.SlateUserProvider;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** The kernel half of one card. */
public final class SlateDevice implements RdmaDevice {
    private final String name;
    private final SlateCard card;
    private final Fabric fabric;
    private final CardCalls calls;
    private final Regions regions;
    private final Paging paging;
    private final Windows windows;
    private final Completions completions;
    private final Queues queues;
    private final SharedQueues sharedQueues;
    private final Port port;

    /** Connects a card to its host. */
    public SlateDevice(String name, SlateCard card, KernelServices services) {
        this.name = name;
        this.card = card;
        calls = new CardCalls(card.connect(bus(services)), services, this);
        fabric = calls.core().fabric();
        paging = new Paging(calls);
        regions = new Regions(calls, paging);
        windows = new Windows(calls);
        completions = new Completions(card, calls);
        queues = new Queues(card, calls);
        sharedQueues = new SharedQueues(card, calls);
        port = new Port(this, card);
        calls.core()
                .refusals((rule, qpn, values) -> services.refused(
                        new Refusal("hw-sim", rule.id(), rule.violation(), rule.outcome(), where(qpn) + values)));
        calls.core().pageFaults(missing -> fabric.defer(() -> paging.answer(missing)));
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
        return SlateAttributes.ALL;
    }

    @Override
    public UserProvider userProvider() {
        return new SlateUserProvider();
    }

    @Override
    public DriverContext openContext(AddressSpace memory, Udata udata) {
        return new SlateContext(memory, new DoorbellPage(card));
    }

    @Override
    public void closeContext(DriverContext context) {
        // The doorbell page is no resource of the card.
    }

    @Override
    public MappedPage map(DriverContext context, long offset) {
        return new MappedDoorbells(SlateContext.of(context).doorbells());
    }

    /**
     * A doorbell page as the process sees it.
     *
     * @param page of the card
     */
    private record MappedDoorbells(DoorbellPage page) implements MappedPage {
        @Override
        public MemorySegment memory() {
            return page.memory();
        }

        @Override
        public void write64(int offset, long value) {
            page.write(offset, value);
        }
    }

    @Override
    public DriverPd allocPd(DriverContext context, Udata udata) {
        return new SlatePd(
                SlateContext.of(context), calls.number(() -> calls.core().keys().allocPd()));
    }

    @Override
    public void deallocPd(DriverPd pd) {
        calls.number(() -> calls.core().keys().deallocPd(SlatePd.of(pd).number()));
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
    public PortOperations ports() {
        return port;
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
        List<InFlight.Waiting> waiting = new ArrayList<>();
        for (int qpn : qpNumbers) {
            WaitingQp known = calls.core().inFlight(qpn);
            if (known != null) {
                waiting.add(new InFlight.Waiting(known.sentence(), known.isInError()));
            }
        }
        return new InFlight(fabric.canMove(), fabric.moves(), waiting);
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
