package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** Creates QPs and moves them through their states, for one opened device. */
final class QueuePairs {
    private final KernelDevice device;

    QueuePairs(KernelDevice device) {
        this.device = device;
    }

    void checkCreate(QpType type, QpCapacity capacity) {
        if (type != QpType.RC) {
            throw new VerbsException(Errno.EOPNOTSUPP, KernelRule.QP_TYPE, "type=" + type);
        }
        DeviceAttributes most = device.attributes();
        boolean fits = within(capacity.maxSendWr(), most.maxQpWr())
                && within(capacity.maxRecvWr(), most.maxQpWr())
                && within(capacity.maxSendSge(), most.maxSge())
                && within(capacity.maxRecvSge(), most.maxSge())
                && within(capacity.maxInlineData(), most.maxInline());
        if (!fits) {
            throw new VerbsException(
                    Errno.EINVAL,
                    KernelRule.QP_CAPACITY,
                    String.format(
                            "%s, max_qp_wr=%d, max_sge=%d, max_inline=%d",
                            capacity, most.maxQpWr(), most.maxSge(), most.maxInline()));
        }
    }

    QpObject create(PdObject pd, CqObject sendCq, CqObject recvCq, QpRequest request, Udata udata) {
        DriverQp driver = device.entering("create_qp").createQp(pd.driver(), request, udata);
        return new QpObject(pd, sendCq, recvCq, request.type(), driver);
    }

    /** Asks the device for the state first, since a QP falls to ERR by itself. */
    void modify(QpObject qp, QpAttributes asked) {
        QpState from = query(qp);
        QpChecks.transition(qp.type(), from, asked);
        QpChecks.ranges(device.attributes(), asked);
        if (asked.has(QpAttribute.AV)) {
            // The GID table is the device's: it refuses an index that it does not have.
            device.entering("query_gid").gid(asked.sourceGidIndex());
        }
        device.entering("modify_qp").modifyQp(qp.driver(), from, asked);
    }

    QpState query(QpObject qp) {
        return device.entering("query_qp").queryQpState(qp.driver());
    }

    private static boolean within(int asked, int most) {
        return asked >= 0 && asked <= most;
    }
}
