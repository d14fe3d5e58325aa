package dev.fenestra.tools.proof.mutate.operator;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/** Defects of constants in the code. */
final class Constants {
    private static final Opcode[] AND = {Opcode.IAND, Opcode.LAND};
    private static final Opcode[] OR = {Opcode.IOR, Opcode.LOR};
    private static final Opcode[] ADDED = {Opcode.IADD, Opcode.LADD, Opcode.ISUB, Opcode.LSUB};
    private static final Opcode[] COMPARED = {
        Opcode.LCMP,
        Opcode.IF_ICMPEQ,
        Opcode.IF_ICMPNE,
        Opcode.IF_ICMPLT,
        Opcode.IF_ICMPGE,
        Opcode.IF_ICMPGT,
        Opcode.IF_ICMPLE
    };

    private Constants() {}

    /** A constant that is added, subtracted or compared is one more. */
    static Optional<Edit> offByOne(Body body, int index) {
        return isCounted(body, index) ? edit(body, index, value -> value + 1) : Optional.empty();
    }

    /** Any other constant is one more, also a truth value. */
    static Optional<Edit> change(Body body, int index) {
        boolean isElsewhere = isCounted(body, index)
                || body.isNext(index, AND)
                || body.isNext(index, OR)
                || body.isNext(index, Opcode.ANEWARRAY, Opcode.NEWARRAY)
                || body.previous(index)
                        .filter(before -> before.opcode() == Opcode.DUP)
                        .isPresent();
        return isElsewhere
                ? Optional.empty()
                : edit(body, index, value -> value == 0 || value == 1 ? 1 - value : value + 1);
    }

    /** A mask has the neighbouring bits as well. */
    static Optional<Edit> widen(Body body, int index) {
        return body.isNext(index, AND) ? edit(body, index, mask -> mask | mask << 1 | mask >> 1) : Optional.empty();
    }

    /** The lowest bit of a mask, or of flags that are set, is missing. */
    static Optional<Edit> narrow(Body body, int index) {
        return body.isNext(index, AND) || body.isNext(index, OR)
                ? edit(body, index, mask -> mask & mask - 1)
                : Optional.empty();
    }

    private static boolean isCounted(Body body, int index) {
        return body.isNext(index, ADDED) || body.isNext(index, COMPARED);
    }

    /** Constants of a message that is thrown stay as they are. */
    private static Optional<Edit> edit(Body body, int index, LongUnaryOperator change) {
        boolean isThrown = body.wayOut(index, body.size())
                .filter(ThrowInstruction.class::isInstance)
                .isPresent();
        if (isThrown || !(body.element(index) instanceof ConstantInstruction constant)) {
            return Optional.empty();
        }
        return switch (constant.constantValue()) {
            case Integer value -> number(value, (int) change.applyAsLong(value), true);
            case Long value -> number(value, change.applyAsLong(value), false);
            default -> Optional.empty();
        };
    }

    private static Optional<Edit> number(long from, long to, boolean isInt) {
        return from == to
                ? Optional.empty()
                : Optional.of(new Edit(shown(from) + " becomes " + shown(to), code -> load(code, to, isInt)));
    }

    private static void load(CodeBuilder code, long value, boolean isInt) {
        if (isInt) {
            code.loadConstant((int) value);
        } else {
            code.loadConstant(value);
        }
    }

    private static String shown(long value) {
        return Math.abs(value) < 10 ? Long.toString(value) : value + " (0x" + Long.toHexString(value) + ")";
    }
}
