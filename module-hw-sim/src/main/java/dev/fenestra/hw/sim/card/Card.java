package dev.fenestra.hw.sim.card;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.core.CardQpSpec;
import dev.fenestra.hw.sim.hca.core.CqControl;
import dev.fenestra.hw.sim.hca.core.HcaCore;
import dev.fenestra.hw.sim.hca.core.Reply;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.observe.HcaCounters;
import dev.fenestra.hw.sim.hca.observe.HcaObserver;
import dev.fenestra.hw.sim.hca.observe.SimulatedCard;
import dev.fenestra.hw.sim.hca.queue.EventRing;
import dev.fenestra.hw.sim.hca.vocabulary.QpService;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A card as it is plugged into a host: the generic device, with queues in the formats of a vendor. The kernel half
 * makes the queues. Calls about queues are for use inside of calls submitted to the {@link #core}.
 */
public final class Card implements SimulatedCard, AutoCloseable {
    private final String vendor;
    private final HcaConfig config;
    private final Fabric fabric;
    private final Map<Integer, CardQueues> queues = new ConcurrentHashMap<>();
    private final Map<Integer, CardCq> cqs = new ConcurrentHashMap<>();
    private @Nullable HcaCore core;
    private @Nullable DmaBus bus;
    private @Nullable HcaObserver observer;

    /**
     * Makes a card that is not connected to a host yet.
     *
     * @param vendor name of the driver that knows it
     * @param config limits, keys and memory
     * @param fabric the fabric that its port is plugged into
     */
    public Card(String vendor, HcaConfig config, Fabric fabric) {
        this.vendor = vendor;
        this.config = config;
        this.fabric = fabric;
    }

    /** {@return name of the driver that knows it} */
    public String vendor() {
        return vendor;
    }

    /**
     * Connects the card to the memory of its host, once; the driver does this when it claims it.
     *
     * @param bus the host's memory
     * @return the device
     */
    public synchronized HcaCore connect(DmaBus bus) {
        if (core != null) {
            throw new IllegalStateException("the card is already connected to a host");
        }
        HcaCore made = new HcaCore(config, fabric, bus);
        made.observe(observer);
        this.bus = bus;
        core = made;
        return made;
    }

    @Override
    public HcaConfig config() {
        return config;
    }

    /**
     * {@return pinned memory of the host}
     *
     * @param pages bus addresses of its pages
     * @param start where on the first page it begins, bytes
     */
    public synchronized PinnedRing ring(long[] pages, int start) {
        DmaBus connected = bus;
        if (connected == null) {
            throw new IllegalStateException("the card is not connected to a host");
        }
        return new PinnedRing(pages, start, connected::segment, connected::offset);
    }

    /** {@return the device behind its queues} */
    public synchronized HcaCore core() {
        HcaCore connected = core;
        if (connected == null) {
            throw new IllegalStateException("the card is not connected to a host");
        }
        return connected;
    }

    /** Makes a CQ in the vendor's format. */
    @FunctionalInterface
    public interface CqMaker extends CqControl.Maker {
        @Override
        CardCq make(int number, EventRing events);
    }

    /**
     * Makes a completion queue.
     *
     * @param maker makes it, once it has a number
     * @return its number, or the refusal
     */
    public Reply createCq(CqMaker maker) {
        return core().cqs().create((number, events) -> {
            CardCq made = maker.make(number, events);
            cqs.put(number, made);
            return made;
        });
    }

    /**
     * {@return a completion queue}
     *
     * @param number of the CQ, which exists
     */
    public CardCq cq(int number) {
        CardCq found = cqs.get(number);
        if (found == null) {
            throw new IllegalStateException("no completion queue " + number);
        }
        return found;
    }

    /**
     * Ends a completion queue.
     *
     * @param number of the CQ
     */
    public void destroyCq(int number) {
        core().cqs().destroy(number);
        cqs.remove(number);
    }

    /**
     * Makes a QP in RESET.
     *
     * @param service its transport service
     * @param pd its PD
     * @param made its queues
     * @param sendCq number of the CQ for send requests
     * @param receiveCq number of the CQ for receives
     * @param srq number of the shared receive queue, or 0
     * @param ledger bus address of its cell in the binding ledger; 0 for none
     * @return its number, or the refusal
     */
    public Reply createQp(QpService service, int pd, CardQueues made, int sendCq, int receiveCq, int srq, long ledger) {
        return added(
                made, core().qps().create(new CardQpSpec(service, pd, cq(sendCq), cq(receiveCq), made, srq, ledger)));
    }

    /**
     * Makes QP 1 in RESET.
     *
     * @param pd its PD
     * @param made its queues
     * @param sendCq number of the CQ for send requests
     * @param receiveCq number of the CQ for receives
     * @return 1, or the refusal
     */
    public Reply createGsi(int pd, CardQueues made, int sendCq, int receiveCq) {
        CardQpSpec spec = new CardQpSpec(QpService.UD, pd, cq(sendCq), cq(receiveCq), made, 0, 0);
        return added(made, core().qps().createGsi(spec));
    }

    private Reply added(CardQueues made, Reply reply) {
        if (!reply.isRefused()) {
            made.number(reply.number());
            queues.put(reply.number(), made);
        }
        return reply;
    }

    /**
     * Empties the queues of a QP that was reset.
     *
     * @param qpn the QP
     */
    public void emptied(int qpn) {
        CardQueues emptied = queues.get(qpn);
        if (emptied != null) {
            emptied.reset();
        }
    }

    /**
     * Ends a QP.
     *
     * @param qpn the QP
     * @return the QP, or the refusal
     */
    public Reply destroyQp(int qpn) {
        Reply reply = core().qps().destroy(qpn);
        if (!reply.isRefused()) {
            queues.remove(qpn);
        }
        return reply;
    }

    @Override
    public HcaCounters counters() {
        return core().counters();
    }

    @Override
    public void label(String name) {
        core().label(name);
    }

    @Override
    public void link(boolean up) {
        core().link(up);
    }

    @Override
    public void fail() {
        core().fail();
    }

    @Override
    public @Nullable String contradiction() {
        return core().contradiction();
    }

    @Override
    public synchronized void observe(@Nullable HcaObserver newObserver) {
        observer = newObserver;
        if (core != null) {
            core.observe(newObserver);
        }
    }

    /** {@return the fabric that its port is plugged into} */
    public Fabric fabric() {
        return fabric;
    }

    /** Frees the device's memory. Nobody may drive the fabric after this. */
    @Override
    public synchronized void close() {
        if (core != null) {
            core.close();
        }
    }
}
