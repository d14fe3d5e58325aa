/**
 * The handles of a device's objects: a {@link dev.fenestra.uverbs.handles.Context}, and what it and its
 * {@link dev.fenestra.uverbs.handles.ProtectionDomain}s create. QPs, CQs and SRQs, what they are made of, their
 * completions and events. Requests and memory know nothing of them.
 */
package dev.fenestra.uverbs.handles;
