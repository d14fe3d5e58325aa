/**
 * The user API, in the words of libibverbs.
 *
 * <p>A program closes the objects of a {@link dev.fenestra.uverbs.Context} in reverse order of creation. A second close
 * does nothing. Control verbs are system calls. Posting and polling never enter the kernel.
 *
 * <p>Each kind of call reports errors in one way:
 *
 * <ul>
 *   <li>A control verb throws {@link dev.fenestra.ib.core.vocabulary.VerbsException} with errno, rule and values. It
 *       has changed nothing then, unless it says otherwise.
 *   <li>A post of request objects throws {@link dev.fenestra.uverbs.PostException}, which adds the index of the first
 *       request that was refused. The requests before it are posted.
 *   <li>A post that allocates nothing ({@link dev.fenestra.uverbs.SendBuilder}, and the forms that take numbers)
 *       returns 0 or an errno.
 *   <li>A poll throws VerbsException with EIO when the CQ is broken. An await throws it with EAGAIN when its time has
 *       passed.
 *   <li>What the device refuses later is the status of a {@link dev.fenestra.uverbs.Completion}; its {@code orThrow}
 *       turns a failure into {@link dev.fenestra.uverbs.WorkCompletionException}.
 *   <li>The use of a closed object throws {@link IllegalStateException}, and an argument that no device could take
 *       {@link IllegalArgumentException}.
 * </ul>
 */
package dev.fenestra.uverbs;
