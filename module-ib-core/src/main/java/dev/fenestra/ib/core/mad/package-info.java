/**
 * Management datagrams: 256 octets, big-endian, sent to QP 1 of a port. Each layout is a table of fields that writers,
 * readers and decoders share; offsets are those of IBA volume 1, chapters 12 and 13.
 */
package dev.fenestra.ib.core.mad;
