package dev.fenestra.ib.core.cm;

import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Mtu;

/**
 * One IP address of the host: an entry of the GID table of a port. On RoCE, the GID is the address.
 *
 * @param device name of the device
 * @param port of the device, from 1
 * @param gidIndex of the entry
 * @param gid the entry, and the IP address
 * @param guid of the device
 * @param mtu the largest payload that the port carries at present
 */
public record CmPort(String device, int port, int gidIndex, Gid gid, long guid, Mtu mtu) {}
