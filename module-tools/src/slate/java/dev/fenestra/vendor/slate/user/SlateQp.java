package dev.fenestra.vendor.slate.user;

import dev.fenestra.ib.core.spi.ReceiveQueue;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.vendor.slate.card.Descriptor;

/** A QP: its two queues, the memory they share, and the CQs they report to. */
final class SlateQp implements UserQp {
    private final SlateUserContext context;
    private final int number;
    private final Ring ring;
    private final QpCapacity capacity;
    private final SlateSendQueue sends;
    private final SlateReceiveQueue receives;
    private final SlateCq sendCq;
    private final SlateCq receiveCq;

    SlateQp(
            SlateUserContext context,
            int number,
            Ring ring,
            int maxSends,
            int maxReceives,
            SlateSendQueue sends,
            SlateReceiveQueue receives,
            SlateCq sendCq,
            SlateCq receiveCq) {
        this.context = context;
        this.number = number;
        this.ring = ring;
        this.sends = sends;
        this.receives = receives;
        this.sendCq = sendCq;
        this.receiveCq = receiveCq;
        capacity = new QpCapacity(
                maxSends,
                maxReceives,
                Descriptor.MAX_PIECES,
                maxReceives == 0 ? 0 : Descriptor.MAX_PIECES,
                Descriptor.MAX_INLINE);
    }

    int number() {
        return number;
    }

    /** A completion says how far a queue has come. */
    void completed(boolean isReceive, int count) {
        if (isReceive) {
            receives.completed(count);
        } else {
            sends.completed(count);
        }
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
        sendCq.drop(number);
        receiveCq.drop(number);
    }

    @Override
    public void destroyed() {
        dropCompletions();
        context.forget(this);
        ring.free();
    }
}
