package dev.fenestra.tools.paging;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.uverbs.Memory;
import dev.fenestra.uverbs.MemoryRegion;
import dev.fenestra.uverbs.ProtectionDomain;
import java.util.Arrays;

/** How memory is registered: what a program does with it is the same. */
enum RegionKind {
    PINNED {
        @Override
        MemoryRegion register(ProtectionDomain pd, Memory memory, AccessFlag... access) {
            return pd.regMr(memory, access);
        }
    },
    EXPLICIT {
        @Override
        MemoryRegion register(ProtectionDomain pd, Memory memory, AccessFlag... access) {
            AccessFlag[] paged = Arrays.copyOf(access, access.length + 1);
            paged[access.length] = AccessFlag.ON_DEMAND;
            return pd.regMr(memory, paged);
        }
    },
    IMPLICIT {
        @Override
        MemoryRegion register(ProtectionDomain pd, Memory memory, AccessFlag... access) {
            return pd.regImplicit(access);
        }
    };

    abstract MemoryRegion register(ProtectionDomain pd, Memory memory, AccessFlag... access);

    boolean isPaged() {
        return this != PINNED;
    }
}
