package dev.fenestra.ib.core.cm;

import dev.fenestra.ib.core.vocabulary.AhAttributes;

/**
 * How to send to a datagram service or a group ({@code rdma_ud_param}).
 *
 * @param qpn number of the QP; 0xffffff for a group
 * @param qkey that datagrams must carry
 * @param path for an address handle
 * @param privateData the whole area of the message, zeros included
 */
public record UdParam(int qpn, int qkey, AhAttributes path, byte[] privateData) {}
