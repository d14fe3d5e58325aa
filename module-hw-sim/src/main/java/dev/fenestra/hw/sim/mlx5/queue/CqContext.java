package dev.fenestra.hw.sim.mlx5.queue;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.queue.Completion;
import dev.fenestra.hw.sim.hca.queue.Moderation;
import dev.fenestra.hw.sim.hca.queue.NotifyingRing;
import dev.fenestra.hw.sim.hca.queue.WorkQueues;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.mlx5.prm.CqDoorbell;
import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.hw.sim.mlx5.prm.CqeOwnership;
import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A completion queue in the mlx5 format: its ring, its doorbell record, the count of entries written, and the events
 * raised.
 *
 * <p>An arm asks for one event: at the next entry, or at the next that is solicited or an error. Entries that software
 * had not consumed when it armed count as next, so an entry between the last poll and the arm is not lost. They do not
 * count when the last event reported them and software has consumed nothing since; that serves software that arms first
 * and polls then.
 *
 * <p>An arm for any entry stays until its event. A later arm for solicited entries does not narrow it (IBA C11-31,
 * C11-32). The record holds the later word only, so the register's write reports the earlier one.
 */
public final class CqContext implements NotifyingRing {
    private static final int INDEX_MASK = 0xffffff;
    private static final int SOLICITED = Cqe.SOLICITED.insert(1);
    private static final int SIGN = Integer.SIZE - 24;

    private final int number;
    private final @Nullable EqContext eventQueue;
    private final MemorySegment record;
    private final long recordOffset;
    private final int entryBytes;
    private RingMemory ring;
    private int logEntries;
    private int producer;
    private boolean overrun;
    /** Entries consumed, modulo 2^24, as last read from the doorbell record. */
    private int knownConsumer;

    private final Moderation moderation = new Moderation();

    /** The last arm word that got its event. */
    private int served = CqDoorbell.NOT_ARMED;
    /** The last arm for any entry that got no event yet. The thread that rings sets it, or a look that finds it. */
    private final AtomicInteger wide = new AtomicInteger(CqDoorbell.NOT_ARMED);

    /** False until a first arm is found, if the engine polls the arm. */
    private boolean mayBeArmed = true;

    /** The results of {@link #isDue}: the arm in the record, and the arm for any entry. */
    private int presentArm = CqDoorbell.NOT_ARMED;

    private int presentWide = CqDoorbell.NOT_ARMED;

    /** The count after the last entry that is solicited or an error, free-running. */
    private int solicitedEnd;
    /** Entries written at the last event, free-running. */
    private int toldEnd;
    /** Entries consumed at the last event, modulo 2^24. */
    private int toldConsumer;

