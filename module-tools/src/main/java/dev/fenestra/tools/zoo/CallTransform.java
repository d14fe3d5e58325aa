package dev.fenestra.tools.zoo;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.function.BiConsumer;

/** Puts one call in the place of another. */
final class CallTransform implements CodeTransform {
    private static final ClassDesc WRONG = ClassDesc.of(Wrong.class.getName());

    private final String called;
    private final BiConsumer<CodeBuilder, InvokeInstruction> instead;
    private final Hits hits;

    private CallTransform(String called, BiConsumer<CodeBuilder, InvokeInstruction> instead, Hits hits) {
        this.called = called;
        this.instead = instead;
        this.hits = hits;
    }

    static CodeTransform toWrong(Patch.Redirect redirect, Hits hits) {
        return new CallTransform(
                redirect.called(),
                (builder, call) -> builder.invokestatic(WRONG, redirect.wrong(), withReceiver(call)),
                hits);
    }

    static CodeTransform toSibling(Patch.Divert divert, Hits hits) {
        return new CallTransform(
                divert.called(),
                (builder, call) -> builder.invoke(
                        call.opcode(),
                        call.owner().asSymbol(),
                        divert.instead(),
                        call.typeSymbol(),
                        call.isInterface()),
                hits);
    }

    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
        if (element instanceof InvokeInstruction call && call.name().equalsString(called)) {
            hits.add();
            instead.accept(builder, call);
        } else {
            builder.with(element);
        }
    }

    /** The object of an instance method becomes the first argument. */
    private static MethodTypeDesc withReceiver(InvokeInstruction call) {
        return call.opcode() == Opcode.INVOKESTATIC
                ? call.typeSymbol()
                : call.typeSymbol().insertParameterTypes(0, call.owner().asSymbol());
    }
}
