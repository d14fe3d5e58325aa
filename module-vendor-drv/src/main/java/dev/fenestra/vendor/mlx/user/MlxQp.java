package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.spi.ReceiveQueue;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.vendor.mlx.abi.QpUdata;
import dev.fenestra.vendor.mlx.dv.DvQp;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A QP: its two queues, the buffer they share, and the CQs they report to. */
final class MlxQp implements UserQp {
    private final int number;
    private final PendingQp plan;
    private final SendRegister register;
    private final MlxSendQueue sends;
    private final MlxReceiveQueue receives;
    private @Nullable MlxSrq srq;

    MlxQp(int number, PendingQp plan) {
        this.number = number;
        this.plan = plan;
        srq = plan.srq();
        SendOptions options = plan.options();
        register = new SendRegister(
                plan.pages().doorbells(),
                QpUdata.REGISTER.getInt(plan.udata().response()),
                options.blueFlame(),
                plan.record());
        sends = new MlxSendQueue(
                new SendRing(plan.buffer(), plan.sizes(), number, options, plan.pages()),
                register,
                options,
                plan.sizes(),
                MlxQueueLock.of(plan.singleThreaded()),
                plan.direct().sendOps());
        receives = new MlxReceiveQueue(
                plan.buffer(),
                plan.sizes(),
                number,
                options.signature(),
                MlxQueueLock.of(plan.singleThreaded()),
                plan.record());
    }

    int number() {
        return number;
    }

    /** The user index of this QP in CQEs. */
    int userIndex() {
        return plan.userIndex();
    }

    MlxSendQueue sends() {
        return sends;
    }

    MlxReceiveQueue receives() {
        return receives;
    }

    SendRegister register() {
        return register;
    }

    /** The SRQ of its receives, which replaces its own receive queue; or null. */
    @Nullable
    MlxSrq srq() {
        return srq;
    }

    void attach(MlxSrq shared) {
        srq = shared;
    }

    @Override
    public QpCapacity capacity() {
        return plan.sizes().capacity();
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
            plan.record().clear();
        }
        sends.stateChanged(state);
        receives.stateChanged(state);
    }

    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        return type == DvQp.class ? Optional.ofNullable(type.cast(sends.mkeys())) : Optional.empty();
    }

    private void cleanCqs() {
        plan.sendCq().clean(this);
        if (plan.receiveCq() != plan.sendCq()) {
            plan.receiveCq().clean(this);
        }
    }

    @Override
    public void destroyed() {
        cleanCqs();
        plan.queues().forget(plan.userIndex());
        plan.buffer().free();
        plan.record().give();
    }
}
