package dev.fenestra.vendor.common.kernel;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DriverContext;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** An opened device. */
public final class CardContext implements DriverContext {
    private static final long PAGE = 4096;

    private final AddressSpace memory;
    private final Map<Long, Loan> loans = new ConcurrentHashMap<>();
    private final AtomicLong next = new AtomicLong(PAGE);
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

    /**
     * {@return zeroed memory that the process can map, once}
     *
     * @param bytes whole pages
     */
    public Loan lend(long bytes) {
        Loan loan = new Loan(next.getAndAdd(bytes), Arena.ofAuto().allocate(bytes, PAGE), this);
        loans.put(loan.offset(), loan);
        return loan;
    }

    /**
     * {@return lent memory, which can be mapped no second time}
     *
     * @param offset of it
     */
    public @Nullable MemorySegment taken(long offset) {
        Loan loan = loans.remove(offset);
        return loan == null ? null : loan.memory();
    }

    /**
     * Memory that a process maps.
     *
     * @param offset by which it maps it
     * @param memory as the kernel reaches it
     * @param context of the process
     */
    public record Loan(long offset, MemorySegment memory, CardContext context) {
        /** Takes it back. */
        public void giveBack() {
            context.loans.remove(offset);
        }
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
