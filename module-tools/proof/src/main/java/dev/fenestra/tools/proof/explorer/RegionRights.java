package dev.fenestra.tools.proof.explorer;

import dev.fenestra.ib.core.vocabulary.AccessFlag;

/** Access flags that a region is registered with. */
enum RegionRights {
    ALL(AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND),
    NO_LOCAL_WRITE(AccessFlag.MW_BIND),
    NO_MW_BIND(AccessFlag.LOCAL_WRITE);

    private final int mask;

    RegionRights(AccessFlag... flags) {
        mask = AccessFlag.mask(flags);
    }

    int mask() {
        return mask;
    }
}
