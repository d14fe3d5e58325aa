package dev.fenestra.ib.core.cm;

import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpType;
import org.jspecify.annotations.Nullable;

/**
 * What there is to know of an id: queries of address, GID and path read it, and lists of resources.
 *
 * @param handle of the id
 * @param state in a word, as {@code rdma resource show cm_id} prints it
 * @param portSpace of the id
 * @param qpType of the QP that belongs to it
 * @param source the own address, or null when it is not bound
 * @param destination the peer's address, or null when there is none yet
 * @param port the port and GID of the own address; null for all addresses and while it is not known
 * @param destinationGid the GID of the peer, or null while it is not known
 * @param trafficClass of the path
 * @param qpn number of the QP, 0 while it is not known
 */
public record CmIdInfo(
        int handle,
        String state,
        PortSpace portSpace,
        QpType qpType,
        @Nullable CmAddress source,
        @Nullable CmAddress destination,
        @Nullable CmPort port,
        @Nullable Gid destinationGid,
        int trafficClass,
        int qpn) {}
