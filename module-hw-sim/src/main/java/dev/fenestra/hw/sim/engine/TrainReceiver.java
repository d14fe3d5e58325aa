package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.wire.Bth;
import dev.fenestra.hw.sim.wire.OpcodeMask;

/**
 * Takes trains from the middle of a WRITE or SEND: all of their packets at once, if it is certain that {@link Responder} would accept each of
 * them; else nothing has happened. The checks are those of the responder, of which a packet in the middle that follows another one adds none.
 */
final class TrainReceiver {
    private final Engine engine;

    TrainReceiver(Engine engine) {
        this.engine = engine;
    }

    boolean take(QpContext qp, Packet train, int mask) {
        boolean isExpected = qp.answers()
                && (mask & OpcodeMask.MIDDLE) != 0
                && Bth.psn(train.header, 0) == qp.expectedPsn
                && Responder.followsSequence(qp, mask)
                && train.payloadBytes() == train.packets() * qp.mtu;
        boolean isPlaced = isExpected
                && ((mask & OpcodeMask.WRITE) != 0 ? write(qp, train) : engine.receives.placeTrain(qp, train));
        if (isPlaced) {
            qp.sequenceNakSent = false;
            qp.received += train.payloadBytes();
            qp.expectedPsn = Psn.plus(qp.expectedPsn, train.packets());
        }
        return isPlaced;
    }

    private boolean write(QpContext qp, Packet train) {
        int bytes = train.payloadBytes();
        if (!qp.remoteWrite || bytes >= qp.writeLeft || qp.writeLeft > PayloadLength.LONGEST_MESSAGE) {
            return false;
        }
        boolean isGranted =
                engine.checks.remote(qp, qp.writeKey, qp.writeAddress, qp.writeLeft, KeyChecks.REMOTE_WRITE, bytes)
                        == null;
        if (!isGranted || !engine.dma.isThere(engine.checks.mtt, engine.checks.position, bytes)) {
            return false;
        }
        engine.dma.scatterTrain(train, engine.checks.mtt, engine.checks.position);
        qp.writeAddress += bytes;
        qp.writeLeft -= bytes;
        return true;
    }
}
