package dev.fenestra.tools.proof.oracle.model;

import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.tools.proof.oracle.program.KeyName;
import dev.fenestra.tools.proof.oracle.program.Side;
import dev.fenestra.tools.proof.oracle.program.Slots;
import dev.fenestra.tools.proof.oracle.program.VerbsProgram;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The objects of a host by slot, and its memory. A slot keeps a destroyed object until another one takes it. */
final class Machine {
    private final Side side;
    private final List<@Nullable Domain> domains = empty(Slots.PDS);
    private final List<@Nullable Region> regions = empty(Slots.REGIONS);
    private final List<@Nullable Window> windows = empty(Slots.WINDOWS);
    private final List<@Nullable Queue> queues = empty(Slots.QPS);
    private final List<@Nullable Notice> completionQueues = empty(Slots.QPS);
    private final byte[] memory = new byte[VerbsProgram.MEMORY_BYTES];
    private final KeyBook keys = new KeyBook();
    private long memoryAddress;

    Machine(Side side) {
        this.side = side;
    }

    private static <T> List<@Nullable T> empty(int slots) {
        return new ArrayList<>(Collections.<@Nullable T>nCopies(slots, null));
    }

    Side side() {
        return side;
    }

    KeyBook keys() {
        return keys;
    }

    byte[] memory() {
        return memory;
    }

    /** Whether a range lies in the memory: always, while all rules hold. */
    boolean holds(int start, int length) {
        return start >= 0 && start <= memory.length - length;
    }

    long memoryAddress() {
        return memoryAddress;
    }

    void memoryAddress(long address) {
        memoryAddress = address;
    }

    boolean hasPd(int slot) {
        Domain pd = domains.get(slot);
        return pd != null && pd.isLive();
    }

    boolean hasRegion(int slot) {
        Region region = regions.get(slot);
        return region != null && region.isLive();
    }

    boolean hasWindow(int slot) {
        Window window = windows.get(slot);
        return window != null && window.isLive();
    }

    boolean hasQueue(int slot) {
        return queues.get(slot) != null;
    }

    boolean hasCq(int slot) {
        return completionQueues.get(slot) != null;
    }

    boolean knowsRegion(int slot) {
        return regions.get(slot) != null;
    }

    boolean knowsWindow(int slot) {
        return windows.get(slot) != null;
    }

    int slotOf(@Nullable Region region) {
        return region == null ? WindowFacts.NONE : regions.indexOf(region);
    }

    int slotOf(Domain pd) {
        return domains.indexOf(pd);
    }

    int slotOf(@Nullable Queue queue) {
        return queue == null ? WindowFacts.NONE : queues.indexOf(queue);
    }

    Domain pd(int slot) {
        return Objects.requireNonNull(domains.get(slot));
    }

    Region region(int slot) {
        return Objects.requireNonNull(regions.get(slot));
    }

    Window window(int slot) {
        return Objects.requireNonNull(windows.get(slot));
    }

    Queue queue(int slot) {
        return Objects.requireNonNull(queues.get(slot));
    }

    void put(int slot, Domain pd) {
        domains.set(slot, pd);
    }

    void put(int slot, Region region) {
        regions.set(slot, region);
    }

    void put(int slot, Window window) {
        windows.set(slot, window);
    }

    void put(int slot, @Nullable Queue queue) {
        queues.set(slot, queue);
    }

    void putCq(int slot, boolean isThere) {
        completionQueues.set(slot, isThere ? new Notice() : null);
    }

    /** The notification that a CQ was armed for. */
    Notice notice(int slot) {
        return Objects.requireNonNull(completionQueues.get(slot));
    }

    boolean knows(KeyName name) {
        return name.holder() == KeyName.Holder.REGION ? knowsRegion(name.slot()) : knowsWindow(name.slot());
    }

    boolean knowsAll(Stream<KeyName> names) {
        return names.allMatch(this::knows);
    }

    Holder holder(KeyName name) {
        return name.holder() == KeyName.Holder.REGION ? region(name.slot()) : window(name.slot());
    }

    int key(KeyName name) {
        int key = holder(name).key();
        return MemoryKey.of(MemoryKey.index(key) + name.indexStep(), MemoryKey.tag(key) + name.tagStep());
    }

    /** The object with the index of a key, whatever its tag. */
    @Nullable
    Holder find(int key) {
        int index = MemoryKey.index(key);
        for (Region region : regions) {
            if (region != null && region.isLive() && MemoryKey.index(region.key()) == index) {
                return region;
            }
        }
        for (Window window : windows) {
            if (window != null && window.isLive() && MemoryKey.index(window.key()) == index) {
                return window;
            }
        }
        return null;
    }

    boolean hasObjects() {
        return domains.stream().anyMatch(pd -> pd != null && pd.isLive()) || anyCq();
    }

    private boolean anyCq() {
        boolean any = false;
        for (Notice cq : completionQueues) {
            any |= cq != null;
        }
        return any;
    }
}
