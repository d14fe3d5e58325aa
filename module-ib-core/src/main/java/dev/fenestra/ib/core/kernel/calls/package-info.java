/**
 * The system calls on one opened device, one class for each kind of object.
 *
 * <p>Every call checks first and changes then; a refused call changes nothing and is logged with the rule that refused
 * it. A call finds objects by handle and leaves the work to {@code verbs}.
 */
package dev.fenestra.ib.core.kernel.calls;
