package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.abi.uverbs.InvokeWrite;
import dev.fenestra.ib.core.abi.uverbs.IoctlLayouts.IoctlAttribute;
import dev.fenestra.ib.core.abi.uverbs.IoctlLayouts.IoctlHeader;
import dev.fenestra.ib.core.abi.uverbs.WriteCommand;
import dev.fenestra.ib.core.uverbs.Attributes;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.stream.Stream;

/** A program that this JVM plays. It opens a device and makes calls that all programs make. */
final class WarmUpProgram implements AutoCloseable {
    private static final int LONGEST_CALL = 1 << 10;
    private static final long ANSWER = 0x1000;
    private static final int WRITE_ATTRIBUTES = 5;

    /**
     * What libmlx5 asks when it opens a device, a {@code struct mlx5_ib_alloc_ucontext_req_v2}: 16 doorbell registers,
     * 4 of them of low latency, and CQEs of version 1. The driver knows this layout; the tools do not know the driver.
     */
    private static final byte[] CONTEXT_REQUEST =
            HexFormat.of().parseHex("1000000004000000000000000000000001000000000000000000000000000000");

    /** Bytes of the answer to it. */
    private static final int CONTEXT_ROOM = 72;

    /** Bytes of the answer to a libmlx5 that allocates a PD. */
    private static final int PD_ROOM = 4;

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
        pages.write(ByteBuffer.allocate(1), CallBox.BYTES - 1);
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

    /** Gives the descriptors for events that the server asks for. */
    private void answer() {
        try {
            while (true) {
                Message asked = Message.read(service, 0);
                long id = newId();
                if (asked.kind() == Message.ASK_EVENTS) {
                    connect(Message.HELLO_EVENTS, asked.a(), id);
                }
                new Message(0, id, 0, 0, ByteBuffer.allocate(0)).write(service);
            }
        } catch (IOException ended) {
            // The warm-up is over.
        }
    }

    private synchronized long newId() {
        return ++ids;
    }

    /** Opens a device, and creates a PD and a completion channel there. */
    void openDevice() throws IOException {
        long file = newId();
        try (SocketChannel _ = connect(Message.HELLO_FILE, 0, file)) {
            write(file, WriteCommand.GET_CONTEXT, CONTEXT_REQUEST, CONTEXT_ROOM);
            write(file, WriteCommand.ALLOC_PD, new byte[0], PD_ROOM);
            write(file, WriteCommand.CREATE_COMP_CHANNEL, new byte[0], 0);
        }
    }

    /** Gives a command whose request is all zeros. */
    private void write(long file, WriteCommand command, byte[] udata, int udataRoom) throws IOException {
        ByteBuffer call = Message.allocate(LONGEST_CALL);
        IoctlHeader.NUM_ATTRS.set(MemorySegment.ofBuffer(call), WRITE_ATTRIBUTES);
        call.position(IoctlHeader.SIZE);
        attribute(call, InvokeWrite.CORE_IN, new byte[command.requestBytes()], ANSWER);
        attribute(call, InvokeWrite.CORE_OUT, new byte[command.responseBytes()], ANSWER);
        attribute(call, InvokeWrite.WRITE_CMD, new byte[Integer.BYTES], command.number());
        attribute(call, InvokeWrite.UHW_IN, udata, ANSWER);
        attribute(call, InvokeWrite.UHW_OUT, new byte[udataRoom], ANSWER);
        exchange(new Message(Message.CALL_IOCTL, 0, 0, file, call.flip()));
    }

    /** Appends an attribute. What it points to follows it, if it is longer than a number. */
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

    /** Gives the server the turn, and waits until it gives it back, with an errno other than 0 as an exception. */
    private void exchange(Message said) throws IOException {
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
        int errno = box.read().kind();
        if (errno != 0) {
            throw new IOException("errno " + errno);
        }
    }

    @Override
    public void close() throws IOException {
        service.close();
        line.close();
        pages.close();
        arena.close();
    }
}
