package dev.fenestra.tools.proof.soak;

import dev.fenestra.uverbs.ConnectOptions;
import dev.fenestra.uverbs.MemorySlice;
import dev.fenestra.uverbs.MemoryWindow;
import dev.fenestra.uverbs.QpSpec;
import dev.fenestra.uverbs.QueuePair;
import dev.fenestra.uverbs.SharedReceiveQueue;
import dev.fenestra.uverbs.SrqSpec;
import dev.fenestra.uverbs.WorkRequest;
import dev.fenestra.uverbs.XrcDomain;
import dev.fenestra.uverbs.XrcRequest;
import dev.fenestra.uverbs.XrcTarget;
import java.util.List;

/** An XRC initiator and a target, with two SRQs that requests name in turn, as their operands say. */
final class XrcLink implements SoakLink {
    private final XrcDomain domain;
    private final List<SharedReceiveQueue> queues;
    private final QueuePair initiator;
    private final XrcTarget target;

    XrcLink(SoakSide requester, SoakSide responder, ConnectOptions options) {
        domain = responder.context().openXrcDomain();
        queues = List.of(srq(responder), srq(responder));
        initiator = requester.pd().createQp(QpSpec.xrc(requester.sends()));
        target = domain.createTarget();
        target.connect(initiator.endpoint(options), options);
        initiator.connect(target.endpoint(), options);
    }

    private SharedReceiveQueue srq(SoakSide responder) {
        return responder.pd().createXrcSrq(domain, responder.receives(), SrqSpec.of(SoakProgram.MAX_STEPS));
    }

    private SharedReceiveQueue of(int operand) {
        return queues.get(operand % queues.size());
    }

    @Override
    public QueuePair asks() {
        return initiator;
    }

    @Override
    public WorkRequest request(SoakStep step, WorkRequest plain, MemorySlice data) {
        return XrcRequest.of(of(step.operand()).number(), plain);
    }

    @Override
    public void receive(long wrId, int operand, MemorySlice into) {
        of(operand).post(wrId, into);
    }

    @Override
    public MemoryWindow bind() {
        throw new UnsupportedOperationException("an XRC target binds no windows");
    }

    @Override
    public void close() {
        initiator.close();
        target.close();
        queues.forEach(SharedReceiveQueue::close);
        domain.close();
    }
}
