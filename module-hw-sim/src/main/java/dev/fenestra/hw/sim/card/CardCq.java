package dev.fenestra.hw.sim.card;

import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.hw.sim.format.CompletionRole;
import dev.fenestra.hw.sim.hca.queue.Completion;
import dev.fenestra.hw.sim.hca.queue.EventRing;
import dev.fenestra.hw.sim.hca.queue.Moderation;
import dev.fenestra.hw.sim.hca.queue.NotifyingRing;
import dev.fenestra.hw.sim.hca.queue.WorkQueues;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionKind;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A completion queue, written by a table. An arm waits for one entry that comes after it. An arm for any entry stays
 * until its event, whatever arm follows; an error counts as solicited (rxe_cq.c).
 */
public final class CardCq implements NotifyingRing {
    /** What software waits for. */
    private enum Arm {
        NONE,
        SOLICITED,
        NEXT
    }

    private final int number;
    private final EventRing events;
    private final CompletionFormat format;
    private final Moderation moderation = new Moderation();
    private final AtomicReference<Arm> arm = new AtomicReference<>(Arm.NONE);
    private CompletionPlaces places;
    private boolean isDue;
    private boolean isDead;
    private int untold;
    /** Entries written, free-running. */
    private int written;
    /** The same after the last entry that is solicited or an error. */
    private int solicitedEnd;

    /**
     * Makes an empty queue.
     *
     * @param number of the CQ
     * @param events where its events go
     * @param format of its entries
     * @param places of its entries
     */
    public CardCq(int number, EventRing events, CompletionFormat format, CompletionPlaces places) {
        this.number = number;
        this.events = events;
        this.format = format;
        this.places = places;
    }

    /**
     * Asks for an event. Callable from any thread.
     *
     * @param solicitedOnly whether only a solicited entry or an error makes it
     */
    public void arm(boolean solicitedOnly) {
        arm.accumulateAndGet(
                solicitedOnly ? Arm.SOLICITED : Arm.NEXT, (was, asked) -> was == Arm.NEXT ? Arm.NEXT : asked);
    }

    /**
     * Asks for an event by a register, which says how many entries software had taken. For use in the card's calls.
     *
     * @param solicitedOnly whether only a solicited entry or an error makes it
     * @param taken entries, of which the lower 24 bits count
     */
    public void arm(boolean solicitedOnly, int taken) {
        arm(solicitedOnly);
        int end = arm.get() == Arm.SOLICITED ? solicitedEnd : written;
        isDue |= end - taken << Byte.SIZE > 0;
    }

