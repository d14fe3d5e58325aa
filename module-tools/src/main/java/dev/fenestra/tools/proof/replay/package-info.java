/** Failed cases of the conformance kit, run once more to be looked at. */
package dev.fenestra.tools.proof.replay;
