package dev.fenestra.tools.proof.mutants;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.constant.ConstantDesc;

/** Replaces one of the constants of a method. */
final class ConstantTransform implements CodeTransform {
    private final Patch.Constant patch;
    private final PatchedPlaces hits;
    private int seen;

    ConstantTransform(Patch.Constant patch, PatchedPlaces hits) {
        this.patch = patch;
        this.hits = hits;
    }

    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
        boolean matches = element instanceof ConstantInstruction load
                && isFrom(load.constantValue())
                && seen++ == patch.occurrence();
        if (!matches) {
            builder.with(element);
            return;
        }
        hits.add();
        if (((ConstantInstruction) element).typeKind() == TypeKind.LONG) {
            builder.loadConstant((long) patch.to());
        } else {
            builder.loadConstant(patch.to());
        }
    }

    private boolean isFrom(ConstantDesc value) {
        return (value instanceof Integer || value instanceof Long) && ((Number) value).longValue() == patch.from();
    }
}
