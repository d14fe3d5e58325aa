/** Small defects of compiled code: where they can be put, and the code that has one of them. */
package dev.fenestra.tools.proof.mutate.operator;
