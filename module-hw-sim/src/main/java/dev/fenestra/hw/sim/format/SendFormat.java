package dev.fenestra.hw.sim.format;

import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The send requests of a card as a table. The card reads by it what a user half has written by it. */
public final class SendFormat {
    /** An opcode that the engine refuses by W1. */
    private static final int NOTHING = SendOpcode.FIRST - 1;

    private final Structure structure;
    private final Word opcode;
    private final Word variant;
    private final PieceFormat piece;
    private final List<RequestOperation> operations;
    private final RequestOperation unknown;
    private final RequestOperation[] byNumber;
    private final @Nullable RequestOperation[] byOpcode =
            new @Nullable RequestOperation[SendOpcode.END - SendOpcode.FIRST];
    private final @Nullable RequestOperation[] soliciting =
            new @Nullable RequestOperation[SendOpcode.END - SendOpcode.FIRST];

    /**
     * Makes a format in which one word has the number of the operation.
     *
     * @param structure the table of its words
     * @param opcode the word with the number of the operation
     * @param piece of memory
     * @param common words that a request has whatever its operation is
     * @param operations all that it has
     */
    public SendFormat(
            Structure structure,
            Word opcode,
            PieceFormat piece,
            Fields<SendRole> common,
            List<RequestOperation> operations) {
        this(structure, opcode, Word.ABSENT, piece, common, operations);
    }

    /**
     * Makes a format in which two words have the number of the operation.
     *
     * @param structure the table of its words
     * @param opcode the word with the lower bits of the number
     * @param variant the word with its upper bits
     * @param piece of memory
     * @param common words that a request has whatever its operation is
     * @param operations all that it has; of two with the same opcode, the second asks for a solicited event
     */
    public SendFormat(
            Structure structure,
            Word opcode,
            Word variant,
            PieceFormat piece,
            Fields<SendRole> common,
            List<RequestOperation> operations) {
        this.structure = structure;
        this.opcode = opcode;
        this.variant = variant;
        this.piece = piece;
        this.operations = List.copyOf(operations);
        unknown = new RequestOperation(-1, NOTHING, structure.bytes(), common);
        int highest =
                operations.stream().mapToInt(RequestOperation::number).max().orElse(0);
        byNumber = new RequestOperation[highest + 1];
        Arrays.fill(byNumber, unknown);
        for (RequestOperation operation : operations) {
            byNumber[operation.number()] = operation;
            int slot = operation.opcode() - SendOpcode.FIRST;
            byOpcode[slot] = byOpcode[slot] == null ? operation : byOpcode[slot];
            soliciting[slot] = operation;
        }
    }

    /** {@return the table of its words} */
    public Structure structure() {
        return structure;
    }

    /**
     * {@return the number of the operation of a request}
     *
     * @param memory of the request
     * @param base where it begins
     */
    public int number(MemorySegment memory, long base) {
        return opcode.getInt(memory, base) | variant.getInt(memory, base) << Long.bitCount(opcode.mask());
    }

    /**
     * Says which operation a request has.
     *
     * @param memory of the request
     * @param base where it begins
     * @param operation one of this format
     */
    public void name(MemorySegment memory, long base, RequestOperation operation) {
        opcode.set(memory, base, operation.number());
        variant.set(memory, base, operation.number() >>> Long.bitCount(opcode.mask()));
    }

    /** {@return the word with the number of the operation, or with its lower bits} */
    public Word opcode() {
        return opcode;
    }

    /** {@return a piece of memory} */
    public PieceFormat piece() {
        return piece;
    }

    /** {@return numbers of completions by opcode, where a completion has the number that its request had} */
    public Map<Integer, Integer> completed() {
        Map<Integer, Integer> numbers = new HashMap<>(Map.of(SendOpcode.NOP, 0));
        operations.forEach(operation -> numbers.put(operation.opcode(), operation.number()));
        return numbers;
    }

    /** {@return all operations, in the order of their definition} */
    public List<RequestOperation> operations() {
        return operations;
    }

    /**
     * {@return the operation with a number; one that the engine refuses for a number that means nothing}
     *
     * @param number in a request
     */
    public RequestOperation numbered(int number) {
        return number >= 0 && number < byNumber.length ? byNumber[number] : unknown;
    }

    /** {@return the word with the upper bits of the number of the operation, or {@link Word#ABSENT}} */
    public Word variant() {
        return variant;
    }

    /**
     * {@return the operation of an opcode, or null when the format does not have it}
     *
     * @param neutral one of {@link SendOpcode}
     * @param solicits whether it asks for a solicited event
     */
    public @Nullable RequestOperation of(int neutral, boolean solicits) {
        return (solicits ? soliciting : byOpcode)[neutral - SendOpcode.FIRST];
    }
}
