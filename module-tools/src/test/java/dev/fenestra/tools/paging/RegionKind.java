package dev.fenestra.tools.paging;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import dev.fenestra.uverbs.Context;
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
    HUGE {
        @Override
        Memory allocate(Context context, long bytes) {
            return context.map(bytes, MapOptions.USUAL.hugePages());
        }

        @Override
        MemoryRegion register(ProtectionDomain pd, Memory memory, AccessFlag... access) {
            AccessFlag[] paged = Arrays.copyOf(access, access.length + 2);
            paged[access.length] = AccessFlag.ON_DEMAND;
            paged[access.length + 1] = AccessFlag.HUGETLB;
            return pd.regMr(memory, paged);
        }
    },
    IMPLICIT {
        @Override
        MemoryRegion register(ProtectionDomain pd, Memory memory, AccessFlag... access) {
            return pd.regImplicit(access);
        }
    };

    Memory allocate(Context context, long bytes) {
        return context.allocate(bytes);
    }

    abstract MemoryRegion register(ProtectionDomain pd, Memory memory, AccessFlag... access);

    /** Whether single pages of 4 KiB may be taken away. */
    boolean isPaged() {
        return this == EXPLICIT || this == IMPLICIT;
    }
}
