package dev.fenestra.ib.core.cm.protocol;

import dev.fenestra.ib.core.cm.CmPath;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** All connections of a host that are not idle, by the names that messages use. */
final class CmConnections {
    private final Map<Integer, CmConnection> byLocalId = new HashMap<>();
    private final Map<RemoteId, CmConnection> byRemoteId = new HashMap<>();
    private final Map<RemoteQp, CmConnection> byRemoteQp = new HashMap<>();
    private final Map<RequestId, CmConnection> byRequestId = new HashMap<>();
    private final SplittableRandom random;
    private int nextId;

    private record RemoteId(long guid, int id) {}

    private record RemoteQp(long guid, int qpn) {}

    private record RequestId(Gid source, int id) {}

    CmConnections(long seed) {
        random = new SplittableRandom(seed);
        nextId = random.nextInt();
    }

    /** A connection in IDLE, with a name and a PSN of its own. */
    CmConnection create(CmPath path) {
        do {
            nextId++;
        } while (nextId == 0 || byLocalId.containsKey(nextId));
        CmConnection connection = new CmConnection(nextId, path);
        connection.rqPsn = random.nextInt() & 0xffffff;
        byLocalId.put(connection.localId, connection);
        return connection;
    }

    @Nullable
    CmConnection byLocalId(int id) {
        return byLocalId.get(id);
    }

    @Nullable
    CmConnection byRemoteId(long guid, int id) {
        return byRemoteId.get(new RemoteId(guid, id));
    }

    @Nullable
    CmConnection byRemoteQp(long guid, int qpn) {
        return byRemoteQp.get(new RemoteQp(guid, qpn));
    }

    @Nullable
    CmConnection byRequestId(Gid source, int id) {
        return byRequestId.get(new RequestId(source, id));
    }

    /** Notes the peer's names, which the connection knows now. */
    void noteRemote(CmConnection connection) {
        byRemoteId.put(new RemoteId(connection.remoteGuid, connection.remoteId), connection);
        byRemoteQp.put(new RemoteQp(connection.remoteGuid, connection.remoteQpn), connection);
    }

    void noteRequest(CmConnection connection) {
        byRequestId.put(new RequestId(connection.path.destination(), connection.remoteId), connection);
    }

    /** Lets the peer use its QP number for a new connection, as it may from time-wait on. */
    void releaseQp(CmConnection connection) {
        byRemoteQp.remove(new RemoteQp(connection.remoteGuid, connection.remoteQpn), connection);
    }

    /** Forgets all names of a connection that is idle. */
    void forget(CmConnection connection) {
        byLocalId.remove(connection.localId, connection);
        byRemoteId.remove(new RemoteId(connection.remoteGuid, connection.remoteId), connection);
        releaseQp(connection);
        byRequestId.remove(new RequestId(connection.path.destination(), connection.remoteId), connection);
    }

    /** How many there are, those in time-wait included. */
    int count() {
        return byLocalId.size();
    }
}
