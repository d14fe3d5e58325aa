package dev.fenestra.hw.sim.efa;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.fenestra.hw.sim.card.CompletionPlaces;
import dev.fenestra.hw.sim.card.PinnedRing;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A completion ring. The first word of an entry, which is stored last, has the lap. A register in memory says how many
 * entries software has taken, in bits 15:0, and asks for an event: bit 31, with the number of events that software has
 * read in bits 30:29. Each poll stores it again without bit 31. So with a channel any store after the last event counts
 * as asking: a program is told once too often, never once too seldom.
 */
public final class EfaCompletions implements CompletionPlaces {
    /** The bits of a count. */
    public static final int COUNT_MASK = 0xffff;

    private static final VarHandle WORD =
            JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();
    private static final int SEQUENCE_SHIFT = 29;
    private static final int SEQUENCES = 3;
    private static final int NEVER = -1;

    private final PinnedRing memory;
    private final int entries;
    private final PinnedRing register;
    private final boolean hasChannel;
    /** An entry is made here, so that nobody sees a part of it. */
    private final MemorySegment entry =
            MemorySegment.ofArray(new long[EfaFormats.COMPLETIONS.structure().bytes() / Long.BYTES]);

    private int next;
    private int found;
    private int served = NEVER;

    /**
     * Makes an empty ring.
     *
     * @param memory of the entries, zeroed
     * @param entries a power of two, at most 32768
     * @param register the register
     * @param hasChannel whether software may ask for events by the register
     */
    public EfaCompletions(PinnedRing memory, int entries, PinnedRing register, boolean hasChannel) {
        this.memory = memory;
        this.entries = entries;
        this.register = register;
        this.hasChannel = hasChannel;
    }

    private int register() {
        return (int) WORD.getAcquire(register.segment(0), register.offset(0));
    }

    @Override
    public boolean hasRoom() {
        return (next - register() & COUNT_MASK) < entries;
    }

    @Override
    public MemorySegment segment() {
        return entry;
    }

    @Override
    public long offset() {
        return 0;
    }

    @Override
    public void publish() {
        EfaFormats.CQE_PHASE.set(entry, 0, (next & entries) == 0);
        EfaFormats.CQE_AH.set(entry, 0, EfaFormats.UNKNOWN_AH);
        int bytes = (int) entry.byteSize();
        int at = (next & entries - 1) * bytes;
        MemorySegment to = memory.segment(at);
        long base = memory.offset(at);
        MemorySegment.copy(entry, Integer.BYTES, to, base + Integer.BYTES, bytes - Integer.BYTES);
        WORD.setRelease(to, base, (int) WORD.get(entry, 0L));
        next++;
    }

    private static int sequence(int register) {
        return register >>> SEQUENCE_SHIFT & SEQUENCES;
    }

    @Override
    public Asked asked() {
        found = register();
        return hasChannel && found != 0 && sequence(found) != served ? Asked.ANY : Asked.NOTHING;
    }

    @Override
    public int writtenSince(int written) {
        return (short) (written - found);
    }

    @Override
    public void told() {
        served = sequence(found);
    }
}
