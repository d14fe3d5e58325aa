package dev.fenestra.tools.proof.mutate.operator;

import static java.util.Map.entry;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.Optional;

/** Defects of conditional branches. */
final class Conditions {
    private static final ImmutableMap<Opcode, Opcode> OPPOSITE = bothWays(ImmutableMap.ofEntries(
            entry(Opcode.IFEQ, Opcode.IFNE),
            entry(Opcode.IFLT, Opcode.IFGE),
            entry(Opcode.IFGT, Opcode.IFLE),
            entry(Opcode.IF_ICMPEQ, Opcode.IF_ICMPNE),
            entry(Opcode.IF_ICMPLT, Opcode.IF_ICMPGE),
            entry(Opcode.IF_ICMPGT, Opcode.IF_ICMPLE),
            entry(Opcode.IF_ACMPEQ, Opcode.IF_ACMPNE),
            entry(Opcode.IFNULL, Opcode.IFNONNULL)));

    private static final ImmutableMap<Opcode, Opcode> AT_EQUALITY = bothWays(ImmutableMap.of(
            Opcode.IFLT, Opcode.IFLE,
            Opcode.IFGT, Opcode.IFGE,
            Opcode.IF_ICMPLT, Opcode.IF_ICMPLE,
            Opcode.IF_ICMPGT, Opcode.IF_ICMPGE));

    private Conditions() {}

    /** The throw or return behind a condition is never executed. */
    static Optional<Edit> drop(Body body, int index) {
        return branch(body, index).flatMap(branch -> {
            int target = body.index(branch.target());
            Optional<Instruction> beside = target > index ? body.wayOut(index + 1, target) : Optional.empty();
            if (beside.isPresent()) {
                return Optional.of(new Edit(text(beside.get()), code -> {
                    pop(code, branch);
                    code.goto_(branch.target());
                }));
            }
            return body.wayOut(target, body.size())
                    .filter(_ -> target > index && body.isReachedByJumps(target) && !body.isLoopAround(index, target))
                    .filter(way -> way.opcode() != Opcode.RETURN)
                    .map(way -> new Edit(text(way), code -> pop(code, branch)));
        });
    }

    /** A condition is negated. A check is dropped instead. */
    static Optional<Edit> negate(Body body, int index) {
        return branch(body, index)
                .filter(_ -> drop(body, index).isEmpty())
                .map(branch -> new Edit(
                        "the condition is negated",
                        code -> code.branch(OPPOSITE.get(branch.opcode()), branch.target())));
    }

    /** A bound becomes inclusive when it was exclusive, or the reverse. */
    static Optional<Edit> bound(Body body, int index) {
        return branch(body, index)
                .filter(branch -> AT_EQUALITY.containsKey(branch.opcode()))
                .map(branch -> new Edit(
                        "when both sides are equal, the comparison decides the other way",
                        code -> code.branch(AT_EQUALITY.get(branch.opcode()), branch.target())));
    }

    private static Optional<BranchInstruction> branch(Body body, int index) {
        return body.element(index) instanceof BranchInstruction branch && OPPOSITE.containsKey(branch.opcode())
                ? Optional.of(branch)
                : Optional.empty();
    }

    private static String text(Instruction way) {
        return switch (way) {
            case ThrowInstruction _ -> "the check is dropped: it never throws";
            case ReturnInstruction _ -> "the check is dropped: this way never returns";
            default -> throw new IllegalArgumentException(way.toString());
        };
    }

    private static void pop(CodeBuilder code, BranchInstruction branch) {
        switch (branch.opcode()) {
            case IFEQ, IFNE, IFLT, IFGE, IFGT, IFLE, IFNULL, IFNONNULL -> code.pop();
            default -> code.pop2();
        }
    }

    private static ImmutableMap<Opcode, Opcode> bothWays(ImmutableMap<Opcode, Opcode> oneWay) {
        ImmutableMap.Builder<Opcode, Opcode> both = ImmutableMap.builder();
        both.putAll(oneWay);
        oneWay.forEach((from, to) -> both.put(Maps.immutableEntry(to, from)));
        return both.build();
    }
}
