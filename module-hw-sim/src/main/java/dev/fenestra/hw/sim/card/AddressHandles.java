package dev.fenestra.hw.sim.card;

import dev.fenestra.hw.sim.hca.queue.SendOperation;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The address handles of a card whose requests name them by number. */
public final class AddressHandles {
    /** The largest number of address handles. Requests of some cards have 16 bits for one, of which two mean none. */
    public static final int MOST = 0xfffe;

    private final Map<Integer, Path> paths = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();

    /**
     * The path of an address handle.
     *
     * @param pd its PD
     * @param gidIndex index of the own GID
     * @param gidHigh upper half of the GID that it leads to
     * @param gidLow lower half of that GID
     * @param trafficClass 8 bits
     * @param flowLabel 20 bits
     * @param hopLimit 8 bits
     * @param udpPort UDP source port; 0 for that of the QP
     */
    public record Path(
            int pd,
            int gidIndex,
            long gidHigh,
            long gidLow,
            int trafficClass,
            int flowLabel,
            int hopLimit,
            int udpPort) {}

    /** Makes a table without address handles. */
    public AddressHandles() {}

    /**
     * Adds an address handle.
     *
     * @param path where it leads to
     * @return its number, which is not 0 and has 16 bits
     * @throws IllegalStateException when there are {@link #MOST}: a card announces no more
     */
    public int add(Path path) {
        if (paths.size() >= MOST) {
            throw new IllegalStateException("all " + MOST + " numbers of address handles are in use");
        }
        int number;
        do {
            number = last.updateAndGet(used -> used == MOST ? 1 : used + 1);
        } while (paths.putIfAbsent(number, path) != null);
        return number;
    }

    /**
     * Removes an address handle.
     *
     * @param number of it
     */
    public void remove(int number) {
        paths.remove(number);
    }

    /**
     * Gives a request its path. It has none when there is no such address handle, or that of another PD.
     *
     * @param number of the address handle
     * @param pd of the QP
     * @param into gets the path
     */
    public void find(int number, int pd, SendOperation into) {
        Path path = paths.get(number);
        into.hasPath = path != null && path.pd() == pd;
        if (path != null) {
            into.sourceGidIndex = path.gidIndex();
            into.remoteGidHigh = path.gidHigh();
            into.remoteGidLow = path.gidLow();
            into.trafficClass = path.trafficClass();
            into.flowLabel = path.flowLabel();
            into.hopLimit = path.hopLimit();
            into.udpSourcePort = path.udpPort();
        }
    }
}
