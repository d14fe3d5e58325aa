package dev.fenestra.tools.proof.mutate.operator;

import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The code of a method, as a list of elements. */
final class Body {
    /** A longer block that ends in a throw or return is no refusal. */
    private static final int FAR = 60;

    private final List<CodeElement> elements;
    private final Map<Label, Integer> labels = new HashMap<>();
    private final boolean isConstructor;

    Body(CodeModel code, boolean isConstructor) {
        elements = code.elementList();
        this.isConstructor = isConstructor;
        for (int i = 0; i < elements.size(); i++) {
            if (elements.get(i) instanceof LabelTarget target) {
                labels.put(target.label(), i);
            }
        }
    }

    boolean isConstructor() {
        return isConstructor;
    }

    int size() {
        return elements.size();
    }

    CodeElement element(int index) {
        return elements.get(index);
    }

    /** The index of a label. */
    int index(Label label) {
        return labels.getOrDefault(label, -1);
    }

    /** The instruction after an element. */
    Optional<Instruction> next(int index) {
        return instruction(index + 1, 1);
    }

    /** The instruction before an element. */
    Optional<Instruction> previous(int index) {
        return instruction(index - 1, -1);
    }

    /** Whether the opcode of the instruction after an element is one of these. */
    boolean isNext(int index, Opcode... opcodes) {
        return next(index)
                .filter(found -> List.of(opcodes).contains(found.opcode()))
                .isPresent();
    }

    /** The source line of an element; 0 when it is unknown. */
    int line(int index) {
        for (int i = index; i >= 0; i--) {
            if (elements.get(i) instanceof LineNumber line) {
                return line.line();
            }
        }
        return 0;
    }

    /** The end of the block that begins at an index and ends in a throw or return, when no jump enters or leaves it. */
    Optional<Instruction> wayOut(int from, int before) {
        int end = Math.min(Math.min(before, elements.size()), from + FAR);
        for (int i = from; i < end; i++) {
            switch (elements.get(i)) {
                case ThrowInstruction thrown -> {
                    return Optional.of(thrown);
                }
                case ReturnInstruction returned -> {
                    return Optional.of(returned);
                }
                case BranchInstruction _, TableSwitchInstruction _, LookupSwitchInstruction _ -> {
                    return Optional.empty();
                }
                default -> {}
            }
        }
        return Optional.empty();
    }

    /**
     * Whether only jumps reach a label, or a condition that does not hold. Then a block of its own follows.
     */
    boolean isReachedByJumps(int label) {
        return previous(label)
                .filter(before -> before instanceof BranchInstruction
                        || before instanceof ReturnInstruction
                        || before instanceof ThrowInstruction)
                .isPresent();
    }

    /** Whether the instruction just before a label jumps back over an element. Then the label ends a loop around it. */
    boolean isLoopAround(int index, int label) {
        return previous(label)
                .filter(BranchInstruction.class::isInstance)
                .map(BranchInstruction.class::cast)
                .filter(jump -> jump.opcode() == Opcode.GOTO && index(jump.target()) < index)
                .isPresent();
    }

    private Optional<Instruction> instruction(int from, int step) {
        for (int i = from; i >= 0 && i < elements.size(); i += step) {
            if (elements.get(i) instanceof Instruction found) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }
}
