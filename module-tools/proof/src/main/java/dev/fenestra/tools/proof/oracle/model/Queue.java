package dev.fenestra.tools.proof.oracle.model;

import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.proof.oracle.program.Side;
import java.util.ArrayDeque;
import java.util.Deque;

/** A QP with the receives posted to it. */
final class Queue {

    /** A receive of one piece. */
    record Receive(long wrId, int key, long address, int length) {}

    private final Side side;
    private final int slot;
    private final Domain pd;
    private final Deque<Receive> receives = new ArrayDeque<>();
    private QpState state = QpState.RESET;
    private int mtu;
    private int access;
    private int room = Integer.MAX_VALUE;
    private int windows;

    Queue(Side side, int slot, Domain pd) {
        this.side = side;
        this.slot = slot;
        this.pd = pd;
    }

    Side side() {
        return side;
    }

    int slot() {
        return slot;
    }

    Domain pd() {
        return pd;
    }

    QpState state() {
        return state;
    }

    void state(QpState newState) {
        state = newState;
        if (newState == QpState.RESET) {
            receives.clear();
        }
    }

    void connect(int pathMtu, int peerAccess) {
        state = QpState.RTS;
        mtu = pathMtu;
        access = peerAccess;
    }

    /** Bytes of a packet. */
    int mtu() {
        return mtu;
    }

    /** What the peer may do, mask of access flags. */
    int access() {
        return access;
    }

    void room(int receiveCapacity) {
        room = receiveCapacity;
    }

    boolean hasRoom() {
        return receives.size() < room;
    }

    Deque<Receive> receives() {
        return receives;
    }

    /** To ERR: the receives are flushed. */
    void fail(Prediction prediction) {
        state = QpState.ERR;
        prediction.statesChange();
        for (Receive receive : receives) {
            prediction.completes(Expected.failed(this, true, receive.wrId(), WcStatus.WR_FLUSH_ERR));
        }
        receives.clear();
    }

    boolean hasWindows() {
        return windows > 0;
    }

    void bound() {
        windows++;
    }

    void unbound() {
        windows--;
    }
}
