package dev.fenestra.vendor.common.kernel;

import dev.fenestra.vendor.common.CardRule;
import dev.fenestra.vendor.common.VendorRules;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The memory that processes have registered for queues, until a queue takes it. */
public final class QueueMemories {
    private final Map<Key, QueueRegistration> waiting = new ConcurrentHashMap<>();
    private final VendorRules rules;

    /** What names a registration. */
    private record Key(CardContext context, int kind, long address) {
        static Key of(QueueRegistration memory) {
            return new Key(memory.context(), memory.kind(), memory.address());
        }
    }

    /**
     * Makes an empty table.
     *
     * @param rules of the vendor
     */
    public QueueMemories(VendorRules rules) {
        this.rules = rules;
    }

    /**
     * Adds a registration.
     *
     * @param memory registered
     * @return the same
     */
    public QueueRegistration add(QueueRegistration memory) {
        waiting.put(Key.of(memory), memory);
        return memory;
    }

    /**
     * Removes a registration, if no queue has taken it.
     *
     * @param memory registered
     */
    public void remove(QueueRegistration memory) {
        waiting.remove(Key.of(memory), memory);
    }

    /**
     * Takes a registration for a queue: it serves one.
     *
     * @param context of the process
     * @param kind of the queue
     * @param address of the first byte
     * @param missing the rule that is broken when there is none
     * @return the registration
     */
    public QueueRegistration take(CardContext context, int kind, long address, CardRule missing) {
        QueueRegistration found = waiting.remove(new Key(context, kind, address));
        if (found == null) {
            throw rules.refused(missing, String.format("address=0x%x", address));
        }
        return found;
    }
}
