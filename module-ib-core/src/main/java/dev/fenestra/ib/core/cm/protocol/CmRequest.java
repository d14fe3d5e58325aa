package dev.fenestra.ib.core.cm.protocol;

import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.Ece;
import dev.fenestra.ib.core.vocabulary.QpType;

/**
 * What REQ asks for.
 *
 * @param service the service ID
 * @param type RC, UC or XRC
 * @param param the own end; its private data is the whole of the message
 * @param ackTimeout the wait of QPs for an ACK: 4.096 us * 2^n
 * @param ece the own options
 */
public record CmRequest(long service, QpType type, ConnParam param, int ackTimeout, Ece ece) {}
