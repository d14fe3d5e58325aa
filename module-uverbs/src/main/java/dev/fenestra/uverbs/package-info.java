/**
 * The user API, in the words of libibverbs.
 *
 * <p>What a {@link dev.fenestra.uverbs.Context} gives out is closed in reverse order of creation; closing twice is
 * harmless, using a closed object is an {@link IllegalStateException}. Control verbs are system calls and throw
 * {@link dev.fenestra.ib.core.vocabulary.VerbsException}. Posting and polling never enter the kernel.
 */
package dev.fenestra.uverbs;