    /**
     * Goes over to another ring. The caller has moved there what software has not taken.
     *
     * @param other the ring
     */
    public void moveTo(CompletionPlaces other) {
        places = other;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public EventRing eventQueue() {
        return events;
    }

    @Override
    public Moderation moderation() {
        return moderation;
    }

    @Override
    public void rang(int word) {
        // Arms come by calls, or lie in memory.
    }

    @Override
    public boolean isArmed() {
        return arm.get() != Arm.NONE;
    }

    @Override
    public boolean findArm() {
        CompletionPlaces.Asked asked = places.asked();
        if (asked != CompletionPlaces.Asked.NOTHING) {
            arm(asked == CompletionPlaces.Asked.SOLICITED);
            int end = arm.get() == Arm.SOLICITED ? solicitedEnd : written;
            isDue |= places.writtenSince(end) > 0;
        }
        return isArmed();
    }

    @Override
    public boolean isDue() {
        return isDue;
    }

    @Override
    public int untold() {
        return untold;
    }

    @Override
    public void told() {
        places.told();
        arm.set(Arm.NONE);
        isDue = false;
        untold = 0;
    }

    @Override
    public boolean die() {
        boolean wasAlive = !isDead;
        isDead = true;
        return wasAlive;
    }

    @Override
    public boolean write(WorkQueues from, Completion completion) {
        CardQueues queues = (CardQueues) from;
        boolean isReceive =
                completion.kind != CompletionKind.REQUEST && completion.kind != CompletionKind.REQUEST_FAILED;
        if (format.endsQueue() && isCovered(queues, completion, isReceive)) {
            queues.completed(isReceive, completion.index);
            return true;
        }
        boolean hasRoom = !isDead && places.hasRoom();
        if (hasRoom) {
            MemorySegment memory = places.segment();
            long base = places.offset();
            memory.asSlice(base, format.structure().bytes()).fill((byte) 0);
            write(queues, completion, isReceive, memory, base);
        }
        queues.completed(isReceive, completion.index);
        if (hasRoom) {
            places.publish();
            tell(completion);
        }
        return hasRoom;
    }

    /**
     * Whether software makes the completion itself, from the entry of an earlier failure that it has not taken yet. It
     * makes none for requests that only fill the ring.
     */
    private boolean isCovered(CardQueues queues, Completion completion, boolean isReceive) {
        if (completion.status == CompletionStatus.SUCCESS) {
            return false;
        }
        boolean isFiller = !isReceive && completion.opcode == SendOpcode.NOP;
        return isFiller || queues.failures().covers(isReceive, written, places.taken());
    }

    private void write(CardQueues queues, Completion completion, boolean isReceive, MemorySegment memory, long base) {
        boolean isDone = completion.status == CompletionStatus.SUCCESS;
        format.word(CompletionRole.WR_ID).set(memory, base, queues.wrId(isReceive, completion.index));
        format.word(CompletionRole.QPN).set(memory, base, completion.qpn);
        format.word(CompletionRole.QP_NAME).set(memory, base, queues.qpName());
        format.word(CompletionRole.INDEX).set(memory, base, queues.name(isReceive, completion.index));
        format.word(CompletionRole.STATUS).set(memory, base, format.numberOf(status(completion)));
        format.word(CompletionRole.VENDOR_ERROR).set(memory, base, completion.rule);
        format.word(CompletionRole.RECEIVE).set(memory, base, isReceive);
        format.word(CompletionRole.SEND).set(memory, base, !isReceive);
        if (!isDone) {
            return;
        }
        int opcode = isReceive ? format.numberOf(completion.kind) : format.numberOf(completion.opcode);
        format.word(CompletionRole.OPCODE).set(memory, base, opcode);
        format.word(CompletionRole.BYTES).set(memory, base, completion.byteCount);
        boolean hasKey = completion.kind == CompletionKind.RECEIVE_SEND_INV;
        boolean isInvalidate = !isReceive && completion.opcode == SendOpcode.LOCAL_INV;
        boolean hasImmediate = completion.kind == CompletionKind.RECEIVE_SEND_IMM
                || completion.kind == CompletionKind.RECEIVE_WRITE_IMM;
        if (hasImmediate) {
            format.word(CompletionRole.IMMEDIATE).set(memory, base, completion.immediate);
        } else if (hasKey || isInvalidate) {
            int key = isInvalidate ? queues.key(completion.index) : completion.immediate;
            format.word(CompletionRole.KEY).set(memory, base, key);
        }
        format.word(CompletionRole.WITH_KEY).set(memory, base, hasKey);
        format.word(CompletionRole.WITH_IMMEDIATE).set(memory, base, hasImmediate);
        format.word(CompletionRole.RECEIVED).set(memory, base, isReceive);
        if (completion.isDatagram) {
            format.word(CompletionRole.GRH).set(memory, base, true);
            format.word(CompletionRole.SOURCE_QPN).set(memory, base, completion.sourceQpn);
        }
    }

    private CompletionStatus status(Completion completion) {
        boolean isRefused = completion.status == CompletionStatus.MW_BIND;
        return isRefused && completion.opcode == SendOpcode.LOCAL_INV ? format.invalidateRefused() : completion.status;
    }

    private void tell(Completion completion) {
        untold++;
        written++;
        Arm armed = arm.get();
        boolean isSolicited = completion.solicited || completion.status != CompletionStatus.SUCCESS;
        solicitedEnd = isSolicited ? written : solicitedEnd;
        isDue |= armed == Arm.NEXT || armed == Arm.SOLICITED && isSolicited;
    }
}
