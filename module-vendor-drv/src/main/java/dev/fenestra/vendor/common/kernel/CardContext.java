package dev.fenestra.vendor.common.kernel;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DriverContext;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** An opened device. */
public final class CardContext implements DriverContext {
    private final AddressSpace memory;
    private final Set<Integer> qps = ConcurrentHashMap.newKeySet();
    private final Set<Integer> cqs = ConcurrentHashMap.newKeySet();

    CardContext(AddressSpace memory) {
        this.memory = memory;
    }

    static CardContext of(DriverContext context) {
        return (CardContext) context;
    }

    /** {@return memory of the process} */
    public AddressSpace memory() {
        return memory;
    }

    /**
     * {@return whether a QP belongs to the process, so that its registers reach it}
     *
     * @param number of the QP
     */
    public boolean hasQp(int number) {
        return qps.contains(number);
    }

    /**
     * {@return whether a CQ belongs to the process, so that its registers reach it}
     *
     * @param number of the CQ
     */
    public boolean hasCq(int number) {
        return cqs.contains(number);
    }

    Set<Integer> qps() {
        return qps;
    }

    void addQp(int number) {
        qps.add(number);
    }

    void removeQp(int number) {
        qps.remove(number);
    }

    void addCq(int number) {
        cqs.add(number);
    }

    void removeCq(int number) {
        cqs.remove(number);
    }
}
