package dev.fenestra.hw.sim.hca.observe;

import dev.fenestra.hw.sim.hca.vocabulary.CompletionKind;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.hca.vocabulary.EventKind;
import dev.fenestra.hw.sim.hca.vocabulary.QpState;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import java.util.function.Supplier;

/**
 * Watches an HCA, in primitives, and in bytes if it asks for them. The device calls it in its serial order. It must not
 * call back into the device.
 */
public interface HcaObserver {

    /**
     * A command was executed.
     *
     * @param opcode of the command, as the PRM numbers it
     * @param status of the reply; 0 for success
     */
    void command(int opcode, int status);

    /**
     * A doorbell register was written.
     *
     * @param qpn the QP
     */
    void doorbell(int qpn);

    /**
     * The requester fetched a send WQE.
     *
     * @param qpn the QP
     * @param index of the WQE in basic blocks, 0 to 65535
     * @param opcode its operation, as {@link SendOpcode} says
     * @param octowords length of the WQE in units of 16 bytes
     */
    void wqeFetched(int qpn, int index, int opcode, int octowords);

    /**
     * An entry of the key table changed.
     *
     * @param change what happened to it
     * @param key the key that it has now
     */
    void keyChanged(KeyChange change, int key);

    /**
     * An entry of the key table changed: the same, with the entry as the device keeps it now.
     *
     * @param change what happened to it
     * @param key the key that it has now
     * @param entry copies the entry; only to be asked during the call
     */
    default void keyChanged(KeyChange change, int key, Supplier<KeyEntry> entry) {
        keyChanged(change, key);
    }

    /**
     * Entries of the translation table were written.
     *
     * @param count 1 and up
     */
    void translationsWritten(int count);

    /**
     * Translations were written or removed: the same, with their numbers and values.
     *
     * @param count how many have changed
     * @param change copies them; only to be asked during the call
     */
    default void translationsWritten(int count, Supplier<TranslationChange> change) {
        translationsWritten(count);
    }

    /**
     * A packet was handed to the link. The header is only valid during the call.
     *
     * @param header RoCEv2 headers; longer than what is valid
     * @param headerBytes valid bytes of the header
     * @param payloadBytes bytes of the payload
     */
    void packetSent(byte[] header, int headerBytes, int payloadBytes);

    /**
     * A packet was handed to the link: the same, with what the packet is of and its first bytes of payload.
     *
     * @param header RoCEv2 headers; longer than what is valid
     * @param headerBytes valid bytes of the header
     * @param payloadBytes bytes of the payload
     * @param packet copies the rest; only to be asked during the call
     */
    default void packetSent(byte[] header, int headerBytes, int payloadBytes, Supplier<SentPacket> packet) {
        packetSent(header, headerBytes, payloadBytes);
    }

    /**
     * A packet arrived. The header is only valid during the call.
     *
     * @param header RoCEv2 headers; longer than what is valid
     * @param headerBytes valid bytes of the header
     * @param payloadBytes bytes of the payload
     */
    void packetReceived(byte[] header, int headerBytes, int payloadBytes);

    /**
     * A CQE was written.
     *
     * @param cqn the CQ
     * @param qpn the QP whose request completed
     * @param kind what it is about
     * @param status how the request has ended
     */
    void completion(int cqn, int qpn, CompletionKind kind, CompletionStatus status);

    /**
     * The device raised an event.
     *
     * @param kind of event
     * @param number of the QP, SRQ, CQ or port that it is about
     */
    default void event(EventKind kind, int number) {}

    /**
     * A QP changed its state.
     *
     * @param qpn the QP
     * @param state the new state
     */
    void qpState(int qpn, QpState state);
}
