/** Random programs. The generator uses the model to make them mostly right, and then a little wrong. */
package dev.fenestra.tools.proof.oracle.generator;
