/** What happens in all layers of a bench, in order: typed events, as text or as a packet capture. */
package dev.fenestra.tools.observe.journal;
