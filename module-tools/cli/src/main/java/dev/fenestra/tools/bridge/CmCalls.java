package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.cm.CmChannelCalls;
import dev.fenestra.ib.core.ucma.UcmaCaller;
import dev.fenestra.ib.core.ucma.UcmaFile;
import dev.fenestra.ib.core.uverbs.AbiRule;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a program on an open {@code /dev/infiniband/rdma_cm}. Its descriptor is readable while events are
 * unread: then the server has sent a byte. An answer says whether the program is to take the byte back.
 */
final class CmCalls implements FileCalls {
    private final UcmaFile file;
    private final Program program;
    private final SocketChannel channel;
    private final IntFunction<CmCalls> descriptors;
    /** Bytes that were sent and not taken back. Guarded by this. */
    private int sent;

    /**
     * @param channel the connection that the program has in place of a descriptor
     * @param descriptors finds what is behind a descriptor of the program; EINVAL when it is no channel
     */
    CmCalls(UcmaFile file, Program program, SocketChannel channel, IntFunction<CmCalls> descriptors) {
        this.file = file;
        this.program = program;
        this.channel = channel;
        this.descriptors = descriptors;
        file.calls().listener(() -> program.later(this::tell));
    }

    CmChannelCalls calls() {
        return file.calls();
    }

    /** One byte says that there are events, however many there are. */
    private synchronized void tell() {
        try {
            if (sent == 0 && file.calls().hasEvents()) {
                channel.write(ByteBuffer.wrap(new byte[1]));
                sent++;
            }
        } catch (IOException | VerbsException gone) {
            // The program has closed the file.
        }
    }

    /** The memory of the program, and what a command stores there. */
    private final class Caller implements UcmaCaller {
        private final List<ByteBuffer> stores = new ArrayList<>();
        /** The channel that an id leaves, and its descriptor; null when none does. */
        private @Nullable CmCalls left;

        private int leftDescriptor;

        @Override
        public byte[] load(long address, int length) {
            return program.read(address, length);
        }

        @Override
        public void checkStorable(long address, int length) {
            if (!program.isStorable(address, length)) {
                throw new VerbsException(AbiRule.CM_POINTER, String.format("address=0x%x", address));
            }
        }

        @Override
        public void store(long address, byte[] bytes) {
            ByteBuffer one = Message.allocate(Message.STORE_BYTES + Stores.padded(bytes.length));
            Stores.put(one, address, bytes);
            stores.add(one.flip());
        }

        @Override
        public CmChannelCalls channel(int descriptor) {
            CmCalls other = descriptors.apply(descriptor);
            left = other;
            leftDescriptor = descriptor;
            return other.calls();
        }

        /** {@return one more than the descriptor from which the program takes a byte back; 0 for none} */
        long alsoToTake() {
            return left == null || left.toTake() == 0 ? 0 : leftDescriptor + 1L;
        }

        ByteBuffer all() {
            ByteBuffer all = Message.allocate(
                    stores.stream().mapToInt(ByteBuffer::remaining).sum());
            stores.forEach(one -> all.put(one.duplicate()));
            return all.flip();
        }
    }

    @Override
    public Message answer(Message call) throws IOException {
        if (call.kind() != Message.CALL_WRITE) {
            throw new IOException("a call of kind " + call.kind());
        }
        Caller caller = new Caller();
        Errno errno = file.write(call.bytes(), caller);
        ByteBuffer stores = errno == Errno.OK ? caller.all() : Message.allocate(0);
        return new Message(errno.code(), toTake(), 0, errno == Errno.OK ? caller.alsoToTake() : 0, stores);
    }

    /** Bytes that the program takes back: those that speak of events which are read now. */
    private synchronized int toTake() {
        int taken = file.calls().hasEvents() ? 0 : sent;
        sent -= taken;
        return taken;
    }

    @Override
    public void close() {
        file.calls().listener(null);
        file.close();
    }
}
