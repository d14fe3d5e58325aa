package dev.fenestra.ib.core.cm.ids;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.CmIdInfo;
import dev.fenestra.ib.core.cm.CmPort;
import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.cm.protocol.CmConnection;
import dev.fenestra.ib.core.cm.protocol.Deadlines;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An id: what a program listens, connects or joins with. */
final class CmIdObject extends ChannelUser {
    /** The Q_Key of datagrams in port space UDP (rdma_cma.h RDMA_UDP_QKEY). */
    static final int UDP_QKEY = 0x01234567;

    final PortSpace space;
    final QpType type;
    IdState state = IdState.IDLE;

    @Nullable
    CmAddress source;

    @Nullable
    CmAddress destination;

    @Nullable
    CmPort port;

    @Nullable
    Gid destinationGid;

    @Nullable
    CmConnection connection;

    Deadlines.@Nullable Deadline timer;
    int qpn;

    int trafficClass;
    int ackTimeout;
    boolean ackTimeoutSet;
    boolean reuseAddress;
    boolean afOnly;

    /** How many requests more may be unread. */
    int backlogLeft;
    /** Whether the program knows it: until then it is told nothing but the request. */
    boolean known = true;

    CmIdObject(int handle, EventList events, PortSpace space, QpType type, long uid) {
        super(handle, events, uid);
        this.space = space;
        this.type = type;
    }

    /** A request that is read makes room for another. */
    @Override
    public void eventRead(CmEvent event) {
        super.eventRead(event);
        if (event.type() == CmEventType.CONNECT_REQUEST) {
            backlogLeft++;
        }
    }

    boolean isDatagrams() {
        return type == QpType.UD;
    }

    void check(IdState... permitted) {
        if (!List.of(permitted).contains(state)) {
            throw wrongState();
        }
    }

    /** An id whose device has gone can only be destroyed. */
    void checkDevice() {
        if (state == IdState.DEVICE_REMOVAL) {
            throw CmRule.DEVICE.refused("id=" + handle);
        }
    }

    VerbsException wrongState() {
        CmConnection at = connection;
        return CmRule.STATE.refused("id=" + handle + " state=" + state + (at == null ? "" : " " + at.state()));
    }

    /** The connection; refused when there never was one. */
    CmConnection connected() {
        CmConnection present = connection;
        if (present == null) {
            throw wrongState();
        }
        return present;
    }

    /** The port; refused while there is none. */
    CmPort boundPort() {
        CmPort present = port;
        if (present == null) {
            throw wrongState();
        }
        return present;
    }

    void stopTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    CmIdInfo info() {
        return new CmIdInfo(
                handle, state.name(), space, type, source, destination, port, destinationGid, trafficClass, qpn);
    }
}
