/**
 * Connection management, in the words of librdmacm. {@link dev.fenestra.uverbs.cm.Listener} and
 * {@link dev.fenestra.uverbs.cm.Connector} make connected QPs in one call each;
 * {@link dev.fenestra.uverbs.cm.CmChannel} has the single steps.
 */
package dev.fenestra.uverbs.cm;
