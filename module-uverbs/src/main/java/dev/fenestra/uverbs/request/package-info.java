/**
 * What a program posts: send requests as values or through a {@link dev.fenestra.uverbs.request.SendBuilder}, receives,
 * the paths of datagrams, and how a post is refused.
 */
package dev.fenestra.uverbs.request;
