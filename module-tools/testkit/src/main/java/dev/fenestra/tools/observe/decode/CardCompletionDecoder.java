package dev.fenestra.tools.observe.decode;

import dev.fenestra.hw.sim.format.CompletionFormat;
import dev.fenestra.hw.sim.format.CompletionRole;
import dev.fenestra.hw.sim.format.Word;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionKind;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Decodes completions of a card by its table. */
final class CardCompletionDecoder {
    /** What a failed completion says. */
    private static final Set<CompletionRole> OF_FAILURES = EnumSet.of(
            CompletionRole.WR_ID,
            CompletionRole.STATUS,
            CompletionRole.RECEIVE,
            CompletionRole.SEND,
            CompletionRole.VENDOR_ERROR,
            CompletionRole.QPN,
            CompletionRole.INDEX);

    private CardCompletionDecoder() {}

    static Decoded decode(String what, CompletionFormat format, byte[] input) throws DecodeException {
        Bytes bytes = new Bytes(input);
        bytes.need("a " + what, 0, format.structure().bytes());
        MemorySegment memory = MemorySegment.ofArray(input);
        CompletionStatus status =
                format.status(format.word(CompletionRole.STATUS).getInt(memory, 0));
        boolean isDone = status == CompletionStatus.SUCCESS;
        boolean isReceive = format.isReceive(memory, 0);
        int number = format.word(CompletionRole.OPCODE).getInt(memory, 0);
        String opcode = isReceive ? format.kind(number).name() : EngineNames.operation(format.opcode(number));
        Section completion = new Section(isDone ? what : what + ", error", 0, bytes.size());
        Map<Word, Meaning> words = new HashMap<>();
        for (CompletionRole role : CompletionRole.values()) {
            if (isDone ? isMeant(role, format, memory, number) : OF_FAILURES.contains(role)) {
                words.put(format.word(role), meaning(role, status, opcode));
            }
        }
        completion.fields(bytes.words(words, 0));
        return completion.build();
    }

    /** Immediate data and a key lie in the same bytes. */
    private static boolean isMeant(CompletionRole role, CompletionFormat format, MemorySegment memory, int number) {
        boolean isReceive = format.isReceive(memory, 0);
        CompletionKind kind = format.kind(number);
        return switch (role) {
            case VENDOR_ERROR, RECEIVED -> false;
            case SOURCE_QPN -> isReceive;
            case IMMEDIATE ->
                isReceive
                        && isSaid(
                                format.word(CompletionRole.WITH_IMMEDIATE),
                                memory,
                                kind == CompletionKind.RECEIVE_SEND_IMM || kind == CompletionKind.RECEIVE_WRITE_IMM);
            case KEY ->
                isReceive
                        ? isSaid(format.word(CompletionRole.WITH_KEY), memory, kind == CompletionKind.RECEIVE_SEND_INV)
                        : format.opcode(number) == SendOpcode.LOCAL_INV;
            default -> true;
        };
    }

    /** A flag, or where there is none, what the opcode says. */
    private static boolean isSaid(Word flag, MemorySegment memory, boolean byOpcode) {
        return flag.isPresent() ? flag.isSet(memory, 0) : byOpcode;
    }

    private static Meaning meaning(CompletionRole role, CompletionStatus status, String opcode) {
        return switch (role) {
            case STATUS -> Meaning.always(status.name());
            case OPCODE -> Meaning.always(opcode);
            case RECEIVE, RECEIVED -> Meaning.always("of a receive");
            case SEND -> value -> value == 0 ? "of a receive" : "of a send request";
            case VENDOR_ERROR -> CqeDecoder::rule;
            case BYTES -> Meaning.units("bytes");
            case IMMEDIATE -> Meaning.always("immediate data");
            case KEY -> Meaning.KEY;
            case QPN, SOURCE_QPN, INDEX -> Meaning.DECIMAL;
            case GRH -> value -> value == 0 ? "" : "with a GRH";
            case WITH_IMMEDIATE, WITH_KEY -> Meaning.FLAG;
            case WR_ID, QP_NAME -> Meaning.NONE;
        };
    }
}
