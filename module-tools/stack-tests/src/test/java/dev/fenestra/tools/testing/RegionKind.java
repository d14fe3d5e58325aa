package dev.fenestra.tools.testing;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import java.util.Arrays;

/** How memory is registered: what a program does with it is the same. */
public enum RegionKind {
    PINNED {
        @Override
        public MemoryRegion register(ProtectionDomain pd, Memory memory, AccessFlag... access) {
            return pd.regMr(memory, access);
        }
    },
    EXPLICIT {
        @Override
        public MemoryRegion register(ProtectionDomain pd, Memory memory, AccessFlag... access) {
            AccessFlag[] paged = Arrays.copyOf(access, access.length + 1);
            paged[access.length] = AccessFlag.ON_DEMAND;
            return pd.regMr(memory, paged);
        }
    },
    HUGE {
        @Override
        public Memory allocate(Context context, long bytes) {
            return context.map(bytes, MapOptions.USUAL.hugePages());
        }

        @Override
        public MemoryRegion register(ProtectionDomain pd, Memory memory, AccessFlag... access) {
            AccessFlag[] paged = Arrays.copyOf(access, access.length + 2);
            paged[access.length] = AccessFlag.ON_DEMAND;
            paged[access.length + 1] = AccessFlag.HUGETLB;
            return pd.regMr(memory, paged);
        }
    },
    IMPLICIT {
        @Override
        public MemoryRegion register(ProtectionDomain pd, Memory memory, AccessFlag... access) {
            return pd.regImplicit(access);
        }
    };

    public Memory allocate(Context context, long bytes) {
        return context.allocate(bytes);
    }

    public abstract MemoryRegion register(ProtectionDomain pd, Memory memory, AccessFlag... access);

    /** Whether single pages of 4 KiB may be taken away. */
    public boolean isPaged() {
        return this == EXPLICIT || this == IMPLICIT;
    }
}
