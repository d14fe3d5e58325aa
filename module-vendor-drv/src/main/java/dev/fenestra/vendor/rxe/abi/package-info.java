/** What the two halves of the rxe driver agree on: bytes of system calls, offsets to map, rules. */
package dev.fenestra.vendor.rxe.abi;
