/** Failed cases, and what oracle, soak and explorer found, run once more to be looked at. */
package dev.fenestra.tools.proof.replay;
