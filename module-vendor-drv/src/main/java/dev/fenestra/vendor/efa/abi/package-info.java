/** What the two halves of the efa driver agree on: bytes of system calls, rules. */
package dev.fenestra.vendor.efa.abi;
