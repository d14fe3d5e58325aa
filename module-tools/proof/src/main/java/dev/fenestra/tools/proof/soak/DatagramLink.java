package dev.fenestra.tools.proof.soak;

import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.request.AddressHandle;
import dev.fenestra.uverbs.request.Datagram;
import dev.fenestra.uverbs.request.WorkRequest;

/** Two UD QPs and an address handle. */
final class DatagramLink implements SoakLink {
    /** Bytes of a receive before the data. */
    static final int GRH = 40;

    private static final int QKEY = 0x11111111;

    private final QueuePair asks;
    private final QueuePair answers;
    private final AddressHandle path;

    DatagramLink(SoakSide requester, SoakSide responder) {
        asks = requester.newQp(QpSpec::ud);
        answers = responder.newQp(QpSpec::ud);
        asks.bringUp(QKEY);
        answers.bringUp(QKEY);
        path = requester.pd().createAh(responder.context().gid(0));
    }

    @Override
    public QueuePair asks() {
        return asks;
    }

    @Override
    public WorkRequest request(SoakStep step, WorkRequest plain, MemorySlice data) {
        Datagram datagram = Datagram.of(plain.wrId(), path, answers.number(), QKEY, data);
        return step.kind() == SoakStep.Kind.SEND_WITH_IMMEDIATE ? datagram.withImmediate(step.operand()) : datagram;
    }

    @Override
    public void receive(long wrId, int operand, MemorySlice into) {
        answers.postRecv(wrId, into);
    }

    @Override
    public MemoryWindow bind() {
        throw new UnsupportedOperationException("datagrams reach no windows");
    }

    @Override
    public void close() {
        path.close();
        asks.close();
        answers.close();
    }
}
