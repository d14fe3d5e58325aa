package dev.fenestra.vendor.slate.card;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.core.HcaCore;
import dev.fenestra.hw.sim.hca.core.QpSpec;
import dev.fenestra.hw.sim.hca.core.Reply;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.hw.sim.hca.limits.OdpSupport;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.hw.sim.hca.vocabulary.QpService;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A card as it is plugged into a host. Software controls it by direct calls, executed at the card's next turn, and
 * tells it of new work through doorbell registers that carry the count itself.
 */
public final class SlateCard implements AutoCloseable {
    /**
     * 65,536 keys, 4,096 QPs, rings of 1,024, CQs of 65,536 entries, 4 READs and atomics at a time, messages of 16 MiB,
     * 224 SRQs of 1,024 receives.
     */
    public static final HcaLimits LIMITS = HcaLimits.DEFAULT
            .withLogMaxMkey(16)
            .withLogMaxQp(12)
            .withLogMaxQpSize(10)
            .withLogMaxCq(12)
            .withLogMaxCqSize(16)
            .withLogMaxPd(12)
            .withLogRdAtomic(2)
            .withLogMaxMessage(24)
            .withLogMaxSrq(8)
            .withLogMaxSrqSize(10);

    /**
     * Ranges, and on RC all that it does there; what soft-RoCE announces, without receives from SRQs (rxe.c
     * rxe_init_device_param).
     */
    public static final OdpSupport PAGING = new OdpSupport(
            true,
            false,
            OdpSupport.SEND
                    | OdpSupport.RECEIVE
                    | OdpSupport.WRITE
                    | OdpSupport.READ
                    | OdpSupport.ATOMIC
                    | OdpSupport.FLUSH
                    | OdpSupport.ATOMIC_WRITE,
            0,
            0,
            false);

    private final HcaConfig config;
    private final Fabric fabric;
    private final Map<Integer, SlateQueues> queues = new ConcurrentHashMap<>();
    private final Map<Integer, SlateCompletionRing> rings = new ConcurrentHashMap<>();
    private final Map<Integer, SlateSharedReceives> srqs = new ConcurrentHashMap<>();
    private final AtomicInteger lastRing = new AtomicInteger();
    private @Nullable HcaCore core;
    private @Nullable DmaBus bus;

    public SlateCard(long gidHigh, long gidLow, Fabric fabric) {
        this.fabric = fabric;
        config = HcaConfig.ofIpv4(0)
                .withGid(gidHigh, gidLow)
                .withLinkLocal(false)
                .withLimits(LIMITS)
                .withOdp(PAGING)
                .withWindows(WindowSupport.TYPES_1_AND_2A);
    }

    /** Connects the card to the memory of its host, once; the driver does this when it claims it. */
    public HcaCore connect(DmaBus hostMemory) {
        bus = hostMemory;
        HcaCore made = new HcaCore(config, fabric, hostMemory);
        core = made;
        return made;
    }

    public HcaConfig config() {
        return config;
    }

    /**
     * Makes a completion queue; the reply is its number.
     *
     * @param pages pinned
     * @param entries a power of two
     * @param hasRecord whether a word behind the ring says how many entries are taken
     */
    public int createRing(long[] pages, int entries, boolean hasRecord) {
        int number = lastRing.incrementAndGet();
        rings.put(number, new SlateCompletionRing(number, memory(pages), entries, hasRecord));
        return number;
    }

    public void destroyRing(int number) {
        rings.remove(number);
    }

    /**
     * Makes a shared receive queue; called inside of a submitted call.
     *
     * @param pages pinned
     * @param entries a power of two
     */
    public Reply createSrq(int pd, long[] pages, int entries) {
        SlateSharedReceives made = new SlateSharedReceives(memory(pages), entries);
        Reply reply = core().srqs().create(pd, made);
        if (!reply.isRefused()) {
            srqs.put(reply.number(), made);
        }
        return reply;
    }

