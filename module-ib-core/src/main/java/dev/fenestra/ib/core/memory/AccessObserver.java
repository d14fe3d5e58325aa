package dev.fenestra.ib.core.memory;

/** Observes what a program does with its own memory, on the program's own thread. Devices do not count. */
public interface AccessObserver {

    /**
     * The program has stored bytes.
     *
     * @param address virtual address of the first one
     * @param length bytes
     */
    void stored(long address, long length);

    /**
     * The program has loaded bytes.
     *
     * @param address virtual address of the first one
     * @param length bytes
     */
    void loaded(long address, long length);

    /**
     * The program is about to unmap memory.
     *
     * @param address virtual address of the first byte
     * @param length bytes
     */
    void unmapping(long address, long length);
}
