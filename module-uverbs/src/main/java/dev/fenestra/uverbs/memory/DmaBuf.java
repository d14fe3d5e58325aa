package dev.fenestra.uverbs.memory;

import dev.fenestra.ib.core.kernel.host.FileTable;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/**
 * A buffer that its exporter shares with devices (dma-buf), opened by a process under a file descriptor. Regions of it
 * stay valid when the descriptor is closed and when the exporter moves the pages.
 */
public final class DmaBuf implements AutoCloseable {
    private final FileTable files;
    private final dev.fenestra.ib.core.memory.DmaBuf buffer;
    private final int descriptor;
    private boolean open = true;

    private DmaBuf(FileTable files, dev.fenestra.ib.core.memory.DmaBuf buffer, int descriptor) {
        this.files = files;
        this.buffer = buffer;
        this.descriptor = descriptor;
    }

    /**
     * Opens a new buffer. A program gets it from its process.
     *
     * @param files of the process
     * @param buffer without a file so far
     * @return the buffer
     */
    @SuppressWarnings("exports")
    public static DmaBuf open(FileTable files, dev.fenestra.ib.core.memory.DmaBuf buffer) {
        int descriptor = files.open(buffer);
        buffer.release();
        return new DmaBuf(files, buffer, descriptor);
    }

    /** Opens a buffer once more, under another descriptor. */
    static DmaBuf reopen(FileTable files, int open) {
        int descriptor = files.duplicate(open);
        return new DmaBuf(files, files.buffer(descriptor), descriptor);
    }

    /** {@return its file descriptor, for registration} */
    public int descriptor() {
        return descriptor;
    }

    /** {@return bytes} */
    public long length() {
        return buffer.length();
    }

    /**
     * Stores bytes, as a program does through a mapping of the file. Throws {@link IndexOutOfBoundsException} outside
     * of the buffer.
     *
     * @param offset bytes from the beginning
     * @param source the bytes to copy
     */
    public void put(long offset, byte[] source) {
        buffer.put(offset, source);
    }

    /**
     * Loads bytes, as a program does through a mapping of the file.
     *
     * @param offset bytes from the beginning
     * @param count bytes
     * @return the bytes
     */
    public byte[] get(long offset, int count) {
        return buffer.get(offset, count);
    }

    /**
     * Moves the pages with their contents, as an exporter does, after it has notified all devices that use them.
     *
     * @throws VerbsException ENOMEM when there is no room; then nothing has changed
     */
    public void move() {
        buffer.move();
    }

    /**
     * Opens it in another process. A program lets that process receive it.
     *
     * @param receiver files of the other process of this host
     * @return another object for the same buffer, with a descriptor of its own
     * @throws VerbsException EBADF when it is closed
     */
    @SuppressWarnings("exports")
    public DmaBuf sendTo(FileTable receiver) {
        return new DmaBuf(receiver, buffer, receiver.receive(files, descriptor));
    }

    /** Closes the descriptor. A second call does nothing. Regions keep the buffer alive. */
    @Override
    public synchronized void close() {
        if (open) {
            files.close(descriptor);
            open = false;
        }
    }
}
