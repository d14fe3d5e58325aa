package dev.fenestra.hw.sim.hca.vocabulary;

/** The transport services of QPs. */
public enum QpService {
    /** Reliable connection. */
    RC(0),
    /** Unreliable connection. */
    UC(1),
    /** Unreliable datagrams. */
    UD(3),
    /** XRC: an initiator, or a target when it has no send queue. */
    XRC(5);

    private final int wire;

    QpService(int wire) {
        this.wire = wire;
    }

    /** {@return its number in the upper three bits of a BTH opcode (IBA 9.2.1)} */
    public int wire() {
        return wire;
    }
}
