package dev.fenestra.hw.sim.hca.port;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;

/**
 * The GIDs of the port, by index. The fabric finds the port by each of them. Connected QPs have a copy of theirs, so a
 * change does not reach them.
 */
public final class GidTable {
    private final Fabric fabric;
    private final long[] high = new long[HcaConfig.GID_TABLE_SIZE];
    private final long[] low = new long[HcaConfig.GID_TABLE_SIZE];
    private int port;

    /**
     * Makes the table of a port with the GIDs of its configuration.
     *
     * @param config its first GIDs
     * @param fabric finds ports by their GIDs
     */
    public GidTable(HcaConfig config, Fabric fabric) {
        this.fabric = fabric;
        for (int index = 0; index < config.gids(); index++) {
            high[index] = config.gidHigh(index);
            low[index] = config.gidLow(index);
        }
    }

    /**
     * The port is plugged into the fabric.
     *
     * @param number of the port
     */
    public void attached(int number) {
        port = number;
    }

    /**
     * {@return whether the table has an entry of this index}
     *
     * @param index any number
     */
    public static boolean isEntry(int index) {
        return index >= 0 && index < HcaConfig.GID_TABLE_SIZE;
    }

    /**
     * {@return whether the port has a GID of this index}
     *
     * @param index any number
     */
    public boolean has(int index) {
        return isEntry(index) && (high[index] | low[index]) != 0;
    }

    /**
     * {@return the upper half of a GID}
     *
     * @param index of an entry that is not empty
     */
    public long high(int index) {
        return high[index];
    }

    /**
     * {@return the lower half of a GID}
     *
     * @param index of an entry that is not empty
     */
    public long low(int index) {
        return low[index];
    }

    /**
     * Writes an entry, or empties it.
     *
     * @param index of an entry
     * @param newHigh upper half of the GID
     * @param newLow lower half of the GID; both 0 to empty the entry
     * @return false, with nothing changed, when a port of the fabric has the GID already
     */
    public boolean set(int index, long newHigh, long newLow) {
        boolean fills = (newHigh | newLow) != 0;
        if (fills && fabric.portOf(newHigh, newLow) != Packet.NO_PORT) {
            return false;
        }
        if (has(index)) {
            fabric.forget(high[index], low[index]);
        }
        if (fills) {
            fabric.address(port, newHigh, newLow);
        }
        high[index] = newHigh;
        low[index] = newLow;
        return true;
    }
}
