package dev.fenestra.hw.sim.format;

import dev.fenestra.hw.sim.hca.vocabulary.CompletionKind;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Map;

/** The completions of a card as a table, with its numbers for what has completed and how. */
public final class CompletionFormat {
    private static final CompletionStatus[] STATUSES = CompletionStatus.values();
    private static final CompletionKind[] KINDS = CompletionKind.values();

    /** Numbers of the cards that count as mlx5 does. */
    public static final Map<CompletionStatus, Integer> COMMON_STATUSES = Map.ofEntries(
            Map.entry(CompletionStatus.SUCCESS, 0),
            Map.entry(CompletionStatus.LOCAL_LENGTH, 0x01),
            Map.entry(CompletionStatus.LOCAL_QP_OPERATION, 0x02),
            Map.entry(CompletionStatus.LOCAL_PROTECTION, 0x04),
            Map.entry(CompletionStatus.FLUSHED, 0x05),
            Map.entry(CompletionStatus.MW_BIND, 0x06),
            Map.entry(CompletionStatus.BAD_RESPONSE, 0x10),
            Map.entry(CompletionStatus.LOCAL_ACCESS, 0x11),
            Map.entry(CompletionStatus.REMOTE_INVALID_REQUEST, 0x12),
            Map.entry(CompletionStatus.REMOTE_ACCESS, 0x13),
            Map.entry(CompletionStatus.REMOTE_OPERATION, 0x14),
            Map.entry(CompletionStatus.RETRY_EXCEEDED, 0x15),
            Map.entry(CompletionStatus.RNR_RETRY_EXCEEDED, 0x16));

    /** Numbers of the kinds of receives, of the same cards. */
    public static final Map<CompletionKind, Integer> COMMON_RECEIVES = Map.of(
            CompletionKind.RECEIVE_WRITE_IMM, 0,
            CompletionKind.RECEIVE_SEND, 1,
            CompletionKind.RECEIVE_SEND_IMM, 2,
            CompletionKind.RECEIVE_SEND_INV, 3);

    private final Structure structure;
    private final Fields<CompletionRole> fields;
    private final CompletionStatus invalidateRefused;
    private final boolean endsQueue;
    private final int[] statuses = new int[STATUSES.length];
    private final int[] requests = new int[SendOpcode.END - SendOpcode.FIRST];
    private final int[] receives = new int[KINDS.length];

    /**
     * Makes a format.
     *
     * @param structure the table of its words
     * @param fields their meanings
     * @param statuses number of each status
     * @param requests number of each {@link SendOpcode} that completes
     * @param receives number of each kind of receive
     * @param invalidateRefused status of a LOCAL_INV that was refused
     */
    public CompletionFormat(
            Structure structure,
            Fields<CompletionRole> fields,
            Map<CompletionStatus, Integer> statuses,
            Map<Integer, Integer> requests,
            Map<CompletionKind, Integer> receives,
            CompletionStatus invalidateRefused) {
        this(structure, fields, statuses, requests, receives, invalidateRefused, false);
    }

    /**
     * Makes a format that says whether a failure needs an entry for each request.
     *
     * @param structure the table of its words
     * @param fields their meanings
     * @param statuses number of each status
     * @param requests number of each {@link SendOpcode} that completes
     * @param receives number of each kind of receive
     * @param invalidateRefused status of a LOCAL_INV that was refused
     * @param endsQueue whether the entry of a failure stands for all requests of its queue that have not completed
     */
    public CompletionFormat(
            Structure structure,
            Fields<CompletionRole> fields,
            Map<CompletionStatus, Integer> statuses,
            Map<Integer, Integer> requests,
            Map<CompletionKind, Integer> receives,
            CompletionStatus invalidateRefused,
            boolean endsQueue) {
        this.structure = structure;
        this.fields = fields;
        this.invalidateRefused = invalidateRefused;
        this.endsQueue = endsQueue;
        Arrays.fill(this.statuses, -1);
        Arrays.fill(this.requests, -1);
        Arrays.fill(this.receives, -1);
        statuses.forEach((status, number) -> this.statuses[status.ordinal()] = number);
        requests.forEach((opcode, number) -> this.requests[opcode - SendOpcode.FIRST] = number);
        receives.forEach((kind, number) -> this.receives[kind.ordinal()] = number);
    }

    /** {@return the table of its words} */
    public Structure structure() {
        return structure;
    }

    /**
     * {@return the word of a meaning, or {@link Word#ABSENT}}
     *
     * @param role the meaning
     */
    public Word word(CompletionRole role) {
        return fields.word(role);
    }

    /**
     * {@return whether the entry of a failure stands for all requests of its queue that have not completed: software
     * makes the completions of the others itself}
     */
    public boolean endsQueue() {
        return endsQueue;
    }

    /** {@return status of a LOCAL_INV that was refused} */
    public CompletionStatus invalidateRefused() {
        return invalidateRefused;
    }

    /**
     * {@return the card's number for a status}
     *
     * @param status how a request has ended
     */
    public int numberOf(CompletionStatus status) {
        return statuses[status.ordinal()];
    }

    /**
     * {@return the status with a number of the card; {@link CompletionStatus#LOCAL_QP_OPERATION} for an unknown one}
     *
     * @param number in a completion
     */
    public CompletionStatus status(int number) {
        for (int i = 0; i < statuses.length; i++) {
            if (statuses[i] == number) {
                return STATUSES[i];
            }
        }
        return CompletionStatus.LOCAL_QP_OPERATION;
    }

    /**
     * {@return the card's number for a send request that is done; 0 for an opcode that the engine does not have}
     *
     * @param opcode one of {@link SendOpcode}
     */
    public int numberOf(int opcode) {
        return opcode < SendOpcode.FIRST ? 0 : requests[opcode - SendOpcode.FIRST];
    }

    /**
     * {@return the first {@link SendOpcode} that completes with a number; NOP for an unknown one}
     *
     * @param number in a completion of a send request
     */
    public int opcode(int number) {
        for (int i = 0; i < requests.length; i++) {
            if (requests[i] == number) {
                return SendOpcode.FIRST + i;
            }
        }
        return SendOpcode.NOP;
    }

    /**
     * {@return the card's number for a receive that is done}
     *
     * @param kind what has arrived
     */
    public int numberOf(CompletionKind kind) {
        return receives[kind.ordinal()];
    }

    /**
     * {@return whether a completion is that of a receive}
     *
     * @param memory of the completion
     * @param base where it begins
     */
    public boolean isReceive(MemorySegment memory, long base) {
        Word receive = word(CompletionRole.RECEIVE);
        Word send = word(CompletionRole.SEND);
        if (receive.isPresent() || send.isPresent()) {
            return receive.isPresent() ? receive.isSet(memory, base) : !send.isSet(memory, base);
        }
        int number = word(CompletionRole.OPCODE).getInt(memory, base);
        return Arrays.stream(receives).anyMatch(known -> known == number);
    }

    /**
     * {@return the first kind of receive with a number; a SEND for an unknown one}
     *
     * @param number in a completion of a receive
     */
    public CompletionKind kind(int number) {
        for (int i = 0; i < receives.length; i++) {
            if (receives[i] == number) {
                return KINDS[i];
            }
        }
        return CompletionKind.RECEIVE_SEND;
    }
}
