package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Neighbour;
import dev.fenestra.ib.core.vocabulary.PortAttributes;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.SortedMap;
import java.util.TreeMap;

/** Ports and their addresses. */
public interface PortOperations extends DeviceOperations {

    /**
     * {@return what a port is at this moment}
     *
     * @param number from 1 to the device's {@code phys_port_cnt}, checked
     */
    default PortAttributes port(int number) {
        throw Unsupported.operation(device(), "query_port");
    }

    /**
     * {@return an entry of the port's GID table; {@link Gid#UNSPECIFIED} for an empty one} EINVAL for an index that the
     * table does not have.
     *
     * @param index from 0
     */
    Gid gid(int index);

    /**
     * {@return whether somebody has a GID} The kernel asks before a QP or an address handle gets a path there, and when
     * RDMA CM resolves an address. No virtual time passes. The default is for a driver that cannot tell.
     *
     * @param index of the own GID, in an entry that is not empty
     * @param peer neither unspecified nor a group's
     */
    default Neighbour neighbour(int index, Gid peer) {
        return Neighbour.ANSWERS;
    }

    /** {@return the entries of the port's GID table that are not empty, by index} */
    default SortedMap<Integer, Gid> gids() {
        SortedMap<Integer, Gid> filled = new TreeMap<>();
        for (int index = 0; index < gidTableLength(); index++) {
            Gid gid = gid(index);
            if (!gid.isUnspecified()) {
                filled.put(index, gid);
            }
        }
        return filled;
    }

    /**
     * Writes an entry of a port's GID table ({@code add_gid}). The kernel calls it for each address that the host gets,
     * and holds no other call about the table meanwhile. EINVAL for a GID that another port of the network has.
     *
     * @param port number of the port, from 1, checked
     * @param index of an entry that is empty, below the length of the table
     * @param gid neither unspecified nor a group's
     */
    default void addGid(int port, int index, Gid gid) {
        throw Unsupported.operation(device(), "add_gid");
    }

    /**
     * Empties an entry of a port's GID table ({@code del_gid}). QPs that were connected by it send no more by it.
     *
     * @param port number of the port, from 1, checked
     * @param index of an entry that is not empty
     */
    default void deleteGid(int port, int index) {
        throw Unsupported.operation(device(), "del_gid");
    }

    private int gidTableLength() {
        try {
            return port(1).gidTableLength();
        } catch (VerbsException refused) {
            if (refused.errno() != Errno.EOPNOTSUPP) {
                throw refused;
            }
            // A driver without port attributes has one port with one GID.
            return 1;
        }
    }
}