    /**
     * Makes an empty CQ.
     *
     * @param number of the CQ
     * @param ring its pages
     * @param logEntries log2 of its entries
     * @param entryBytes 64 or 128
     * @param record memory of the doorbell record
     * @param recordOffset offset of the record, bytes
     * @param eventQueue where its events go, or null
     */
    public CqContext(
            int number,
            RingMemory ring,
            int logEntries,
            int entryBytes,
            MemorySegment record,
            long recordOffset,
            @Nullable EqContext eventQueue) {
        this.number = number;
        this.ring = ring;
        this.logEntries = logEntries;
        this.entryBytes = entryBytes;
        this.record = record;
        this.recordOffset = recordOffset;
        this.eventQueue = eventQueue;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public int inlineRoom() {
        return entryBytes == Cqe.BYTES ? Cqe.INLINE_32_BYTES : Cqe.BYTES;
    }

    /** {@return bytes of an entry: those of a {@link Cqe}, and as many before it where data may lie there} */
    public int entryBytes() {
        return entryBytes;
    }

    /** {@return log2 of its entries} */
    public int logEntries() {
        return logEntries;
    }

    /** {@return entries written, modulo 2^24} */
    public int producer() {
        return producer & INDEX_MASK;
    }

    /** {@return entries consumed, as the doorbell record says, modulo 2^24} */
    public int consumer() {
        return DoorbellRecord.observe(DoorbellRecord.RECEIVE, record, recordOffset) & INDEX_MASK;
    }

    /** {@return whether an entry was lost; then nothing is written any more} */
    public boolean isOverrun() {
        return overrun;
    }

    /** {@return the word of the doorbell record that arms the CQ} */
    private int armWord() {
        return DoorbellRecord.observe(DoorbellRecord.SEND, record, recordOffset);
    }

    @Override
    public @Nullable EqContext eventQueue() {
        return eventQueue;
    }

    @Override
    public Moderation moderation() {
        return moderation;
    }

    /** Notes an arm for any entry, which the record may have lost to a later arm for solicited ones. */
    @Override
    public void rang(int word) {
        if (CqDoorbell.isArm(word) && CqDoorbell.SOLICITED_ONLY.extract(word) == 0) {
            wide.set(word);
        }
    }

    /** Notes that the engine polls the arm of this new CQ. */
    public void polled() {
        mayBeArmed = false;
    }

    /** Software writes the record with each poll that finds something, so reading it costs a cache miss. */
    @Override
    public boolean isArmed() {
        return mayBeArmed && isArmed(armWord());
    }

    @Override
    public boolean findArm() {
        int arm = armWord();
        boolean isArmed = isArmed(arm);
        if (isArmed) {
            mayBeArmed = true;
            rang(arm);
        }
        return isArmed;
    }

    private boolean isArmed(int arm) {
        return arm != served && CqDoorbell.isArm(arm);
    }

    @Override
    public boolean isDue() {
        // An arm between the two loads is in the record too.
        presentWide = wide.get();
        presentArm = armWord();
        int end = isForAny() ? producer : solicitedEnd;
        int consumed = CqDoorbell.CONSUMER.extract(presentArm);
        boolean isTold = end - toldEnd <= 0 && consumed == toldConsumer;
        return ahead(end, consumed) > 0 && !isTold;
    }

    /**
     * {@return whether the present arm waits for any entry: it asks for that, or an earlier one without its event did}
     */
    private boolean isForAny() {
        return CqDoorbell.SOLICITED_ONLY.extract(presentArm) == 0
                || presentWide != CqDoorbell.NOT_ARMED && presentWide != served;
    }

    @Override
    public int untold() {
        return producer - toldEnd;
    }

    /** An arm that came meanwhile keeps waiting. */
    @Override
    public void told() {
        served = presentArm;
        wide.compareAndSet(presentWide, CqDoorbell.NOT_ARMED);
        toldEnd = producer;
        toldConsumer = consumer();
    }

    @Override
    public boolean die() {
        boolean wasAlive = !overrun;
        overrun = true;
        return wasAlive;
    }

    /** {@return how far one count of entries, modulo 2^24, is ahead of another} */
    private static int ahead(int count, int of) {
        return count - of << SIGN >> SIGN;
    }

    /**
     * {@return whether all entries that are not consumed, and some more, fit a ring of a size}
     *
     * @param more entries beside those that are not consumed
     * @param logSize log2 of the ring's entries
     */
    public boolean hasRoom(int more, int logSize) {
        return (producer - consumer() & INDEX_MASK) + more <= 1 << logSize;
    }

    /** Software's count is read only when the ring would be full by what it said before. */
    private boolean hasRoomForOne() {
        if ((producer - knownConsumer & INDEX_MASK) < 1 << logEntries) {
            return true;
        }
        knownConsumer = consumer();
        return hasRoom(1, logEntries);
    }

    /**
     * Error details lie over the timestamp, so an entry has either.
     *
     * <p>With more than 325 bytes of code this method is compiled by itself, on purpose: inlined into the long way of
     * an ACK its accesses to memory would no longer be inlined into it.
     */
    @Override
    public boolean write(WorkQueues queues, Completion completion) {
        if (overrun || !hasRoomForOne()) {
            return false;
        }
        int entry = nextEntry();
        MemorySegment memory = ring.segment(entry);
        long base = ring.offset(entry);
        boolean isDone = completion.status == CompletionStatus.SUCCESS;
        long timeOrError = isDone ? completion.timestamp : error(completion);
        int level = completion.isOverIpv4 ? Cqe.OVER_IPV4 : Cqe.OVER_IPV6;
        int source = completion.isDatagram
                ? Cqe.GRH.insert(1) | Cqe.SERVICE_LEVEL.insert(level) | Cqe.SOURCE_QPN.insert(completion.sourceQpn)
                : 0;
        Cqe.SOURCE_QPN.pair(memory, base, source, 0);
        Cqe.USER_INDEX.pair(memory, base, completion.userIndex, completion.immediate);
        Cqe.BYTE_COUNT.pair(memory, base, 0, completion.byteCount);
        Cqe.TIMESTAMP.setLong(memory, base, timeOrError);
        Cqe.QPN.word(memory, base, Cqe.WQE_OPCODE.insert(QueueNumbers.ofOperation(completion.opcode)) | completion.qpn);
        int format = 0;
        if (completion.inline == null) {
            Cqe.SOURCE_LID.pair(memory, base, 0, 0);
        } else {
            format = Cqe.FORMAT.insert(data(entry, completion.inline));
        }
        int kind = Cqe.OPCODE.insert(QueueNumbers.ofKind(completion.kind))
                | format
                | (completion.solicited ? SOLICITED : 0);
        int owner = Cqe.OWNER.insert(producer >>> logEntries);
        CqeOwnership.publish(memory, base, Cqe.WQE_COUNTER.insert(completion.index) | kind | owner);
        producer++;
        if (completion.solicited || !isDone) {
            solicitedEnd = producer;
        }
        return true;
    }

    private static int error(Completion failure) {
        int syndrome = QueueNumbers.ofStatus(failure.status);
        return Cqe.VENDOR_SYNDROME.insert(failure.rule) | Cqe.SYNDROME.insert(syndrome);
    }

    /** {@return the offset of the part of the next entry that every entry has} */
    private int nextEntry() {
        return (producer & (1 << logEntries) - 1) * entryBytes + entryBytes - Cqe.BYTES;
    }

    /** Writes data that a completion carries, over the source of the message. The format of the entry says so. */
    private int data(int entry, Packet data) {
        boolean before = entryBytes > Cqe.BYTES;
        int at = before ? entry - Cqe.BYTES : entry;
        data.takePayload(ring.segment(at), ring.offset(at), data.payloadBytes());
        return before ? Cqe.INLINE_64 : Cqe.INLINE_32;
    }

    /**
     * Writes the last entry of this ring, and all later ones to another. There is room for it.
     *
     * @param newRing its pages
     * @param newLogEntries log2 of its entries
     */
    public void moveTo(RingMemory newRing, int newLogEntries) {
        int entry = nextEntry();
        int lastWord = Cqe.OPCODE.insert(Cqe.RESIZE_CQ) | Cqe.OWNER.insert(producer >>> logEntries);
        CqeOwnership.publish(ring.segment(entry), ring.offset(entry), lastWord);
        producer++;
        ring = newRing;
        logEntries = newLogEntries;
    }
}
