package dev.fenestra.tools.proof.mutants;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.FieldInstruction;

/** Leaves out what is stored to a field of an object: the field keeps what it had. */
final class LoseTransform implements CodeTransform {
    private final String field;
    private final PatchedPlaces hits;

    LoseTransform(String field, PatchedPlaces hits) {
        this.field = field;
        this.hits = hits;
    }

    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
        if (element instanceof FieldInstruction store
                && store.opcode() == Opcode.PUTFIELD
                && store.name().equalsString(field)) {
            hits.add();
            boolean isLong = TypeKind.from(store.typeSymbol()).slotSize() == 2;
            (isLong ? builder.pop2() : builder.pop()).pop();
        } else {
            builder.with(element);
        }
    }
}
