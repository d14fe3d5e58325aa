package dev.fenestra.tools.proof.mutate.operator;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.util.List;

/** The code that replaces a call or a store. */
public final class LeftOut {
    private LeftOut() {}

    /** Drops the arguments of a call and supplies 0, false or null as its result. */
    public static void call(CodeBuilder code, InvokeInstruction call) {
        List<ClassDesc> arguments = call.typeSymbol().parameterList();
        arguments.reversed().forEach(argument -> pop(code, argument));
        if (call.opcode() != Opcode.INVOKESTATIC) {
            code.pop();
        }
        switch (TypeKind.from(call.typeSymbol().returnType())) {
            case VOID -> {}
            case LONG -> code.lconst_0();
            case REFERENCE -> code.aconst_null();
            case FLOAT -> code.fconst_0();
            case DOUBLE -> code.dconst_0();
            default -> code.iconst_0();
        }
    }

    /** Drops what is stored to a field, and the object of the field. */
    public static void store(CodeBuilder code, FieldInstruction store) {
        pop(code, store.typeSymbol());
        if (store.opcode() == Opcode.PUTFIELD) {
            code.pop();
        }
    }

    private static void pop(CodeBuilder code, ClassDesc type) {
        pop(code, TypeKind.from(type));
    }

    /** Drops a value. */
    static void pop(CodeBuilder code, TypeKind kind) {
        if (kind.slotSize() == 2) {
            code.pop2();
        } else {
            code.pop();
        }
    }
}
