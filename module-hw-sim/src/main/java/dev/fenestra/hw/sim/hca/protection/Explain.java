package dev.fenestra.hw.sim.hca.protection;

import dev.fenestra.hw.sim.hca.queue.BindRequest;
import dev.fenestra.hw.sim.hca.table.MptTable;
import dev.fenestra.hw.sim.hca.vocabulary.Rights;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;

/** Describes in words what a refused check compared. Only refusals pay for it. */
public final class Explain {
    private final Mkey mkey;

    Explain(MptTable mpt) {
        mkey = new Mkey(mpt);
    }

    /**
     * {@return the access that a grant refused, and the entry of its key}
     *
     * @param keyName how to call the key, such as {@code R_Key}
     * @param grant the refused access
     * @param qp the QP of the request
     */
    public String access(String keyName, Grant grant, QpView qp) {
        return access(keyName, grant, qp, qp.pd());
    }

    /**
     * {@return the refused access of a QP that acts for another PD: that of the SRQ its receive came from}
     *
     * @param keyName how to call the key, such as {@code L_Key}
     * @param grant the refused access
     * @param qp the QP of the request
     * @param pd the other PD
     */
    public String access(String keyName, Grant grant, QpView qp, int pd) {
        return access(keyName, grant.key(), grant.address(), grant.length(), qp, pd);
    }

    /**
     * {@return an access by key, and the entry of that key}
     *
     * @param keyName how to call the key, such as {@code R_Key}
     * @param key the key
     * @param address first byte
     * @param length bytes
     * @param qp the QP of the request
     */
    public String access(String keyName, int key, long address, long length, QpView qp) {
        return access(keyName, key, address, length, qp, qp.pd());
    }

    private String access(String keyName, int key, long address, long length, QpView qp, int pd) {
        return String.format(
                "%s=%s address=0x%x length=%d QP=0x%x PD=%d; %s",
                keyName, Key.text(key), address, length, qp.number(), pd, entry(key));
    }

    /**
     * {@return a refused bind, and the entries of window and region}
     *
     * @param request the bind
     * @param qp the QP of the request
     */
    public String bind(BindRequest request, QpView qp) {
        return String.format(
                "window=%s region=%s address=0x%x length=%d QP=0x%x PD=%d; %s; %s",
                Key.text(request.oldKey),
                Key.text(request.lkey),
                request.address,
                request.length,
                qp.number(),
                qp.pd(),
                entry(request.oldKey),
                entry(request.lkey));
    }

    /**
     * {@return a refused configuration, and the entry of the mkey}
     *
     * @param key of the mkey
     * @param units entries of the list
     * @param qp the QP of the request
     */
    public String configure(int key, int units, QpView qp) {
        return String.format(
                "mkey=%s list=%d QP=0x%x PD=%d; %s", Key.text(key), units, qp.number(), qp.pd(), entry(key));
    }

    /**
     * {@return a refused invalidate, and the entry of the key}
     *
     * @param key to invalidate
     * @param qp the QP of the request
     */
    public String invalidate(int key, QpView qp) {
        return String.format("key=%s QP=0x%x PD=%d; %s", Key.text(key), qp.number(), qp.pd(), entry(key));
    }

    private String entry(int key) {
        mkey.at(Key.index(key));
        if (!mkey.isAlive()) {
            return String.format("index 0x%06x is not in use", Key.index(key));
        }
        String owner = String.format("%s %s of PD %d", kind(), Key.text(mkey.key()), mkey.pd());
        if (mkey.isFree()) {
            return owner + (mkey.isWindow() ? " is not bound" : " is free");
        }
        String extent = String.format(" covers 0x%x+%d with rights %s", mkey.start(), mkey.length(), rights());
        String tie = mkey.qpn() == MkeyContext.ANY_QPN ? "" : String.format(", bound through QP 0x%x", mkey.qpn());
        return owner + extent + tie;
    }

    private String kind() {
        if (mkey.isWindow()) {
            return mkey.isTypeOneWindow() ? "type-1 window" : "type-2 window";
        }
        if (mkey.isIndirect()) {
            return "mkey";
        }
        if (mkey.isDeviceMemory()) {
            return "device memory";
        }
        return mkey.isPageList() ? "page list" : "region";
    }

    private String rights() {
        StringBuilder text = new StringBuilder("local-read");
        add(text, " local-write", Rights.LOCAL_WRITE);
        add(text, " remote-read", Rights.REMOTE_READ);
        add(text, " remote-write", Rights.REMOTE_WRITE);
        add(text, " remote-atomic", Rights.REMOTE_ATOMIC);
        return text.toString();
    }

    private void add(StringBuilder text, String name, int right) {
        if (mkey.grants(right)) {
            text.append(name);
        }
    }
}
