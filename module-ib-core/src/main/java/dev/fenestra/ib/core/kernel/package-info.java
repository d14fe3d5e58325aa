/**
 * The simulated kernel: hosts, processes, the system calls of an opened device, handles and reference counts, the QP
 * state table, the binding ledger.
 *
 * <p>Every call checks first and changes then; a refused call changes nothing and is logged with the rule that refused
 * it.
 */
package dev.fenestra.ib.core.kernel;
