package dev.fenestra.hw.sim.hca.protection;

import dev.fenestra.hw.sim.hca.observe.HcaCounters;
import dev.fenestra.hw.sim.hca.observe.KeyChange;
import dev.fenestra.hw.sim.hca.queue.BindRequest;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.table.MptTable;
import dev.fenestra.hw.sim.hca.vocabulary.Rights;
import org.jspecify.annotations.Nullable;

/**
 * Binds, unbinds and invalidates windows: first all checks, in the order of the rules B1 to B12, then the effects. The
 * entry of the window, the region's count and its cell in the binding ledger change in one step.
 */
public final class WindowUnit {
    private final MptTable mpt;
    private final Mkey window;
    private final BindingLedger ledger;
    private final QpLookup qps;
    private final HcaCounters counters;
    private final KeyObserver observer;
    /** Of requests that come alone. */
    private final WindowBatch single;

    WindowUnit(MptTable mpt, BindingLedger ledger, QpLookup qps, HcaCounters counters, KeyObserver observer) {
        this.mpt = mpt;
        window = new Mkey(mpt);
        this.ledger = ledger;
        this.qps = qps;
        this.counters = counters;
        this.observer = observer;
        single = batch();
    }

    /** {@return a batch, for a caller that executes several requests while nothing else executes} */
    public WindowBatch batch() {
        return new WindowBatch(new Mkey(mpt), ledger);
    }

    /**
     * Binds a window, or unbinds a type-1 window when the length is 0.
     *
     * @param qp the QP of the request
     * @param request the bind
     * @return null when done; else the rule that refused, and nothing has changed
     */
    public @Nullable HcaRule bind(QpView qp, BindRequest request) {
        single.begin();
        return bind(qp, request, single);
    }

    /**
     * Binds a window, or unbinds a type-1 window when the length is 0, as one request of a batch.
     *
     * @param qp the QP of the request
     * @param request the bind
     * @param batch begun by the caller
     * @return null when done; else the rule that refused, and nothing has changed
     */
    public @Nullable HcaRule bind(QpView qp, BindRequest request, WindowBatch batch) {
        window.find(request.oldKey);
        HcaRule refusal = checkWindow(qp, request);
        if (refusal == null && request.length != 0) {
            mpt.countLookup(Key.index(request.lkey));
            refusal = checkRegion(qp, request, batch.region(Key.index(request.lkey)));
        }
        if (refusal != null) {
            return refusal;
        }
        if (request.length == 0) {
            unbind(request, batch);
        } else {
            bindTo(qp, request, batch);
        }
        return null;
    }

    private @Nullable HcaRule checkWindow(QpView qp, BindRequest request) {
        if (!window.isWindow()) {
            return HcaRule.B1;
        }
        if (window.isTypeOneWindow() && !request.anyTag && window.tag() != Key.tag(request.oldKey)) {
            return HcaRule.B1;
        }
        if (window.isTypeOneWindow() && request.isZeroBased()) {
            return HcaRule.B3;
        }
        if (window.isTypeTwoWindow() && !window.isFree()) {
            return HcaRule.B4;
        }
        if (window.pd() != qp.pd()) {
            return HcaRule.B5;
        }
        return window.isTypeTwoWindow() && request.length == 0 ? HcaRule.B6 : null;
    }

    private static @Nullable HcaRule checkRegion(QpView qp, BindRequest request, Mkey region) {
        if (!region.isRegion() || region.tag() != Key.tag(request.lkey)) {
            return HcaRule.B7;
        }
        if (region.pd() != qp.pd()) {
            return HcaRule.B8;
        }
        if (region.isZeroBased()) {
            return HcaRule.B9;
        }
        if (!region.allowsWindows()) {
            return HcaRule.B10;
        }
        if ((request.rights & Rights.REMOTE_WRITING) != 0 && !region.grants(Rights.LOCAL_WRITE)) {
            return HcaRule.B11;
        }
        return region.contains(request.address, request.length) ? null : HcaRule.B12;
    }

    private void bindTo(QpView qp, BindRequest request, WindowBatch batch) {
        if (!window.isFree()) {
            // Type 1 may be bound again without an invalidate.
            batch.count(Key.index(window.regionKey()), -1);
        }
        if (window.isTypeTwoWindow()) {
            ledger.countThrough(qp, 1);
        }
        MkeyState.bind(window, request, qp);
        batch.count(Key.index(request.lkey), 1);
        counters.binds++;
        observer.keyChanged(KeyChange.BOUND, Key.of(window.index(), request.newTag));
    }

    private void unbind(BindRequest request, WindowBatch batch) {
        release(batch);
        MkeyState.rename(window, request.newTag);
        observer.keyChanged(KeyChange.UNBOUND, Key.of(window.index(), request.newTag));
    }

    /**
     * Invalidates a type-2 window. A free window whose last key this is stays as it is, and that is no error.
     *
     * @param qp the QP of the request
     * @param key the key to invalidate
     * @return null when done; else the rule that refused, and nothing has changed
     */
    public @Nullable HcaRule invalidate(QpView qp, int key) {
        single.begin();
        return invalidate(qp, key, single);
    }

    /**
     * Invalidates a type-2 window, as one request of a batch.
     *
     * @param qp the QP of the request
     * @param key the key to invalidate
     * @param batch begun by the caller
     * @return null when done; else the rule that refused, and nothing has changed
     */
    public @Nullable HcaRule invalidate(QpView qp, int key, WindowBatch batch) {
        window.find(key);
        if (!window.isWindow()) {
            return HcaRule.I1;
        }
        if (window.isTypeOneWindow()) {
            return HcaRule.I1;
        }
        if (window.tag() != Key.tag(key)) {
            return HcaRule.I2;
        }
        if (window.isFree()) {
            return null;
        }
        if (!window.isBoundTo(qp)) {
            return HcaRule.I3;
        }
        if (!ledger.typeTwoHoldsQp() && window.pd() != qp.pd()) {
            return HcaRule.I4;
        }
        leaveRegion(batch);
        MkeyState.untie(window, Key.tag(key));
        observer.keyChanged(KeyChange.INVALIDATED, key);
        return null;
    }

    /**
     * Takes a bound window off its region. A free window stays as it is.
     *
     * @param index of the window in the key table
     */
    public void release(int index) {
        window.at(index);
        single.begin();
        release(single);
    }

    private void release(WindowBatch batch) {
        if (!window.isFree()) {
            leaveRegion(batch);
            MkeyState.free(window);
        }
    }

    /** Takes a window that is bound off the counts of its region and its QP. */
    private void leaveRegion(WindowBatch batch) {
        batch.count(Key.index(window.regionKey()), -1);
        if (ledger.typeTwoHoldsQp() && window.isTypeTwoWindow()) {
            letGo(qps.find(window.qpn()));
        }
        counters.invalidates++;
    }

    private void letGo(@Nullable QpView qp) {
        if (qp != null && window.isBoundTo(qp)) {
            ledger.countThrough(qp, -1);
        }
    }
}
