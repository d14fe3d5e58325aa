package dev.fenestra.tools.proof.mutants;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.util.Set;
import java.util.function.BiConsumer;

/** Replaces the value that is read from a field. */
final class FieldTransform implements CodeTransform {
    private final String field;
    private final Set<Opcode> opcodes;
    private final BiConsumer<CodeBuilder, FieldInstruction> instead;
    private final PatchedPlaces hits;

    private FieldTransform(
            String field, Set<Opcode> opcodes, BiConsumer<CodeBuilder, FieldInstruction> instead, PatchedPlaces hits) {
        this.field = field;
        this.opcodes = opcodes;
        this.instead = instead;
        this.hits = hits;
    }

    static CodeTransform reading(Patch.Read patch, PatchedPlaces hits) {
        return new FieldTransform(
                patch.field(),
                Set.of(Opcode.GETFIELD),
                (builder, _) -> builder.pop().loadConstant(patch.value()),
                hits);
    }

    static CodeTransform swapping(Patch.Swap patch, PatchedPlaces hits) {
        return new FieldTransform(
                patch.from(),
                Set.of(Opcode.GETSTATIC, Opcode.GETFIELD),
                (builder, read) ->
                        builder.fieldAccess(read.opcode(), read.owner().asSymbol(), patch.to(), read.typeSymbol()),
                hits);
    }

    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
        boolean matches = element instanceof FieldInstruction read
                && opcodes.contains(read.opcode())
                && read.name().equalsString(field);
        if (matches) {
            hits.add();
            instead.accept(builder, (FieldInstruction) element);
        } else {
            builder.with(element);
        }
    }
}
