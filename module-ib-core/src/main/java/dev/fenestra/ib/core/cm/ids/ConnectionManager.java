package dev.fenestra.ib.core.cm.ids;

import dev.fenestra.ib.core.cm.CmChannelCalls;
import dev.fenestra.ib.core.cm.CmIdInfo;
import dev.fenestra.ib.core.cm.CmNetwork;
import dev.fenestra.ib.core.cm.CmPort;
import dev.fenestra.ib.core.cm.protocol.CmLock;
import dev.fenestra.ib.core.cm.protocol.CmProtocol;
import dev.fenestra.ib.core.cm.protocol.CmReceiver;
import dev.fenestra.ib.core.cm.protocol.CmTimes;
import dev.fenestra.ib.core.cm.protocol.Deadlines;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.util.List;

/** The connection manager of a host. It has no thread: it works during calls, datagrams and alarms. */
public final class ConnectionManager {
    private final CmLock lock = new CmLock();
    private final Deadlines deadlines = new Deadlines();
    private final IdTable ids = new IdTable();
    private final CmProtocol protocol;
    private final CmReceiver receiver;
    private final AddressCalls addresses;
    private final ConnectCalls connects;
    private final GroupCalls groups;
    private final IdLife life;
    private final Alarm alarm;

    /**
     * Makes a manager without channels.
     *
     * @param network the host's addresses, QP 1 and time
     * @param times how long messages wait
     * @param seed of names and PSNs
     */
    public ConnectionManager(CmNetwork network, CmTimes times, long seed) {
        alarm = new Alarm(network, lock, deadlines);
        protocol = new CmProtocol(network, lock, deadlines, times, seed);
        Bindings bindings = new Bindings();
        Reports reports = new Reports(protocol);
        receiver = new CmReceiver(protocol, new ListenerRequests(protocol, reports, bindings, ids));
        addresses = new AddressCalls(network, deadlines, bindings);
        connects = new ConnectCalls(protocol, reports);
        groups = new GroupCalls(ids);
        life = new IdLife(protocol, bindings, ids, groups);
    }

    /** {@return a new channel, as each open of {@code /dev/infiniband/rdma_cm} makes one} */
    public CmChannelCalls open() {
        return new Channel(lock, alarm, ids, life, addresses, connects, groups);
    }

    /**
     * Takes a datagram that has come to QP 1. Whatever is no message of communication management is ignored.
     *
     * @param at the port and GID that it came to
     * @param source GID of the sender
     * @param mad its payload, which nobody changes any more
     */
    public void receive(CmPort at, Gid source, byte[] mad) {
        lock.run(() -> {
            receiver.receive(at, source, mad);
            alarm.set();
        });
    }

    /** Does what is due; nothing when the time has not come. */
    public void alarm() {
        lock.run(alarm::rung);
    }

    /** {@return when {@link #alarm} should be called next, {@link Long#MAX_VALUE} for never} */
    public long nextDeadline() {
        return lock.call(deadlines::next);
    }

    /**
     * A device has gone: its ids hear DEVICE_REMOVAL, and can only be destroyed.
     *
     * @param device its name
     */
    public void deviceRemoved(String device) {
        lock.run(() -> {
            life.deviceRemoved(device);
            alarm.set();
        });
    }

    /** {@return all ids of all channels, oldest first} */
    public List<CmIdInfo> list() {
        return lock.call(() -> ids.ids().stream().map(CmIdObject::info).toList());
    }

    /** {@return how many connections there are, those in time-wait included} */
    public int connections() {
        return lock.call(protocol::count);
    }
}
