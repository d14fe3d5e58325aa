package dev.fenestra.ib.core.kernel.verbs;

import dev.fenestra.ib.core.kernel.QueueRule;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.objects.CqObject;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.kernel.objects.SrqObject;
import dev.fenestra.ib.core.kernel.objects.XrcdObject;
import dev.fenestra.ib.core.spi.DriverSrq;
import dev.fenestra.ib.core.spi.SrqRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.SrqAttribute;
import dev.fenestra.ib.core.vocabulary.SrqAttributes;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.ib.core.vocabulary.SrqLimits;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** Creates shared receive queues and changes them, for one opened device. */
public final class SharedReceiveQueues {
    private static final int KNOWN = SrqAttribute.MAX_WR.bit() | SrqAttribute.LIMIT.bit();

    private final KernelDevice device;

    /**
     * Makes the SRQs of a device.
     *
     * @param device the device
     */
    public SharedReceiveQueues(KernelDevice device) {
        this.device = device;
    }

    /**
     * Checks the values of {@code create_srq}.
     *
     * @param capacity its size
     * @param limit its limit, 0 for none
     */
    public void checkCreate(SrqCapacity capacity, int limit) {
        SrqLimits most = device.attributes().srqs();
        if (most.maxSrq() == 0) {
            throw new VerbsException(QueueRule.SRQS, "max_srq=0");
        }
        boolean fits = within(capacity.maxWr(), most.maxWr()) && within(capacity.maxSge(), most.maxSge());
        if (!fits) {
            throw new VerbsException(QueueRule.SRQ_CAPACITY, capacity + ", " + most);
        }
        checkLimit(limit, capacity);
    }

    /**
     * Creates an ordinary SRQ.
     *
     * @param pd its PD
     * @param capacity its size
     * @param limit its limit, 0 for none
     * @param udata bytes for the driver
     * @return the SRQ
     */
    public SrqObject create(PdObject pd, SrqCapacity capacity, int limit, Udata udata) {
        SrqRequest request = new SrqRequest(capacity, limit);
        DriverSrq made = device.entering("create_srq").sharedReceives().createSrq(pd.driver(), request, udata);
        return new SrqObject(pd, made);
    }

    /**
     * Creates an XRC SRQ.
     *
     * @param pd its PD
     * @param domain its XRC domain
     * @param cq where its receives complete
     * @param capacity its size
     * @param limit its limit, 0 for none
     * @param udata bytes for the driver
     * @return the SRQ
     */
    public SrqObject createXrc(
            PdObject pd, XrcdObject domain, CqObject cq, SrqCapacity capacity, int limit, Udata udata) {
        SrqRequest request = new SrqRequest(capacity, limit);
        DriverSrq made = device.entering("create_srq")
                .sharedReceives()
                .createXrcSrq(pd.driver(), domain.domain().driver(), cq.driver(), request, udata);
        return new SrqObject(pd, domain, cq, made);
    }

    /**
     * {@return size and limit of an SRQ}
     *
     * @param srq the SRQ
     */
    public SrqAttributes query(SrqObject srq) {
        return device.entering("query_srq").sharedReceives().querySrq(srq.driver());
    }

    /**
     * Modifies an SRQ. The driver judges a new size, since most devices have no resize. An unchanged limit must fit the
     * new size, too.
     *
     * @param srq the SRQ
     * @param mask the values to change
     * @param maxWr new size, WQEs
     * @param limit new limit
     * @param udata bytes for the driver
     */
    public void modify(SrqObject srq, int mask, int maxWr, int limit, Udata udata) {
        if ((mask & ~KNOWN) != 0) {
            throw new VerbsException(QueueRule.SRQ_ATTRIBUTES, "attr_mask=0x" + Integer.toHexString(mask));
        }
        SrqAttributes now = query(srq);
        SrqCapacity then = SrqAttribute.MAX_WR.in(mask)
                ? new SrqCapacity(maxWr, now.capacity().maxSge())
                : now.capacity();
        if (!within(then.maxWr(), device.attributes().srqs().maxWr())) {
            throw new VerbsException(
                    QueueRule.SRQ_CAPACITY, then + ", " + device.attributes().srqs());
        }
        checkLimit(SrqAttribute.LIMIT.in(mask) ? limit : now.limit(), then);
        device.entering("modify_srq").sharedReceives().modifySrq(srq.driver(), mask, maxWr, limit, udata);
    }

    /**
     * Destroys an SRQ.
     *
     * @param srq the SRQ
     */
    public void destroy(SrqObject srq) {
        device.entering("destroy_srq").sharedReceives().destroySrq(srq.driver());
    }

    private static void checkLimit(int limit, SrqCapacity capacity) {
        if (limit < 0 || limit > capacity.maxWr()) {
            throw new VerbsException(QueueRule.SRQ_LIMIT, "srq_limit=" + limit + ", max_wr=" + capacity.maxWr());
        }
    }

    private static boolean within(int asked, int most) {
        return asked >= 1 && asked <= most;
    }
}
