package dev.fenestra.ib.core.spi;

import java.util.function.Supplier;

/** Watches what drivers do, in primitives. An observer that asks gets the bytes, too. */
public interface DriverObserver {

    /**
     * The kernel half issued a command and got this status back.
     *
     * @param device name of the device
     * @param opcode as the device's format has it
     * @param status how the device has answered; 0 is success
     */
    void command(String device, int opcode, int status);

    /**
     * The user half wrote a send WQE, for the request of this wr_id. A WQE that is taken back is written again before
     * its doorbell.
     *
     * @param qpNumber the QP number, 24 bits
     * @param index of the first basic block of the WQE in its ring, 16 bits
     * @param wrId the number of the request that the WQE serves
     * @param opcode as the device's format has it
     * @param octowords length of the WQE in units of 16 bytes
     */
    void wqeWritten(int qpNumber, int index, long wrId, int opcode, int octowords);

    /**
     * The same, with the WQE itself.
     *
     * @param qpNumber the QP number, 24 bits
     * @param index of the first basic block of the WQE in its ring, 16 bits
     * @param wrId the number of the request that the WQE serves
     * @param opcode as the device's format has it
     * @param octowords length of the WQE in units of 16 bytes
     * @param bytes copies the WQE; only to be asked during the call
     */
    default void wqeWritten(int qpNumber, int index, long wrId, int opcode, int octowords, Supplier<byte[]> bytes) {
        wqeWritten(qpNumber, index, wrId, opcode, octowords);
    }

    /**
     * The user half rang a doorbell.
     *
     * @param qpNumber the QP number, 24 bits
     * @param counter what the doorbell record says now, 16 bits
     */
    void doorbell(int qpNumber, int counter);

    /**
     * The user half read a CQE.
     *
     * @param qpNumber the QP number, 24 bits
     * @param opcode as the device's format has it
     * @param syndrome what the device says went wrong; 0 for success
     */
    void cqeRead(int qpNumber, int opcode, int syndrome);

    /**
     * The same, with the CQE itself.
     *
     * @param qpNumber the QP number, 24 bits
     * @param opcode as the device's format has it
     * @param syndrome what the device says went wrong; 0 for success
     * @param bytes copies the CQE; only to be asked during the call
     */
    default void cqeRead(int qpNumber, int opcode, int syndrome, Supplier<byte[]> bytes) {
        cqeRead(qpNumber, opcode, syndrome);
    }
}
