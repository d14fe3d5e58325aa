package dev.fenestra.tools.proof.mutants;

import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;

/**
 * One method of the compiled stack.
 *
 * @param className with its package
 */
record Target(String className, String method, String descriptor) {

    static Target of(MethodModel method) {
        String owner = method.parent().orElseThrow().thisClass().asInternalName();
        return new Target(
                owner.replace('/', '.'),
                method.methodName().stringValue(),
                method.methodType().stringValue());
    }

    /** The method that a call names. */
    static Target of(InvokeInstruction call) {
        return new Target(
                call.owner().asInternalName().replace('/', '.'),
                call.name().stringValue(),
                call.type().stringValue());
    }

    /** Name of the class without its package. */
    String type() {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
