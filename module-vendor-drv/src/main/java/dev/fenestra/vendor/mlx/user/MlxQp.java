package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.spi.ReceiveQueue;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;

/** A QP: its two queues, the buffer they share, and the CQs they report to. */
final class MlxQp implements UserQp {
    private final MlxUserContext context;
    private final int number;
    private final int userIndex;
    private final QpSizes sizes;
    private final QueueBuffer buffer;
    private final DoorbellRecords.Record record;
    private final MlxCq sendCq;
    private final MlxCq receiveCq;
    private final MlxSendQueue sends;
    private final MlxReceiveQueue receives;

    MlxQp(MlxUserContext context, int number, PendingQp plan) {
        this.context = context;
        this.number = number;
        userIndex = plan.userIndex();
        sizes = plan.sizes();
        buffer = plan.buffer();
        record = plan.record();
        sendCq = plan.sendCq();
        receiveCq = plan.receiveCq();
        SendRing ring = new SendRing(buffer, sizes, number, plan.signalAll());
        sends = new MlxSendQueue(ring, sizes, number, new QueueLock(plan.singleThreaded()), record, context);
        receives = new MlxReceiveQueue(buffer, sizes, new QueueLock(plan.singleThreaded()), record);
    }

    int number() {
        return number;
    }

    MlxSendQueue sends() {
        return sends;
    }

    MlxReceiveQueue receives() {
        return receives;
    }

    @Override
    public QpCapacity capacity() {
        return sizes.capacity();
    }

    @Override
    public SendQueue sendQueue() {
        return sends;
    }

    @Override
    public ReceiveQueue receiveQueue() {
        return receives;
    }

    @Override
    public void stateChanged(QpState state) {
        if (state == QpState.RESET) {
            cleanCqs();
            record.clear();
        }
        sends.stateChanged(state);
        receives.stateChanged(state);
    }

    private void cleanCqs() {
        sendCq.clean(userIndex);
        if (receiveCq != sendCq) {
            receiveCq.clean(userIndex);
        }
    }

    @Override
    public void destroyed() {
        cleanCqs();
        context.forget(userIndex);
        buffer.free();
        context.records().give(record);
    }
}
