package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.abi.uverbs.InvokeWrite;
import dev.fenestra.ib.core.abi.uverbs.IoctlLayouts.IoctlAttribute;
import dev.fenestra.ib.core.abi.uverbs.IoctlLayouts.IoctlHeader;
import dev.fenestra.ib.core.abi.uverbs.WriteCommand;
import dev.fenestra.ib.core.uverbs.Attributes;
import dev.fenestra.ib.core.vocabulary.Errno;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * A program that this JVM plays. It calls the server as all programs do. It has no memory of its own: what devices use
 * of its memory lies in the file of its pages from the beginning, so pages are never moved there or back.
 */
final class WarmUpProgram implements AutoCloseable {
    /** From {@link #MEMORY} on the program has this many bytes of memory that devices may use. */
    static final int MEMORY_BYTES = 1 << 20;
    /** An address. Pages lie at their address in the file, and the box lies at its start. */
    static final long MEMORY = CallBox.BYTES;

    private static final int LONGEST_CALL = 1 << 10;
    /** Where the program wants the answer of a command. Nothing is stored there. */
    private static final long ANSWER = 0x1000;
    /** Where it wants all else that a call stores. */
    private static final long OTHER_ANSWERS = 0x2000;

    private static final int WRITE_ATTRIBUTES = 5;

    private final BridgePlace place;
    private final int pid = (int) ProcessHandle.current().pid();
    private final FileChannel pages;
    private final SocketChannel service;
    /** One side at a time may have the turn in a box, so all calls go by one line. */
    private final SocketChannel line;

    private final Arena arena = Arena.ofShared();
    private final CallBox box;
    private long ids;

    private WarmUpProgram(BridgePlace place, Path file) throws IOException {
        this.place = place;
        pages = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        pages.write(ByteBuffer.allocate(1), MEMORY + MEMORY_BYTES - 1);
        box = new CallBox(pages.map(FileChannel.MapMode.READ_WRITE, 0, CallBox.BYTES, arena));
        service = connect(Message.HELLO_SERVICE, descriptor(file), 0);
        Thread.ofPlatform().daemon().name("fenestra-warm-up").start(this::answer);
        line = connect(Message.HELLO_CALLS, 0, newId());
    }

    /** Connects with the server at a place. */
    static WarmUpProgram at(BridgePlace place, Path file) throws IOException {
        return new WarmUpProgram(place, file);
    }

