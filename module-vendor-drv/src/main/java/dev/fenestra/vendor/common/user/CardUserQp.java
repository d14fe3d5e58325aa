package dev.fenestra.vendor.common.user;

import dev.fenestra.ib.core.spi.ReceiveQueue;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import org.jspecify.annotations.Nullable;

/** A QP: its two queues, and the CQs they report to. */
final class CardUserQp implements UserQp, QpFinder.Completing {
    private final QpFinder table;
    private final int number;
    private final boolean isUd;
    private final QpCapacity capacity;
    private final CardSendQueue sends;
    private final CardReceiveQueue receives;
    private final @Nullable CardUserSrq srq;
    private final CardUserCq sendCq;
    private final CardUserCq receiveCq;

    CardUserQp(
            UserVendor vendor,
            UserMemory memory,
            QpFinder table,
            int number,
            UserVendor.QpRings rings,
            UserQpRequest request) {
        this.table = table;
        this.number = number;
        isUd = request.type() == QpType.UD;
        capacity = rings.capacity();
        sends = new CardSendQueue(vendor, memory, rings, request);
        receives = new CardReceiveQueue(
                vendor,
                vendor.receives(false),
                rings.receives(),
                capacity.maxRecvSge(),
                new QueueLock(request.singleThreaded()));
        srq = (CardUserSrq) request.srq();
        sendCq = (CardUserCq) request.sendCq();
        receiveCq = (CardUserCq) request.recvCq();
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public boolean isUd() {
        return isUd;
    }

    @Override
    public int oldest(boolean isReceive) {
        return isReceive ? receives.oldest() : sends.oldest();
    }

    @Override
    public long completed(boolean isReceive, int index) {
        if (isReceive) {
            return srq == null ? receives.completed(index) : srq.completed(index);
        }
        return sends.completed(index);
    }

    @Override
    public QpCapacity capacity() {
        return capacity;
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
            dropCompletions();
        }
        sends.stateChanged(state);
        receives.stateChanged(state);
    }

    private void dropCompletions() {
        sendCq.drop(this);
        receiveCq.drop(this);
    }

    @Override
    public void destroyed() {
        dropCompletions();
        table.remove(this);
        sends.free();
        receives.free();
    }
}
