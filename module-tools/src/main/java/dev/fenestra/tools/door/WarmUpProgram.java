package dev.fenestra.tools.door;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/** A program that this JVM plays. It opens a device and makes calls that all programs make. */
final class WarmUpProgram implements AutoCloseable {
    private static final int GET_CONTEXT = 0;
    private static final int ALLOC_PD = 3;
    private static final int CREATE_CHANNEL = 17;

    private static final int HEADER = 24;
    private static final int LONGEST_CALL = 1 << 10;
    private static final long ANSWER = 0x1000;
    private static final int WRITE_ATTRIBUTES = 5;
    private static final int CONTEXT_UDATA = 32;
    private static final int CONTEXT_ROOM = 72;

    private final DoorPlace place;
    private final int pid = (int) ProcessHandle.current().pid();
    private final FileChannel pages;
    private final SocketChannel service;
    /** One side at a time may have the turn in a box, so all calls go by one line. */
    private final SocketChannel line;

    private final Arena arena = Arena.ofShared();
    private final CallBox box;
    private long ids;

    private WarmUpProgram(DoorPlace place, Path file) throws IOException {
        this.place = place;
        pages = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        pages.write(ByteBuffer.allocate(1), CallBox.BYTES - 1);
        box = new CallBox(pages.map(FileChannel.MapMode.READ_WRITE, 0, CallBox.BYTES, arena));
        service = connect(Message.HELLO_SERVICE, descriptor(file), 0);
        Thread.ofPlatform().daemon().name("fenestra-warm-up").start(this::answer);
        line = connect(Message.HELLO_CALLS, 0, newId());
    }

    /** Connects with the server at a place. */
    static WarmUpProgram at(DoorPlace place, Path file) throws IOException {
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
            ByteBuffer asked =
                    Message.allocate(CONTEXT_UDATA).putInt(0, 16).putInt(4, 4).put(16, (byte) 1);
            write(file, GET_CONTEXT, Message.allocate(8), asked, 8, CONTEXT_ROOM);
            write(file, ALLOC_PD, Message.allocate(8), Message.allocate(0), 4, 4);
            write(file, CREATE_CHANNEL, Message.allocate(8), Message.allocate(0), 4, 0);
        }
    }

    private void write(long file, int command, ByteBuffer request, ByteBuffer udata, int room, int udataRoom)
            throws IOException {
        ByteBuffer call = Message.allocate(LONGEST_CALL).position(HEADER);
        attribute(call, 0, request.remaining(), request);
        attribute(call, 1, room, Message.allocate(room));
        call.putShort((short) 2).putShort((short) Integer.BYTES).putInt(0).putLong(command);
        attribute(call, 0x1000, udata.remaining(), udata);
        attribute(call, 0x1001, udataRoom, Message.allocate(udataRoom));
        call.putShort(6, (short) WRITE_ATTRIBUTES).flip();
        exchange(new Message(Message.CALL_IOCTL, 0, 0, file, call));
    }

    private static void attribute(ByteBuffer call, int id, int length, ByteBuffer bytes) {
        call.putShort((short) id).putShort((short) length).putInt(0).putLong(ANSWER);
        if (length > Long.BYTES) {
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
