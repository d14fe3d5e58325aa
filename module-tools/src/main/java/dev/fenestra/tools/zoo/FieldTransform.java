package dev.fenestra.tools.zoo;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.util.function.BiConsumer;

/** Puts something else in the place of what is read from a field. */
final class FieldTransform implements CodeTransform {
    private final String field;
    private final Opcode opcode;
    private final BiConsumer<CodeBuilder, FieldInstruction> instead;
    private final Hits hits;

    private FieldTransform(String field, Opcode opcode, BiConsumer<CodeBuilder, FieldInstruction> instead, Hits hits) {
        this.field = field;
        this.opcode = opcode;
        this.instead = instead;
        this.hits = hits;
    }

    static CodeTransform reading(Patch.Read patch, Hits hits) {
        return new FieldTransform(
                patch.field(), Opcode.GETFIELD, (builder, _) -> builder.pop().loadConstant(patch.value()), hits);
    }

    static CodeTransform swapping(Patch.Swap patch, Hits hits) {
        return new FieldTransform(
                patch.from(),
                Opcode.GETSTATIC,
                (builder, read) -> builder.getstatic(read.owner().asSymbol(), patch.to(), read.typeSymbol()),
                hits);
    }

    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
        boolean matches = element instanceof FieldInstruction read
                && read.opcode() == opcode
                && read.name().equalsString(field);
        if (matches) {
            hits.add();
            instead.accept(builder, (FieldInstruction) element);
        } else {
            builder.with(element);
        }
    }
}
