package dev.fenestra.tools.proof.mutants;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.ConstantInstruction;

/** Replaces one of the constants of a method. */
final class ConstantTransform implements CodeTransform {
    private final Patch.Constant patch;
    private final Hits hits;
    private int seen;

    ConstantTransform(Patch.Constant patch, Hits hits) {
        this.patch = patch;
        this.hits = hits;
    }

    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
        boolean matches = element instanceof ConstantInstruction load
                && load.constantValue().equals(patch.from())
                && seen++ == patch.occurrence();
        if (matches) {
            hits.add();
            builder.loadConstant(patch.to());
        } else {
            builder.with(element);
        }
    }
}
