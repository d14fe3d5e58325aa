package dev.fenestra.tools.proof.mutants;

import dev.fenestra.tools.proof.mutate.operator.PlaceCount;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a call without a result last, before its method returns. */
final class PostponeTransform implements CodeTransform {
    private static final ClassDesc WRONG = ClassDesc.of(Wrong.class.getName());
    private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(ConstantDescs.CD_void);

    private final String called;
    private final @Nullable InvokeInstruction call;
    private final PlaceCount hits;
    /** Of the receiver and the arguments. */
    private final List<TypeKind> kinds = new ArrayList<>();

    private final List<Integer> slots = new ArrayList<>();
    private int isDue;

    /**
     * @param called name of the method
     * @param code where it is called
     */
    PostponeTransform(String called, CodeModel code, PlaceCount hits) {
        this.called = called;
        this.hits = hits;
        call = code.elementStream()
                .filter(InvokeInstruction.class::isInstance)
                .map(InvokeInstruction.class::cast)
                .filter(this::isMeant)
                .findFirst()
                .orElse(null);
    }

    private boolean isMeant(InvokeInstruction one) {
        return one.name().equalsString(called) && one.typeSymbol().returnType().equals(ConstantDescs.CD_void);
    }

    @Override
    public void atStart(CodeBuilder builder) {
        if (call == null) {
            return;
        }
        if (call.opcode() != Opcode.INVOKESTATIC) {
            kinds.add(TypeKind.REFERENCE);
        }
        call.typeSymbol().parameterList().forEach(type -> kinds.add(TypeKind.from(type)));
        isDue = builder.allocateLocal(TypeKind.INT);
        builder.iconst_0().istore(isDue);
        for (TypeKind kind : kinds) {
            int slot = builder.allocateLocal(kind);
            slots.add(slot);
            loadNothing(builder, kind);
            builder.storeLocal(kind, slot);
        }
    }

    private static void loadNothing(CodeBuilder builder, TypeKind kind) {
        switch (kind) {
            case REFERENCE -> builder.aconst_null();
            case LONG -> builder.lconst_0();
            case FLOAT -> builder.fconst_0();
            case DOUBLE -> builder.dconst_0();
            default -> builder.iconst_0();
        }
    }

    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
        if (hits.count() == 0 && element instanceof InvokeInstruction one && isMeant(one)) {
            hits.next();
            for (int i = kinds.size() - 1; i >= 0; i--) {
                builder.storeLocal(kinds.get(i), slots.get(i));
            }
            builder.iconst_1().istore(isDue);
            return;
        }
        if (call != null && element instanceof ReturnInstruction) {
            InvokeInstruction late = call;
            builder.iload(isDue).ifThen(then -> makeUp(then, late));
        }
        builder.with(element);
    }

    private void makeUp(CodeBuilder builder, InvokeInstruction late) {
        builder.invokestatic(WRONG, "loseProcessor", NOTHING);
        for (int i = 0; i < kinds.size(); i++) {
            builder.loadLocal(kinds.get(i), slots.get(i));
        }
        builder.invoke(
                late.opcode(),
                late.owner().asSymbol(),
                late.name().stringValue(),
                late.typeSymbol(),
                late.isInterface());
    }
}
