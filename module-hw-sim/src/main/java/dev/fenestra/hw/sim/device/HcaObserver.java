package dev.fenestra.hw.sim.device;

/** Watches an HCA, in primitives. Called in the device's serial order; must not call back into the device. */
public interface HcaObserver {

    /** A command was executed. */
    void command(int opcode, int status);

    /** A doorbell register was written. */
    void doorbell(int qpn);

    /** The requester fetched a send WQE. */
    void wqeFetched(int qpn, int index, int opcode, int octowords);

    /** An entry of the key table changed; {@code key} is the key it has now. */
    void keyChanged(KeyChange change, int key);

    /** Entries of the translation table were written. */
    void translationsWritten(int count);

    /** A packet was handed to the link. The header is only valid during the call. */
    void packetSent(byte[] header, int headerBytes, int payloadBytes);

    /** A packet arrived. The header is only valid during the call. */
    void packetReceived(byte[] header, int headerBytes, int payloadBytes);

    /** A CQE was written. {@code opcode} and {@code syndrome} as in the CQE; syndrome 0 for success. */
    void completion(int cqn, int qpn, int opcode, int syndrome);

    /**
     * The device raised an event.
     *
     * @param type number of the event in its EQE
     * @param number of the QP, SRQ, CQ or port that it is about
     */
    default void event(int type, int number) {}

    /** A QP changed its state; numbers as in the QP context. */
    void qpState(int qpn, int state);
}
