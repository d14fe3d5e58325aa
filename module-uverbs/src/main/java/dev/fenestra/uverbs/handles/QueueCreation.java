package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.kernel.QpInitAttributes;
import dev.fenestra.ib.core.kernel.QpResponse;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.uverbs.device.OpenDevice;
import dev.fenestra.uverbs.device.VerbArguments;

/** Creates the queues of a PD: the provider lays them out, then the kernel is called. */
final class QueueCreation {
    private final ProtectionDomain pd;
    private final OpenDevice device;

    QueueCreation(ProtectionDomain pd, OpenDevice device) {
        this.pd = pd;
        this.device = device;
    }

    QueuePair createQp(QpSpec spec) {
        device.calling("ibv_create_qp", () -> arguments(spec));
        Pending<UserQp> pending = prepare(spec);
        QpResponse answer = pending.during(udata -> createQp(spec, udata));
        UserQp user = pending.complete(answer.qpNumber());
        return device.opened(new QueuePair(pd, device, answer, spec, user));
    }

    private CallArguments arguments(QpSpec spec) {
        return CallArguments.of("pd", pd.handle())
                .with("qp_type", spec.type())
                .with("send_cq", spec.sendCq().handle())
                .with("recv_cq", spec.recvCq().handle())
                .with("max_send_wr", spec.maxSend())
                .with("max_recv_wr", spec.maxRecv());
    }

    private Pending<UserQp> prepare(QpSpec spec) {
        SharedReceiveQueue srq = spec.srq();
        return pd.provider()
                .prepareQp(new UserQpRequest(
                        spec.type(),
                        FeasibleCapacity.of(spec.capacity(), device.attributes()),
                        spec.signalAll(),
                        spec.isSingleThreaded() || pd.isSingleThreaded(),
                        spec.sendCq().user(),
                        spec.recvCq().user(),
                        srq == null ? null : srq.user(),
                        spec.extension(),
                        pd.user()));
    }

    private QpResponse createQp(QpSpec spec, Udata udata) {
        SharedReceiveQueue srq = spec.srq();
        return device.kernel()
                .qps()
                .create(
                        pd.handle(),
                        new QpInitAttributes(
                                spec.type(),
                                spec.sendCq().handle(),
                                spec.recvCq().handle(),
                                srq == null ? QpInitAttributes.NONE : srq.handle(),
                                spec.capacity(),
                                spec.signalAll()),
                        udata);
    }

    SharedReceiveQueue createSrq(SrqSpec spec) {
        device.calling("ibv_create_srq", () -> VerbArguments.object(pd.handle()).with("srq_limit", spec.limit()));
        return new SrqCreation(spec, device)
                .with(
                        pd.provider()::prepareSrq,
                        (ring, udata) -> device.kernel().srqs().create(pd.handle(), ring, spec.limit(), udata));
    }

    SharedReceiveQueue createXrcSrq(XrcDomain domain, CompletionQueue cq, SrqSpec spec) {
        device.calling(
                "ibv_create_srq_ex", () -> VerbArguments.object(pd.handle()).with("srq_limit", spec.limit()));
        return new SrqCreation(spec, device)
                .with(
                        feasible -> pd.provider().prepareXrcSrq(feasible, cq.user()),
                        (ring, udata) -> device.kernel()
                                .xrc()
                                .createSrq(pd.handle(), domain.handle(), cq.handle(), ring, spec.limit(), udata));
    }
}
