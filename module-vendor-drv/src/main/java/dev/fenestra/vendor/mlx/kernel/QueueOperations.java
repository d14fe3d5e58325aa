package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.DriverSrq;
import dev.fenestra.ib.core.spi.DriverXrcd;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.SrqRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.SrqAttributes;
import java.util.SequencedMap;

/** The operations of a device on CQs, SRQs and QPs. */
abstract class QueueOperations extends RegionOperations {
    abstract CqOps cqs();

    abstract SrqOps srqs();

    abstract QueueOps queues();

    abstract QpOps qps();

    @Override
    public DriverCq createCq(DriverContext context, int cqe, Udata udata) {
        return createCq(context, cqe, 0, udata);
    }

    @Override
    public DriverCq createCq(DriverContext context, int cqe, int vector, Udata udata) {
        return cqs().create((MlxContext) context, cqe, vector, udata);
    }

    @Override
    public void resizeCq(DriverCq cq, int cqe, Udata udata) {
        cqs().resize((MlxCqObject) cq, cqe, udata);
    }

    @Override
    public void modifyCq(DriverCq cq, int count, int periodMicros) {
        cqs().moderate((MlxCqObject) cq, count, periodMicros);
    }

    @Override
    public void destroyCq(DriverCq cq) {
        cqs().destroy((MlxCqObject) cq);
    }

    @Override
    public DriverSrq createSrq(DriverPd pd, SrqRequest request, Udata udata) {
        return srqs().create((MlxPd) pd, request, udata);
    }

    @Override
    public DriverSrq createXrcSrq(DriverPd pd, DriverXrcd domain, DriverCq cq, SrqRequest request, Udata udata) {
        return srqs().create((MlxPd) pd, (MlxXrcd) domain, (MlxCqObject) cq, request, udata);
    }

    @Override
    public DriverQp createXrcTarget(DriverXrcd domain, Udata udata) {
        return queues().createTarget((MlxXrcd) domain, udata);
    }

    @Override
    public void modifySrq(DriverSrq srq, int mask, int maxWr, int limit, Udata udata) {
        srqs().modify((MlxSrqObject) srq, mask, limit);
    }

    @Override
    public SrqAttributes querySrq(DriverSrq srq) {
        return srqs().query((MlxSrqObject) srq);
    }

    @Override
    public void destroySrq(DriverSrq srq) {
        srqs().destroy((MlxSrqObject) srq);
    }

    @Override
    public DriverQp createQp(DriverPd pd, QpRequest request, Udata udata) {
        return queues().createQp((MlxPd) pd, request, udata);
    }

    @Override
    public DriverQp createGsi(DriverPd pd, QpRequest request, Udata udata) {
        return queues().createGsi((MlxPd) pd, request, udata);
    }

    @Override
    public QpState queryQpState(DriverQp qp) {
        return qps().state((MlxQpObject) qp);
    }

    @Override
    public QpAttributes queryQp(DriverQp qp) {
        return qps().attributes((MlxQpObject) qp);
    }

    @Override
    public SequencedMap<String, Long> statistics(DriverQp qp) {
        return qps().counters((MlxQpObject) qp);
    }

    @Override
    public boolean isDraining(DriverQp qp) {
        return qps().isDraining((MlxQpObject) qp);
    }

    @Override
    public void modifyQp(DriverQp qp, QpState from, QpAttributes attributes) {
        qps().modify((MlxQpObject) qp, from, attributes);
    }

    @Override
    public void destroyQp(DriverQp qp) {
        queues().destroyQp((MlxQpObject) qp);
    }
}
