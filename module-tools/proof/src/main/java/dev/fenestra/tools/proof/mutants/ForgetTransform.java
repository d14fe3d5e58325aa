package dev.fenestra.tools.proof.mutants;

import dev.fenestra.tools.proof.mutate.operator.PlaceCount;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;

/**
 * Leaves out the return of a rule, so that control falls through to what follows the check; elsewhere the rule becomes
 * null.
 */
final class ForgetTransform implements CodeTransform {
    private final Patch.Forget patch;
    private final ClassDesc result;
    private final PlaceCount hits;
    private boolean isHeld;
    private int seen;

    /**
     * @param result what the method returns; a method that only compares or reports rules is left as it is
     */
    ForgetTransform(Patch.Forget patch, ClassDesc result, PlaceCount hits) {
        this.patch = patch;
        this.result = result;
        this.hits = hits;
    }

    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
        if (isHeld) {
            isHeld = false;
            if (element instanceof ReturnInstruction) {
                return;
            }
            builder.aconst_null();
        }
        boolean isRule = element instanceof FieldInstruction read
                && read.opcode() == Opcode.GETSTATIC
                && read.name().equalsString(patch.rule())
                && read.typeSymbol().equals(result)
                && isMeant(seen++);
        if (isRule) {
            isHeld = true;
            hits.next();
        } else {
            builder.with(element);
        }
    }

    private boolean isMeant(int place) {
        return patch.occurrence() == Patch.Forget.EVERY || patch.occurrence() == place;
    }
}
