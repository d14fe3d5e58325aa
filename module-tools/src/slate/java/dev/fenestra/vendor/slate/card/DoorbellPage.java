package dev.fenestra.vendor.slate.card;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The doorbell registers of one process. They reach its own queues only. */
public final class DoorbellPage {
    private static final int BYTES = 4096;

    private final SlateCard card;
    private final Set<Integer> qps = ConcurrentHashMap.newKeySet();
    private final Set<Integer> rings = ConcurrentHashMap.newKeySet();
    private final Set<Integer> srqs = ConcurrentHashMap.newKeySet();
    private final MemorySegment memory = MemorySegment.ofArray(new long[BYTES / Long.BYTES]);

    public DoorbellPage(SlateCard card) {
        this.card = card;
    }

    /** The page as bytes; the card does not look there, it only notices writes. */
    public MemorySegment memory() {
        return memory;
    }

    public void addQp(int qpn) {
        qps.add(qpn);
    }

    public void removeQp(int qpn) {
        qps.remove(qpn);
    }

    public void addRing(int number) {
        rings.add(number);
    }

    public void removeRing(int number) {
        rings.remove(number);
    }

    public void addSrq(int number) {
        srqs.add(number);
    }

    public void removeSrq(int number) {
        srqs.remove(number);
    }

    /** Writes a register; callable from any thread. */
    public void write(int offset, long value) {
        int number = (int) (value >>> 32);
        if (Doorbell.isAt(offset)) {
            Doorbell register = Doorbell.at(offset);
            if (own(register).contains(number)) {
                card.doorbell(register, number, (int) value);
            }
        }
    }

    private Set<Integer> own(Doorbell register) {
        return switch (register) {
            case SEND, RECEIVE -> qps;
            case COMPLETION -> rings;
            case SHARED_RECEIVE -> srqs;
        };
    }
}
