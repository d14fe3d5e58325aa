package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.ib.core.vocabulary.SrqLimits;

/**
 * Cuts the capacity of queues to the limits of the device. The kernel checks what the program asked for; the provider
 * lays out only what the device supports.
 */
final class FeasibleCapacity {
    private FeasibleCapacity() {}

    static int of(int cqe, DeviceAttributes most) {
        return Math.clamp(cqe, 1, Math.max(1, most.maxCqe()));
    }

    static SrqCapacity of(SrqCapacity asked, SrqLimits most) {
        return new SrqCapacity(
                Math.clamp(asked.maxWr(), 1, Math.max(1, most.maxWr())),
                Math.clamp(asked.maxSge(), 1, Math.max(1, most.maxSge())));
    }

    static QpCapacity of(QpCapacity asked, DeviceAttributes most) {
        return new QpCapacity(
                Math.clamp(asked.maxSendWr(), 0, most.maxQpWr()),
                Math.clamp(asked.maxRecvWr(), 0, most.maxQpWr()),
                Math.clamp(asked.maxSendSge(), 0, most.maxSge()),
                Math.clamp(asked.maxRecvSge(), 0, most.maxSge()),
                Math.clamp(asked.maxInlineData(), 0, most.maxInline()));
    }
}
