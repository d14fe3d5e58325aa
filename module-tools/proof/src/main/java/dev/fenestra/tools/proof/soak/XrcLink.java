package dev.fenestra.tools.proof.soak;

import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.handles.XrcDomain;
import dev.fenestra.uverbs.handles.XrcTarget;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.request.WorkRequest;
import dev.fenestra.uverbs.request.XrcRequest;
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
