package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.VerbsException;

/**
 * A buffer that its exporter lends to devices (dma-buf), as a process has it open: by a file descriptor. Regions of it
 * stay good when the descriptor is closed, and when the exporter moves the pages.
 */
public final class DmaBuf implements AutoCloseable {
    private final UserProcess process;
    private final dev.fenestra.ib.core.memory.DmaBuf buffer;
    private final int descriptor;
    private boolean open = true;

    DmaBuf(UserProcess process, dev.fenestra.ib.core.memory.DmaBuf buffer, int descriptor) {
        this.process = process;
        this.buffer = buffer;
        this.descriptor = descriptor;
    }

    /** {@return the number of its file descriptor, by which it is registered} */
    public int descriptor() {
        return descriptor;
    }

    /** {@return bytes} */
    public long length() {
        return buffer.length();
    }

    /**
     * Stores of the program, as through a mapping of the file; outside of the buffer an {@link
     * IndexOutOfBoundsException}.
     *
     * @param offset bytes from the beginning
     * @param source the bytes to copy
     */
    public void put(long offset, byte[] source) {
        buffer.put(offset, source);
    }

    /**
     * Loads of the program.
     *
     * @param offset bytes from the beginning
     * @param count bytes
     * @return the bytes
     */
    public byte[] get(long offset, int count) {
        return buffer.get(offset, count);
    }

    /**
     * The exporter moves the pages elsewhere, with their contents, after all devices that have them were told.
     *
     * @throws VerbsException ENOMEM when there is no room; then all stays as it was
     */
    public void move() {
        buffer.move();
    }

    /**
     * Opens it in another process, as if the descriptor were sent through a socket.
     *
     * @param receiver the other process of this host
     * @return another object for the same buffer, with a descriptor of its own
     * @throws VerbsException EBADF when it is closed
     */
    public DmaBuf sendTo(UserProcess receiver) {
        return new DmaBuf(receiver, buffer, receiver.receive(process, descriptor));
    }

    /** Closes the descriptor; harmless when it is closed. Regions keep the buffer. */
    @Override
    public synchronized void close() {
        if (open) {
            process.closeFile(descriptor);
            open = false;
        }
    }
}
