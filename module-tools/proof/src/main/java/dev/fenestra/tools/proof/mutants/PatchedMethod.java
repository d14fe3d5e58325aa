package dev.fenestra.tools.proof.mutants;

import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;

/**
 * One method of the compiled stack.
 *
 * @param className with its package
 */
record PatchedMethod(String className, String method, String descriptor) {

    static PatchedMethod of(MethodModel method) {
        String owner = method.parent().orElseThrow().thisClass().asInternalName();
        return new PatchedMethod(
                owner.replace('/', '.'),
                method.methodName().stringValue(),
                method.methodType().stringValue());
    }

    /** The method that a call names. */
    static PatchedMethod of(InvokeInstruction call) {
        return new PatchedMethod(
                call.owner().asInternalName().replace('/', '.'),
                call.name().stringValue(),
                call.type().stringValue());
    }

    /** Name of the class without its package. */
    String type() {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
