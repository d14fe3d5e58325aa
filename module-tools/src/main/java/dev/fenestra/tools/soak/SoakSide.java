package dev.fenestra.tools.soak;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AtomicCapability;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.uverbs.CompletionQueue;
import dev.fenestra.uverbs.Context;
import dev.fenestra.uverbs.Memory;
import dev.fenestra.uverbs.MemoryRegion;
import dev.fenestra.uverbs.ProtectionDomain;
import dev.fenestra.uverbs.QpSpec;
import dev.fenestra.uverbs.QueuePair;
import java.util.EnumSet;
import java.util.Set;

/** One host's objects. Each run gets QPs of its own, so that nothing of an earlier one is left. */
final class SoakSide {
    private static final int ENTRIES = 64;

    private final Context context;
    private final Memory memory;
    private final ProtectionDomain pd;
    private final MemoryRegion region;
    private final CompletionQueue sends;
    private final CompletionQueue receives;

    SoakSide(BenchHost host) {
        context = host.open();
        memory = context.allocate(SoakProgram.MEMORY);
        pd = context.allocPd();
        region = pd.regMr(memory, rights());
        sends = context.createCq(ENTRIES);
        receives = context.createCq(ENTRIES);
    }

    private AccessFlag[] rights() {
        Set<AccessFlag> rights = EnumSet.of(AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND);
        rights.addAll(remoteRights());
        return rights.toArray(AccessFlag[]::new);
    }

    /** What peers may do. */
    Set<AccessFlag> remoteRights() {
        DeviceAttributes device = context.deviceAttributes();
        Set<AccessFlag> rights = EnumSet.of(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ);
        if (device.atomicCap() != AtomicCapability.NONE) {
            rights.add(AccessFlag.REMOTE_ATOMIC);
        }
        if (device.can(DeviceCapability.FLUSH_GLOBAL)) {
            rights.add(AccessFlag.FLUSH_GLOBAL);
        }
        return rights;
    }

    QueuePair newQp() {
        return pd.createQp(QpSpec.rc(sends, receives));
    }

    Context context() {
        return context;
    }

    Memory memory() {
        return memory;
    }

    ProtectionDomain pd() {
        return pd;
    }

    MemoryRegion region() {
        return region;
    }

    CompletionQueue sends() {
        return sends;
    }

    CompletionQueue receives() {
        return receives;
    }

    byte[] bytes() {
        return memory.get(0, SoakProgram.MEMORY);
    }

    void close() {
        sends.close();
        receives.close();
        region.close();
        pd.close();
        memory.free();
        context.close();
    }
}
