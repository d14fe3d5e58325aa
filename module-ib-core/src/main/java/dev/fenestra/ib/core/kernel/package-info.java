/**
 * The border between user space and the kernel: the numbers of the calls, their requests and answers, and the kernel's
 * rules for refusing them.
 *
 * <p>The rooms below, from the lowest floor up: {@code inspection}, {@code objects}, {@code device}, {@code verbs},
 * {@code calls}, {@code host}. A room uses only those below it.
 */
package dev.fenestra.ib.core.kernel;
