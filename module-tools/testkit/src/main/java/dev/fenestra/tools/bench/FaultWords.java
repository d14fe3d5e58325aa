package dev.fenestra.tools.bench;

import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.hw.sim.fabric.fault.FaultAction;
import dev.fenestra.hw.sim.fabric.fault.PacketMatch;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.ib.core.spi.WireFaults.Message;
import dev.fenestra.uverbs.handles.QueuePair;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Faults of the link in words: {@code bob.drop().next(WRITE)} loses the next WRITE that is sent to bob's QP. The words
 * of a {@link Peer} take effect at once; those of this class build a {@link Fault} for a plan:
 * {@code FaultPlan.of(FaultWords.drop().next(WRITE))}. A {@link Message} of WRITE, SEND or READ_ANSWER is one of a
 * single packet; the packets of longer ones have opcodes, such as {@code RC_RDMA_WRITE_FIRST}.
 */
public final class FaultWords {
    private static final String RC = "RC";
    private static final String XRC = "XRC";

    private final FaultAction action;
    private final long delayNanos;
    private final PacketMatch match;
    private final String service;
    private final Consumer<Fault> link;

    private FaultWords(FaultAction action, long delayNanos, PacketMatch match, String service, Consumer<Fault> link) {
        this.action = action;
        this.delayNanos = delayNanos;
        this.match = match;
        this.service = service;
        this.link = link;
    }

    private static FaultWords of(FaultAction action) {
        return new FaultWords(action, Fault.DEFAULT_DELAY_NANOS, PacketMatch.ANY, RC, fault -> {});
    }

    /** {@return words for packets that never arrive} */
    public static FaultWords drop() {
        return of(FaultAction.DROP);
    }

    /** {@return words for packets that arrive twice: at once, and 10 us later} */
    public static FaultWords duplicate() {
        return of(FaultAction.DUPLICATE);
    }

    /**
     * {@return words for packets that arrive late; those behind them overtake them}
     *
     * @param time how late, 0 or more
     * @throws IllegalArgumentException when the time is negative
     */
    public static FaultWords delay(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("a delay is 0 or more, not " + time);
        }
        return new FaultWords(FaultAction.DELAY, time.toNanos(), PacketMatch.ANY, RC, fault -> {});
    }

    /** {@return words for packets that arrive with a wrong bit: the port drops them, by their ICRC} */
    public static FaultWords corrupt() {
        return of(FaultAction.CORRUPT);
    }

    /** {@return words for packets that arrive behind the next one of their sender, or after 10 us} */
    public static FaultWords reorder() {
        return of(FaultAction.REORDER);
    }

    /** {@return the same words about packets to a QP, which take effect at once} */
    FaultWords to(QueuePair qp, Consumer<Fault> faults) {
        String kind = qp.type().name();
        String its = kind.startsWith(XRC) ? XRC : kind;
        return new FaultWords(action, delayNanos, match.withQpn(qp.number()), its, faults);
    }

    /**
     * Hits the next such message.
     *
     * @param message which one
     * @return the fault
     * @throws IllegalArgumentException when the QP can get no such message
     */
    public Fault next(Message message) {
        return nth(1, message);
    }

    /**
     * Hits the next packet of an opcode.
     *
     * @param opcode which one
     * @return the fault
     * @throws IllegalArgumentException when the QP can get no such packet
     */
    public Fault next(WireOpcode opcode) {
        return nth(1, opcode);
    }

    /**
     * Hits one message, and no other.
     *
     * @param number counted from 1 from now on
     * @param message which ones are counted
     * @return the fault
     * @throws IllegalArgumentException when the number is not 1 or more, or the QP can get no such message
     */
    public Fault nth(int number, Message message) {
        return nth(number, opcode(message));
    }

    /**
     * Hits one packet, and no other.
     *
     * @param number counted from 1 from now on
     * @param opcode which ones are counted
     * @return the fault
     * @throws IllegalArgumentException when the number is not 1 or more, or the QP can get no such packet
     */
    public Fault nth(int number, WireOpcode opcode) {
        if (number < 1) {
            throw new IllegalArgumentException("packets are counted from 1, so there is no number " + number);
        }
        return use(new Fault(action, matching(opcode), number, 1, delayNanos));
    }

    /**
     * Hits all such messages from now on.
     *
     * @param message which ones
     * @return the fault
     * @throws IllegalArgumentException when the QP can get no such message
     */
    public Fault every(Message message) {
        return every(opcode(message));
    }

    /**
     * Hits all packets of an opcode from now on.
     *
     * @param opcode which ones
     * @return the fault
     * @throws IllegalArgumentException when the QP can get no such packet
     */
    public Fault every(WireOpcode opcode) {
        return use(new Fault(action, matching(opcode), 1, Integer.MAX_VALUE, delayNanos));
    }

    private WireOpcode opcode(Message message) {
        return MessageOpcodes.of(message, service)
                .orElseThrow(() -> new IllegalArgumentException(
                        "QPs of type " + service + " get no " + message + ", so this fault would hit nothing"));
    }

    private PacketMatch matching(WireOpcode opcode) {
        if (match.qpn().isPresent() && !MessageOpcodes.service(opcode).equals(service)) {
            throw new IllegalArgumentException(
                    "a QP of type " + service + " gets no " + opcode + ", so this fault would hit nothing");
        }
        return match.withOpcode(opcode.number());
    }

    private Fault use(Fault fault) {
        link.accept(fault);
        return fault;
    }
}
