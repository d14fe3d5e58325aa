/**
 * RoCEv2 packets as bytes: the transport headers, the opcode table, the ICRC and whole frames. Headers are big-endian
 * and lie in a {@code byte[]}; an accessor never fails once the array holds the header's {@code BYTES} from the given
 * offset.
 */
package dev.fenestra.hw.sim.roce.wire;
