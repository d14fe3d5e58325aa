/** Stack against model, and the oracle against wrong models. */
package dev.fenestra.tools.proof.oracle;
