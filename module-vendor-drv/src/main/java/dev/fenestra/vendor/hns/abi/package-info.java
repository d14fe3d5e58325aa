/** What the two halves of the hns driver agree on: bytes of system calls, registers, rules. */
package dev.fenestra.vendor.hns.abi;
