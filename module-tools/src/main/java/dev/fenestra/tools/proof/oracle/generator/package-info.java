/** Random programs: they look at the model to be mostly right, and then a little wrong. */
package dev.fenestra.tools.proof.oracle.generator;
