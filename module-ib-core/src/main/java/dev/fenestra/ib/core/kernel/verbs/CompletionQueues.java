package dev.fenestra.ib.core.kernel.verbs;

import dev.fenestra.ib.core.kernel.QueueRule;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.objects.ChannelObject;
import dev.fenestra.ib.core.kernel.objects.CqObject;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import org.jspecify.annotations.Nullable;

/** Creates and changes CQs, for one opened device. */
public final class CompletionQueues {
    private static final int MOST_MODERATION = 0xffff;

    private final KernelDevice device;
    private final DriverContext context;

    /**
     * Makes the CQs of an opened device.
     *
     * @param device the device
     * @param context the driver's context
     */
    public CompletionQueues(KernelDevice device, DriverContext context) {
        this.device = device;
        this.context = context;
    }

    /**
     * Checks the values of {@code create_cq}.
     *
     * @param cqe completions to hold
     * @param hasChannel whether there is a channel
     * @param vector completion vector
     * @param udata bytes for the driver
     */
    public void check(int cqe, boolean hasChannel, int vector, Udata udata) {
        checkCapacity(cqe, udata);
        int vectors = device.driver().completions().completionVectors();
        if (hasChannel && vectors == 0) {
            throw new VerbsException(QueueRule.CQ_CHANNEL, "num_comp_vectors=0");
        }
        if (vector < 0 || vector >= Math.max(1, vectors)) {
            throw new VerbsException(QueueRule.CQ_VECTOR, "comp_vector=" + vector + ", num_comp_vectors=" + vectors);
        }
    }

    /**
     * Creates a CQ.
     *
     * @param cqe completions to hold
     * @param channel where its completion events go, or null
     * @param vector completion vector
     * @param udata bytes for the driver
     * @return the CQ
     */
    public CqObject create(int cqe, @Nullable ChannelObject channel, int vector, Udata udata) {
        DriverCq made = device.entering("create_cq").completions().createCq(context, cqe, vector, udata);
        return new CqObject(made, made.made(cqe), channel);
    }

    /**
     * Resizes a CQ.
     *
     * @param cq the CQ
     * @param cqe completions to hold
     * @param udata bytes for the driver
     */
    public void resize(CqObject cq, int cqe, Udata udata) {
        checkCapacity(cqe, udata);
        device.entering("resize_cq").completions().resizeCq(cq.driver(), cqe, udata);
        cq.cqe(cq.driver().made(cqe));
    }

    /**
     * Asks for an event of a CQ.
     *
     * @param cq the CQ
     * @param solicitedOnly whether only a solicited completion or an error makes it
     */
    public void requestNotify(CqObject cq, boolean solicitedOnly) {
        device.entering("req_notify_cq").completions().requestNotify(cq.driver(), solicitedOnly);
    }

    /**
     * Sets the moderation of a CQ.
     *
     * @param cq the CQ
     * @param count entries, 0 for off
     * @param periodMicros microseconds, 0 for off
     */
    public void moderate(CqObject cq, int count, int periodMicros) {
        if (count < 0 || count > MOST_MODERATION || periodMicros < 0 || periodMicros > MOST_MODERATION) {
            throw new VerbsException(QueueRule.CQ_MODERATION, "cq_count=" + count + ", cq_period=" + periodMicros);
        }
        device.entering("modify_cq").completions().modifyCq(cq.driver(), count, periodMicros);
    }

    private void checkCapacity(int cqe, Udata udata) {
        int most = device.driver().mostEntries(udata);
        if (cqe < 1 || cqe > most) {
            throw new VerbsException(QueueRule.CQ_CAPACITY, "cqe=" + cqe + ", max_cqe=" + most);
        }
    }
}
