package dev.fenestra.tools.proof.mutants;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/** Lets a method begin with a refusal that it should not know. */
final class RefuseTransform implements CodeTransform {
    private static final ClassDesc WRONG = ClassDesc.of(Wrong.class.getName());

    private final Patch.Refuse patch;
    private final MethodTypeDesc method;

    RefuseTransform(Patch.Refuse patch, MethodTypeDesc method) {
        this.patch = patch;
        this.method = method;
    }

    @Override
    public void atStart(CodeBuilder builder) {
        List<ClassDesc> types =
                patch.arguments().stream().map(method::parameterType).toList();
        for (int argument : patch.arguments()) {
            builder.loadLocal(TypeKind.from(method.parameterType(argument)), builder.parameterSlot(argument));
        }
        ClassDesc rules = method.returnType();
        builder.invokestatic(WRONG, patch.wrong(), MethodTypeDesc.of(ConstantDescs.CD_boolean, types))
                .ifThen(refusal -> refusal.getstatic(rules, patch.rule(), rules).areturn());
    }

    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
        builder.with(element);
    }
}
