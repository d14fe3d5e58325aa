package dev.fenestra.tools.proof.soak;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AtomicCapability;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/** One host's objects. Each run gets QPs of its own, so that nothing of an earlier one is left. */
final class SoakSide {
    static final int ENTRIES = 64;

    /** The sides, as the factor in what their memory begins with. */
    static final int REQUESTER = 1;

    static final int RESPONDER = 2;

    private final int side;
    private final boolean hasCm;
    private final Context context;
    private final ProtectionDomain pd;
    /** By the number of bytes that programs need. */
    private final Map<Integer, Store> stores = new HashMap<>();

    private Store store;
    private final CompletionQueue sends;
    private final CompletionQueue receives;

    private record Store(Memory memory, MemoryRegion region) {}

    SoakSide(BenchHost host, int side) {
        this.side = side;
        context = host.open();
        hasCm = context.deviceAttributes().transports().contains(QpType.UD);
        pd = context.allocPd();
        store = store(new SoakMemory(SoakMemory.SMALLEST_AREA).bytes());
        sends = context.createCq(ENTRIES);
        receives = context.createCq(ENTRIES);
    }

    /** Two regions serve all programs: most are short. */
    private Store store(int bytes) {
        int least = new SoakMemory(SoakMemory.SMALLEST_AREA).bytes();
        int size = bytes <= least ? least : new SoakMemory(SoakMemory.LARGEST_AREA).bytes();
        return stores.computeIfAbsent(size, length -> {
            Memory memory = context.allocate(length);
            return new Store(memory, pd.regMr(memory, rights()));
        });
    }

    /** The memory of a side when a program begins. */
    static byte[] pattern(int side, SoakMemory layout) {
        byte[] bytes = new byte[layout.bytes()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (side * i + (i >>> Byte.SIZE));
        }
        return bytes;
    }

    /** Makes memory ready for a program. */
    void begin(SoakMemory layout) {
        store = store(layout.bytes());
        store.memory.put(0, pattern(side, layout));
    }

    private AccessFlag[] rights() {
        Set<AccessFlag> rights = EnumSet.of(AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND);
        rights.addAll(remoteRights());
        return rights.toArray(AccessFlag[]::new);
    }

    /** The rights of peers. */
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

    QueuePair newQp(BiFunction<CompletionQueue, CompletionQueue, QpSpec> kind) {
        return pd.createQp(kind.apply(sends, receives));
    }

    Context context() {
        return context;
    }

    /** Whether the device can connect by RDMA CM. */
    boolean offers(SoakService service) {
        DeviceAttributes device = context.deviceAttributes();
        return switch (service) {
            case RC, PLACEMENT -> true;
            case XRC -> device.can(DeviceCapability.XRC);
            case UC -> device.transports().contains(QpType.UC);
            case UD -> device.transports().contains(QpType.UD);
        };
    }

    /** Whether the device has such requests. */
    boolean offers(SoakStep.Kind kind) {
        DeviceAttributes device = context.deviceAttributes();
        return kind.isAtomic()
                ? device.atomicCap() != AtomicCapability.NONE
                : kind != SoakStep.Kind.SEND_WITH_INVALIDATE || hasTypeTwo();
    }

    /** Whether the device has windows of type 2. */
    boolean hasTypeTwo() {
        return switch (context.deviceAttributes().memoryWindows()) {
            case NONE, TYPE_1 -> false;
            case TYPE_1_AND_2A, TYPE_1_AND_2B -> true;
        };
    }

    boolean hasCm() {
        return hasCm;
    }

    ProtectionDomain pd() {
        return pd;
    }

    MemoryRegion region() {
        return store.region;
    }

    CompletionQueue sends() {
        return sends;
    }

    CompletionQueue receives() {
        return receives;
    }

    byte[] bytes(SoakMemory layout) {
        return store.memory.get(0, layout.bytes());
    }

    void close() {
        sends.close();
        receives.close();
        for (Store used : stores.values()) {
            used.region.close();
            used.memory.free();
        }
        pd.close();
        context.close();
    }
}
