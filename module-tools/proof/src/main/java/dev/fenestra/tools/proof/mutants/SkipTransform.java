package dev.fenestra.tools.proof.mutants;

import dev.fenestra.tools.proof.mutate.operator.LeftOut;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.InvokeInstruction;

/** Removes calls: it drops their arguments and supplies a result. */
final class SkipTransform implements CodeTransform {
    private final String called;
    private final PatchedPlaces hits;

    SkipTransform(String called, PatchedPlaces hits) {
        this.called = called;
        this.hits = hits;
    }

    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
        if (element instanceof InvokeInstruction call && call.name().equalsString(called)) {
            hits.add();
            LeftOut.call(builder, call);
        } else {
            builder.with(element);
        }
    }
}
