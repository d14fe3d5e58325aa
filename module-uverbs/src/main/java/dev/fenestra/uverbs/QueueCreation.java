package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.QpInitAttributes;
import dev.fenestra.ib.core.kernel.QpResponse;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.vocabulary.CallArguments;

/** Creates the queues of a PD: the provider lays them out, then the kernel is called. */
final class QueueCreation {
    private final ProtectionDomain pd;
    private final Context context;

    QueueCreation(ProtectionDomain pd, Context context) {
        this.pd = pd;
        this.context = context;
    }

    QueuePair createQp(QpSpec spec) {
        pd.checkOpen();
        pd.checkUsable(spec.sendCq());
        pd.checkUsable(spec.recvCq());
        SharedReceiveQueue srq = spec.srq();
        if (srq != null) {
            pd.checkUsable(srq);
        }
        context.calling("ibv_create_qp", () -> arguments(spec));
        Pending<UserQp> pending = prepare(spec);
        QpResponse answer = pending.during(udata -> createQp(spec, udata));
        UserQp user = pending.complete(answer.qpNumber());
        return context.opened(new QueuePair(pd, answer, spec, user));
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
                        FeasibleCapacity.of(spec.capacity(), context.deviceAttributes()),
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
        return context.kernel()
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
        pd.checkOpen();
        context.calling(
                "ibv_create_srq", () -> VerbArguments.object(pd.handle()).with("srq_limit", spec.limit()));
        return new SrqCreation(spec, context)
                .with(
                        pd.provider()::prepareSrq,
                        (ring, udata) -> context.kernel().srqs().create(pd.handle(), ring, spec.limit(), udata));
    }

    SharedReceiveQueue createXrcSrq(XrcDomain domain, CompletionQueue cq, SrqSpec spec) {
        pd.checkOpen();
        pd.checkUsable(domain);
        pd.checkUsable(cq);
        context.calling(
                "ibv_create_srq_ex", () -> VerbArguments.object(pd.handle()).with("srq_limit", spec.limit()));
        return new SrqCreation(spec, context)
                .with(
                        feasible -> pd.provider().prepareXrcSrq(feasible, cq.user()),
                        (ring, udata) -> context.kernel()
                                .xrc()
                                .createSrq(pd.handle(), domain.handle(), cq.handle(), ring, spec.limit(), udata));
    }
}
