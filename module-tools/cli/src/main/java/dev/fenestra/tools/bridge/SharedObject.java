package dev.fenestra.tools.bridge;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** An object whose memory several programs may have mapped, as the server has it open. */
interface SharedObject extends Closeable {
    /** Bytes that it has now. */
    long size() throws IOException;

    /**
     * Maps a part. The memory stays as long as anybody can reach it.
     *
     * @param start its first byte
     * @param length bytes, not more than there are
     * @param writable whether this side may store there
     */
    MemorySegment map(long start, long length, boolean writable) throws IOException;

    /** Gives it its length again, if that can be done. */
    default void lengthen(long bytes) {}

    @Override
    void close();

    /**
     * Opens a file, such as a memfd.
     *
     * @param writable whether this side may store there
     */
    static SharedObject ofFile(Path path, boolean writable) throws IOException {
        FileChannel file = FileChannel.open(
                path,
                writable ? Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE) : Set.of(StandardOpenOption.READ));
        return new OpenedFile(file);
    }

    /**
     * A file.
     *
     * @param channel of it
     */
    record OpenedFile(FileChannel channel) implements SharedObject {
        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public MemorySegment map(long start, long length, boolean writable) throws IOException {
            FileChannel.MapMode mode = writable ? FileChannel.MapMode.READ_WRITE : FileChannel.MapMode.READ_ONLY;
            return channel.map(mode, start, length, Arena.ofAuto());
        }

        @Override
        public void lengthen(long bytes) {
            try {
                channel.write(ByteBuffer.allocate(1), bytes - 1);
            } catch (IOException | NonWritableChannelException sealed) {
                // It stays as it is.
            }
        }

        @Override
        public void close() {
            try {
                channel.close();
            } catch (IOException unused) {
                // It is of no more use either way.
            }
        }
    }
}
