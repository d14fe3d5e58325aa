package dev.fenestra.tools.proof.explorer;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import java.util.List;

/** Access flags that a region is registered with. */
enum RegionRights {
    ALL(AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND),
    NO_LOCAL_WRITE(AccessFlag.MW_BIND),
    NO_MW_BIND(AccessFlag.LOCAL_WRITE);

    private final List<AccessFlag> flags;

    RegionRights(AccessFlag... flags) {
        this.flags = List.of(flags);
    }

    AccessFlag[] flags() {
        return flags.toArray(AccessFlag[]::new);
    }

    boolean allows(AccessFlag flag) {
        return flags.contains(flag);
    }
}
