package dev.fenestra.tools.proof.mutants;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;

/**
 * Makes a method of {@link Wrong} decide whether a range lies inside a key's range, in place of the key. It changes one
 * call of the key and leaves the others.
 */
final class RangeTransform implements CodeTransform {
    private static final ClassDesc WRONG = ClassDesc.of(Wrong.class.getName());
    private static final MethodTypeDesc EXTENT = MethodTypeDesc.ofDescriptor("()J");

    private final String wrong;
    private final Set<Integer> numbers;
    private final PatchedPlaces hits;
    private final PatchedPlaces seen = new PatchedPlaces();

    /**
     * @param numbers which of the calls that ask a key, from 0
     */
    RangeTransform(String wrong, Set<Integer> numbers, PatchedPlaces hits) {
        this.wrong = wrong;
        this.numbers = numbers;
        this.hits = hits;
    }

    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
        if (element instanceof InvokeInstruction call && DecidingCalls.asksKey(call) && numbers.contains(seen.next())) {
            hits.add();
            misjudge(builder, call.owner().asSymbol());
        } else {
            builder.with(element);
        }
    }

    /** On the stack are the key, the address where the range begins, and its length. */
    private void misjudge(CodeBuilder builder, ClassDesc key) {
        int length = builder.allocateLocal(TypeKind.LONG);
        int address = builder.allocateLocal(TypeKind.LONG);
        int asked = builder.allocateLocal(TypeKind.REFERENCE);
        builder.lstore(length).lstore(address).astore(asked);
        builder.lload(address).aload(asked).invokevirtual(key, "start", EXTENT).lsub();
        builder.lload(length).aload(asked).invokevirtual(key, "length", EXTENT);
        builder.invokestatic(WRONG, wrong, MethodTypeDesc.ofDescriptor(DecidingCalls.OF_RANGES));
    }
}
