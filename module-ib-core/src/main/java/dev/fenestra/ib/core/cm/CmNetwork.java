package dev.fenestra.ib.core.cm;

import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Neighbour;
import java.util.List;

/** What the connection manager of a host needs of the host: its addresses, its QP 1 and its time. */
public interface CmNetwork {

    /** {@return the host's addresses at present, in the order in which they are chosen} */
    List<CmPort> ports();

    /**
     * {@return whether somebody has an IP address at this moment} On RoCE, the address is the GID.
     *
     * @param from the address that asks
     * @param ip an IPv4-mapped or IPv6 address, not a group's
     */
    Neighbour neighbour(CmPort from, Gid ip);

    /**
     * Sends a datagram from QP 1 to QP 1, with the well-known Q_Key. It may be lost. No lock of the connection manager
     * is held.
     *
     * @param path its way
     * @param mad 256 octets, which nobody changes any more
     */
    void send(CmPath path, byte[] mad);

    /** {@return the time in nanoseconds, from any beginning} */
    long now();

    /**
     * Asks for a call of {@code ConnectionManager.alarm} at a time or soon after it. The soonest time that was asked
     * for since the last alarm counts, whatever the order of the calls. An alarm that comes when nothing is due does no
     * harm. No lock of the connection manager is held.
     *
     * @param time as {@link #now} counts
     */
    void wakeAt(long time);
}
