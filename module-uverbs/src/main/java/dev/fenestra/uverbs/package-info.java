/**
 * The user API, in the words of libibverbs.
 *
 * <p>A program closes the objects of a {@link dev.fenestra.uverbs.Context} in reverse order of creation. A second close
 * does nothing; the use of a closed object throws {@link IllegalStateException}. Control verbs are system calls and
 * throw {@link dev.fenestra.ib.core.vocabulary.VerbsException}. Posting and polling never enter the kernel.
 */
package dev.fenestra.uverbs;
