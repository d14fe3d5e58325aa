package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.vocabulary.Gid;

/**
 * What the peer of a QP must know to connect to it. Programs exchange it by other means.
 *
 * @param qpNumber 24 bits
 * @param gid of the port
 * @param psn the first PSN it will send, 24 bits
 */
public record QpEndpoint(int qpNumber, Gid gid, int psn) {}