    private static int descriptor(Path file) throws IOException {
        Path real = file.toRealPath();
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.filter(link -> leadsTo(link, real))
                    .mapToInt(link -> Integer.parseInt(link.getFileName().toString()))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no descriptor of " + file));
        }
    }

    private static boolean leadsTo(Path link, Path file) {
        try {
            return Files.readSymbolicLink(link).equals(file);
        } catch (IOException closed) {
            return false;
        }
    }

    private SocketChannel connect(int kind, long number, long id) throws IOException {
        SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(place.socket()));
        new Message(kind, number, pid, id, ByteBuffer.allocate(0)).write(channel);
        int errno = Message.read(channel, 0).kind();
        if (errno != 0) {
            channel.close();
            throw new IOException("errno " + errno);
        }
        return channel;
    }

    /** Answers what the server asks while no call of this program is served. */
    private void answer() {
        try {
            while (true) {
                reply(Message.read(service, 0)).write(service);
            }
        } catch (IOException ended) {
            // The warm-up is over.
        }
    }

    /** The answer to a question: descriptors for events, what memory there is, and that its pages are in the file. */
    private Message reply(Message asked) throws IOException {
        return switch (asked.kind()) {
            case Message.ASK_EVENTS -> {
                long id = newId();
                connect(Message.HELLO_EVENTS, asked.a(), id);
                yield new Message(0, id, 0, 0);
            }
            case Message.ASK_AREAS -> {
                String area = String.format("%x-%x rw-p 0 0:0 0%n", MEMORY, MEMORY + MEMORY_BYTES);
                yield new Message(0, 0, 0, 0, ByteBuffer.wrap(area.getBytes(StandardCharsets.ISO_8859_1)));
            }
            case Message.ASK_MOVE, Message.ASK_RETURN -> Message.answer(Errno.OK);
            default -> Message.answer(Errno.EOPNOTSUPP);
        };
    }

    private synchronized long newId() {
        return ++ids;
    }

    /**
     * Opens a device.
     *
     * @throws IOException with the errno that the server answers
     */
    File open() throws IOException {
        long id = newId();
        return new File(connect(Message.HELLO_FILE, 0, id), id);
    }

    /** An opened device. */
    final class File implements AutoCloseable {
        private final SocketChannel held;
        private final long id;

        private File(SocketChannel held, long id) {
            this.held = held;
            this.id = id;
        }

        /**
         * Gives a command, as rdma-core does: inside the ioctl INVOKE_WRITE.
         *
         * @param request of as many bytes as the command wants
         * @param udata what the driver's library adds
         * @param udataRoom bytes that the driver may add to the answer
         * @return the answer of the command
         * @throws IOException with the errno that the server answers
         */
        MemorySegment write(WriteCommand command, byte[] request, byte[] udata, int udataRoom) throws IOException {
            ByteBuffer call = Message.allocate(LONGEST_CALL);
            IoctlHeader.NUM_ATTRS.set(MemorySegment.ofBuffer(call), WRITE_ATTRIBUTES);
            call.position(IoctlHeader.SIZE);
            input(call, InvokeWrite.CORE_IN, request);
            output(call, InvokeWrite.CORE_OUT, command.responseBytes(), ANSWER);
            input(call, InvokeWrite.WRITE_CMD, new byte[] {(byte) command.number(), 0, 0, 0});
            input(call, InvokeWrite.UHW_IN, udata);
            output(call, InvokeWrite.UHW_OUT, udataRoom, OTHER_ANSWERS);
            ByteBuffer stores = exchange(new Message(Message.CALL_IOCTL, 0, 0, id, call.flip()));
            return Stores.find(stores, ANSWER);
        }

        @Override
        public void close() throws IOException {
            held.close();
        }
    }

    /** A short input is in its attribute, and a long one follows it. */
    private static void input(ByteBuffer call, int id, byte[] bytes) {
        byte[] word = Arrays.copyOf(bytes, Attributes.INLINE_BYTES);
        long data = ByteBuffer.wrap(word).order(ByteOrder.LITTLE_ENDIAN).getLong();
        attribute(call, id, bytes, data);
    }

    private static void output(ByteBuffer call, int id, int room, long to) {
        attribute(call, id, new byte[room], to);
    }

    private static void attribute(ByteBuffer call, int id, byte[] bytes, long data) {
        MemorySegment attribute = MemorySegment.ofBuffer(call);
        IoctlAttribute.ATTR_ID.set(attribute, id);
        IoctlAttribute.LEN.set(attribute, bytes.length);
        IoctlAttribute.DATA.set(attribute, data);
        call.position(call.position() + IoctlAttribute.SIZE);
        if (bytes.length > Attributes.INLINE_BYTES) {
            call.put(bytes);
        }
    }

    /** Gives the server the turn, answers its questions, and waits for its answer: what it stores. */
    private ByteBuffer exchange(Message said) throws IOException {
        Message heard = pass(said);
        while (heard.kind() < 0) {
            heard = pass(reply(new Message(-heard.kind(), heard.a(), heard.b(), heard.c(), heard.bytes())));
        }
        if (heard.kind() != 0) {
            throw new IOException("errno " + heard.kind());
        }
        return heard.bytes();
    }

    private Message pass(Message said) throws IOException {
        box.write(said);
        box.programSleeps(true);
        if (box.passToServer()) {
            line.write(ByteBuffer.allocate(1));
        }
        while (!box.isProgramsTurn()) {
            if (line.read(ByteBuffer.allocate(1)) < 0) {
                throw new EOFException();
            }
        }
        box.programSleeps(false);
        return box.read();
    }

    @Override
    public void close() throws IOException {
        service.close();
        line.close();
        pages.close();
        arena.close();
    }
}
