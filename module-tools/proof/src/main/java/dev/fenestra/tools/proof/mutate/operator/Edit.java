package dev.fenestra.tools.proof.mutate.operator;

import java.lang.classfile.CodeBuilder;
import java.util.function.Consumer;

/**
 * The replacement of one element of a method's code.
 *
 * @param change what is different, as the end of a sentence
 * @param code writes it
 */
record Edit(String change, Consumer<CodeBuilder> code) {}