    /**
     * Gives a shared receive queue another ring, to which all that is posted moves; called inside of a submitted call.
     * Where that is more than the ring has room for nothing is done.
     *
     * @param pages pinned
     * @param entries a power of two
     * @return receives posted
     */
    public int resizeSrq(int number, long[] pages, int entries) {
        SlateSharedReceives srq = srqs.get(number);
        if (srq == null) {
            throw new IllegalStateException("no shared receive queue " + number);
        }
        return srq.resize(memory(pages), entries);
    }

    /** Ends a shared receive queue; called inside of a submitted call. */
    public Reply destroySrq(int number) {
        Reply reply = core().srqs().destroy(number);
        if (!reply.isRefused()) {
            srqs.remove(number);
        }
        return reply;
    }

    /**
     * Makes a QP in RESET; called inside of a submitted call.
     *
     * @param service its transport service
     * @param pages pinned
     * @param sends send descriptors, a power of two
     * @param receives receive descriptors, a power of two, or 0 with a shared receive queue
     * @param srq number of the shared receive queue, or 0
     * @param hasRecord whether a record behind the rings says how many descriptors are posted
     */
    public Reply createQp(
            QpService service,
            int pd,
            int sendRing,
            int receiveRing,
            long[] pages,
            int sends,
            int receives,
            int srq,
            long ledger,
            boolean hasRecord) {
        SlateQueues made = new SlateQueues(memory(pages), sends, receives, srq != 0, hasRecord);
        SlateCompletionRing sendCq = rings.get(sendRing);
        SlateCompletionRing receiveCq = rings.get(receiveRing);
        if (sendCq == null || receiveCq == null) {
            throw new IllegalStateException("no completion queue " + sendRing + " or " + receiveRing);
        }
        Reply reply = core().qps().create(new QpSpec(service, pd, sendCq, receiveCq, made, srq, ledger));
        if (!reply.isRefused()) {
            made.number(reply.number());
            queues.put(reply.number(), made);
            if (hasRecord) {
                core().qps().poll(reply.number());
            }
        }
        return reply;
    }

    /** Takes a QP to RESET; called inside of a submitted call. */
    public Reply resetQp(int qpn) {
        Reply reply = core().qps().reset(qpn);
        SlateQueues emptied = queues.get(qpn);
        if (!reply.isRefused() && emptied != null) {
            emptied.reset();
        }
        return reply;
    }

    /** Ends a QP; called inside of a submitted call. */
    public Reply destroyQp(int qpn) {
        Reply reply = core().qps().destroy(qpn);
        if (!reply.isRefused()) {
            queues.remove(qpn);
        }
        return reply;
    }

    /** A doorbell register was written. What no queue belongs to is ignored. */
    void doorbell(Doorbell register, int number, int count) {
        SlateQueues qp = queues.get(number);
        SlateCompletionRing ring = rings.get(number);
        switch (register) {
            case SEND -> {
                if (qp != null) {
                    qp.sendDoorbell(count);
                    core().doorbell(number);
                }
            }
            case RECEIVE -> {
                if (qp != null) {
                    qp.receiveDoorbell(count);
                }
            }
            case COMPLETION -> {
                if (ring != null) {
                    ring.doorbell(count);
                }
            }
            case SHARED_RECEIVE -> {
                SlateSharedReceives srq = srqs.get(number);
                if (srq != null) {
                    srq.doorbell(count);
                }
            }
        }
    }

    private CardMemory memory(long[] pages) {
        DmaBus connected = bus;
        if (connected == null) {
            throw new IllegalStateException("the card is not connected to a host");
        }
        return new CardMemory(connected, pages.clone());
    }

    private HcaCore core() {
        HcaCore connected = core;
        if (connected == null) {
            throw new IllegalStateException("the card is not connected to a host");
        }
        return connected;
    }

    @Override
    public void close() {
        HcaCore connected = core;
        if (connected != null) {
            connected.close();
        }
    }
}
