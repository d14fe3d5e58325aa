package dev.fenestra.tools.proof.mutants;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.util.List;

/** Removes calls: it drops their arguments and supplies a result. */
final class SkipTransform implements CodeTransform {
    private final String called;
    private final Hits hits;

    SkipTransform(String called, Hits hits) {
        this.called = called;
        this.hits = hits;
    }

    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
        if (element instanceof InvokeInstruction call && call.name().equalsString(called)) {
            hits.add();
            leaveOut(builder, call);
        } else {
            builder.with(element);
        }
    }

    private static void leaveOut(CodeBuilder builder, InvokeInstruction call) {
        List<ClassDesc> arguments = call.typeSymbol().parameterList();
        arguments.reversed().forEach(argument -> pop(builder, argument));
        if (call.opcode() != Opcode.INVOKESTATIC) {
            builder.pop();
        }
        switch (TypeKind.from(call.typeSymbol().returnType())) {
            case VOID -> {}
            case LONG -> builder.lconst_0();
            case REFERENCE -> builder.aconst_null();
            case FLOAT -> builder.fconst_0();
            case DOUBLE -> builder.dconst_0();
            default -> builder.iconst_0();
        }
    }

    private static void pop(CodeBuilder builder, ClassDesc argument) {
        if (TypeKind.from(argument).slotSize() == 2) {
            builder.pop2();
        } else {
            builder.pop();
        }
    }
}
