package dev.fenestra.ib.core.cm.protocol;

import dev.fenestra.ib.core.cm.Ece;

/**
 * What SIDR_REP says of a datagram service.
 *
 * @param qpn number of its QP, 0 when it refuses
 * @param qkey that datagrams must carry
 * @param privateData at most 136 octets
 * @param ece its options
 */
public record ServiceQp(int qpn, int qkey, byte[] privateData, Ece ece) {

    /**
     * {@return what a refusal says}
     *
     * @param privateData at most 136 octets
     */
    public static ServiceQp none(byte... privateData) {
        return new ServiceQp(0, 0, privateData, Ece.NONE);
    }
}
