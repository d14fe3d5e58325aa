package dev.fenestra.ib.core.ucma;

import dev.fenestra.ib.core.cm.CmChannelCalls;

/** The program that writes a command: its memory and its descriptors. */
public interface UcmaCaller {

    /**
     * Reads memory of the program. EFAULT where there is none.
     *
     * @param address of the first byte
     * @param length bytes
     * @return the bytes
     */
    byte[] load(long address, int length);

    /**
     * Checks that bytes can be stored into memory of the program. EFAULT where they cannot.
     *
     * @param address of the first byte
     * @param length bytes
     */
    void checkStorable(long address, int length);

    /**
     * Stores into memory of the program once the command has succeeded.
     *
     * @param address of the first byte
     * @param bytes what to store
     */
    void store(long address, byte[] bytes);

    /**
     * {@return the channel behind a descriptor of the program} EINVAL when it is no file of this kind.
     *
     * @param descriptor of the program
     */
    CmChannelCalls channel(int descriptor);
}
