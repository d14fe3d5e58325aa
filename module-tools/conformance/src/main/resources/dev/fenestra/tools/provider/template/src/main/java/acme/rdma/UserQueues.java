package acme.rdma;

import dev.fenestra.ib.core.spi.ReceiveQueue;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;

/**
 * The user half's side of a QP.
 *
 * @param number what the kernel half called it; 0 before that
 */
record UserQueues(int number, QpCapacity capacity, SendRing sends, ReceiveRing receives, Cq sendCq, Cq recvCq)
        implements UserQp {
    UserQueues numbered(int qpNumber) {
        return new UserQueues(qpNumber, capacity, sends, receives, sendCq, recvCq);
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
            sends.open(false);
            receives.open(false);
            destroyed();
        } else if (state == QpState.INIT) {
            receives.open(true);
        } else if (state == QpState.RTS) {
            sends.open(true);
        }
    }

    @Override
    public void destroyed() {
        sendCq.clean(number);
        recvCq.clean(number);
    }
}
