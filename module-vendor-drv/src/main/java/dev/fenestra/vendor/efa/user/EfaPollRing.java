package dev.fenestra.vendor.efa.user;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.hw.sim.card.PostRecord;
import dev.fenestra.hw.sim.efa.EfaFormats;
import dev.fenestra.vendor.common.user.PollRing;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/** A ring of completions, read by the lap in the first word of each. */
final class EfaPollRing implements PollRing {
    private static final VarHandle WORD =
            JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();
    private static final int BYTES = EfaFormats.COMPLETIONS.structure().bytes();

    private final PinnedRing memory;
    private final int entries;
    private final PostRecord register;
    private final Consumer<Boolean> armer;
    private int next;

    /**
     * @param register counts the entries that were taken
     * @param armer asks for an event
     */
    EfaPollRing(PinnedRing memory, int entries, PostRecord register, Consumer<Boolean> armer) {
        this.memory = memory;
        this.entries = entries;
        this.register = register;
        this.armer = armer;
    }

    private int place(int ahead) {
        return (next + ahead & entries - 1) * BYTES;
    }

    @Override
    public int capacity() {
        return entries;
    }

    @Override
    public boolean isNew(int ahead) {
        WORD.getAcquire(segment(ahead), offset(ahead));
        return EfaFormats.CQE_PHASE.isSet(segment(ahead), offset(ahead)) == ((next + ahead & entries) == 0);
    }

    @Override
    public MemorySegment segment(int ahead) {
        return memory.segment(place(ahead));
    }

    @Override
    public long offset(int ahead) {
        return memory.offset(place(ahead));
    }

    @Override
    public void take() {
        next++;
    }

    @Override
    public void publish() {
        register.posted(next);
    }

    @Override
    public void arm(boolean solicitedOnly) {
        armer.accept(solicitedOnly);
    }
}
