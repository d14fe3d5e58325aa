package dev.fenestra.hw.sim.testing;

/**
 * A completion queue entry.
 *
 * @param opcode of the CQE
 * @param syndrome 0 for success
 * @param vendor the rule's code, of an error
 * @param qpn whose request it was
 * @param counter WQE index
 * @param byteCount bytes
 * @param immediate immediate data or the invalidated key
 * @param wqeOpcode of the send WQE
 */
public record Entry(
        int opcode, int syndrome, int vendor, int qpn, int counter, int byteCount, int immediate, int wqeOpcode) {

    public boolean isSuccess() {
        return syndrome == 0;
    }
}
