package dev.fenestra.ib.core.cm.ids;

import dev.fenestra.ib.core.cm.CmPath;
import dev.fenestra.ib.core.cm.CmPort;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Gid;

/** Paths for address handles and connected QPs. */
final class Paths {
    private static final int HOPS = 64;

    private Paths() {}

    static AhAttributes to(CmPath path) {
        return to(path.from(), path.destination(), path.trafficClass());
    }

    static AhAttributes to(CmPort from, Gid destination, int trafficClass) {
        return new AhAttributes(destination, from.port(), from.gidIndex(), 0, HOPS, trafficClass, 0, 0);
    }
}
