package dev.fenestra.ib.core.kernel.inspection;

import dev.fenestra.ib.core.kernel.inspection.LoggedRefusal.Caller;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Whose QPs there are on a host, by number. Devices of one host may have QPs of one number: then nobody knows. */
final class QpOwners {
    private final Map<Integer, Caller> owners = new ConcurrentHashMap<>();

    void created(int qpNumber, Caller owner) {
        owners.merge(qpNumber, owner, (one, other) -> Caller.UNKNOWN);
    }

    void destroyed(int qpNumber) {
        owners.remove(qpNumber);
    }

    Caller of(int qpNumber) {
        return owners.getOrDefault(qpNumber, Caller.UNKNOWN);
    }
}
