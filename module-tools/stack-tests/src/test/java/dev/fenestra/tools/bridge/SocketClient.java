package dev.fenestra.tools.bridge;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;
import static java.util.Objects.requireNonNull;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
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
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The preloaded library in Java: it connects, answers questions and gives commands. */
final class SocketClient implements AutoCloseable {
    static final long ANSWER = 0x1000;
    static final long UDATA_ANSWER = 0x2000;
    private static final int HEADER = 24;
    private static final int DATA_OFFSET = 8;
    private static final AtomicLong IDS = new AtomicLong();

    /** As the kernel would write it. */
    private static final String ALL_MAPPED = "00000000-7ffffffff000 rw-p 00000000 00:00 0 \n";

    private static final long MEMORY = 1L << 40;
    /** Where the memory for calls lies in the file of pages. */
    static final long BOX = MEMORY - CallBox.BYTES;

    private static final int LONGEST_CALL = 1 << 14;
    private static final String NEW_DESCRIPTOR = "ioctl 10 0";
    private static final String RECORDED_DESCRIPTOR = ":0:7:";

    private final Path socket;
    private final String host;
    private final int pid = (int) ProcessHandle.current().pid();
    private final FileChannel pages;
    private final SocketChannel service;
    private volatile String areas = ALL_MAPPED;
    private volatile int moved;
    private final AtomicInteger movesBefore = new AtomicInteger();
    private final List<String> moves = new CopyOnWriteArrayList<>();
    private volatile int taken;
    private final Map<SocketChannel, Long> files = new ConcurrentHashMap<>();
    private @Nullable SocketChannel calls;
    private @Nullable CallBox box;

    /** On the host bob. */
    SocketClient(Path socket, Path file) throws IOException {
        this(socket, file, "bob");
    }

    public SocketClient(Path socket, Path file, String host) throws IOException {
        this.socket = socket;
        this.host = host;
        pages = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        pages.write(ByteBuffer.allocate(1), MEMORY - 1);
        service = connect(Message.HELLO_SERVICE, descriptor(file));
        Thread.ofPlatform().daemon().start(this::answer);
    }

    static int descriptor(Path file) throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.filter(link -> leadsTo(link, file))
                    .mapToInt(link -> Integer.parseInt(link.getFileName().toString()))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static boolean leadsTo(Path link, Path file) {
        try {
            return Files.readSymbolicLink(link).equals(file.toRealPath());
        } catch (IOException closed) {
            return false;
        }
    }

    /** A connection that the server has accepted. Of a device it is the file: its calls go by another connection. */
    SocketChannel connect(int kind, long number) throws IOException {
        long id = IDS.incrementAndGet();
        SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        ByteBuffer on = ByteBuffer.wrap(host.getBytes(StandardCharsets.UTF_8));
        new Message(kind, number, pid, id, on).write(channel);
        int errno = Message.read(channel, 0).kind();
        if (errno != 0) {
            channel.close();
            throw new IOException("errno " + errno);
        }
        files.put(channel, id);
        return channel;
    }

    private void answer() {
        try {
            while (true) {
                Message asked = Message.read(service, 0);
                if (asked.kind() == Message.ASK_EVENTS && taken != 0) {
                    new Message(taken, 0, 0, 0).write(service);
                } else if (asked.kind() == Message.ASK_EVENTS) {
                    long id = requireNonNull(files.get(connect(Message.HELLO_EVENTS, asked.a())));
                    new Message(0, id, 0, 0).write(service);
                } else {
                    reply(asked).write(service);
                }
            }
        } catch (IOException ended) {
            // The server or the test has ended.
        }
    }

    /** What the program has mapped from now on, as the kernel would write it. */
    void maps(String described) {
        areas = described;
    }

    /** The errno of pages that are moved from now on; 0 when they move. */
    void moves(int errno) {
        moves(errno, 0);
    }

    /** The errno of pages that are moved from now on, but for the first questions, whose pages move. */
    void moves(int errno, int before) {
        movesBefore.set(before);
        moved = errno;
    }

    /** What was to move since the last call: the name of the question, and the pages. */
    List<String> movesSoFar() {
        List<String> soFar = List.copyOf(moves);
        moves.clear();
        return soFar;
    }

    /** The errno of descriptors for events from now on; 0 when the program takes them. */
    void takes(int errno) {
        taken = errno;
    }

    /** A descriptor has the number of its connection. */
    private Message reply(Message asked) {
        int kind = Math.abs(asked.kind());
        ByteBuffer bytes = switch (kind) {
            case Message.ASK_AREAS -> ByteBuffer.wrap(areas.getBytes(StandardCharsets.US_ASCII));
            case Message.ASK_FILE ->
                Message.allocate(Long.BYTES).putLong(asked.a()).flip();
            default -> Message.allocate(0);
        };
        if (kind == Message.ASK_MOVE || kind == Message.ASK_RETURN) {
            moves.add((kind == Message.ASK_MOVE ? "move " : "return ") + asked.b() / PAGE_BYTES);
        }
        boolean isRefused = kind == Message.ASK_MOVE && movesBefore.getAndDecrement() <= 0;
        return new Message(isRefused ? moved : 0, 0, 0, 0, bytes);
    }

    /** Makes a call on a file. */
    private synchronized Message call(SocketChannel file, int kind, long a, ByteBuffer bytes) throws IOException {
        SocketChannel line = calls;
        if (line == null) {
            box = new CallBox(pages.map(FileChannel.MapMode.READ_WRITE, BOX, CallBox.BYTES, Arena.ofAuto()));
            line = connect(Message.HELLO_CALLS, BOX);
            calls = line;
        }
        Message answer = exchange(line, new Message(kind, a, 0, requireNonNull(files.get(file)), bytes));
        while (answer.kind() < 0) {
            answer = exchange(line, reply(answer));
        }
        return answer;
    }

    /** Gives the server the turn, and waits until it gives it back. */
    Message exchange(SocketChannel line, Message said) throws IOException {
        CallBox shared = requireNonNull(box);
        shared.write(said);
        shared.programSleeps(true);
        if (shared.passToServer()) {
            line.write(ByteBuffer.allocate(1));
        }
        while (!shared.isProgramsTurn()) {
            if (line.read(ByteBuffer.allocate(1)) < 0) {
                throw new EOFException();
            }
        }
        shared.programSleeps(false);
        return shared.read();
    }

    /** Gives a command of the write interface; the errno. */
    int write(SocketChannel file, int command, ByteBuffer request, ByteBuffer udata, int room, int udataRoom)
            throws IOException {
        return ask(file, command, request, udata, room, udataRoom).kind();
    }

    /** The same; what is stored of the answer are the attributes {@link #ANSWER} and {@link #UDATA_ANSWER}. */
    Message ask(SocketChannel file, int command, ByteBuffer request, ByteBuffer udata, int room, int udataRoom)
            throws IOException {
        ByteBuffer message = Message.allocate(LONGEST_CALL).position(HEADER);
        attribute(message, 0, request.remaining(), 0, request);
        attribute(message, 1, room, ANSWER, Message.allocate(room));
        message.putShort((short) 2).putShort((short) 4).putInt(0).putLong(command);
        attribute(message, 0x1000, udata.remaining(), 0, udata);
        attribute(message, 0x1001, udataRoom, UDATA_ANSWER, Message.allocate(udataRoom));
        return call(file, Message.CALL_IOCTL, 0, header(message, 0, 0, 5));
    }

    /** Gives a command of RDMA CM, with its header; the errno. */
    int command(SocketChannel file, ByteBuffer command) throws IOException {
        return call(file, Message.CALL_WRITE, 0, command).kind();
    }

    private static ByteBuffer header(ByteBuffer message, int object, int method, int attributes) {
        return message.putShort(2, (short) object)
                .putShort(4, (short) method)
                .putShort(6, (short) attributes)
                .flip();
    }

    /** What a message stores at an address; nothing when it does not. */
    static ByteBuffer stored(Message answer, long address) {
        ByteBuffer all = answer.bytes().duplicate().order(ByteOrder.LITTLE_ENDIAN);
        while (all.hasRemaining()) {
            boolean isThere = all.getLong() == address;
            int length = (int) all.getLong();
            if (isThere) {
                return all.slice(all.position(), length).order(ByteOrder.LITTLE_ENDIAN);
            }
            all.position(all.position() + (length + 7 & ~7));
        }
        return Message.allocate(0);
    }

    /**
     * Makes calls of a recording (see {@link GoldenVectorsTest}), whatever the answers are. Where the recorded program
     * names its descriptor of events, this one names its own.
     *
     * @return how many were answered
     */
    int play(SocketChannel file, List<String> calls) throws IOException {
        int answered = 0;
        String descriptor = RECORDED_DESCRIPTOR;
        for (String call : calls) {
            String[] words = call.replace(RECORDED_DESCRIPTOR, descriptor).split(" ");
            ByteBuffer message = Message.allocate(LONGEST_CALL).position(HEADER);
            for (int i = 3; i < words.length; i++) {
                recorded(message, words[i].split(":", -1));
            }
            int object = Integer.parseInt(words[1], 16);
            int method = Integer.parseInt(words[2], 16);
            Message answer = call(file, Message.CALL_IOCTL, 0, header(message, object, method, words.length - 3));
            if (call.startsWith(NEW_DESCRIPTOR)) {
                int made = stored(answer, HEADER + DATA_OFFSET).getInt(0);
                descriptor = ":0:" + Integer.toHexString(made) + ":";
            }
            answered++;
        }
        return answered;
    }

    private static void recorded(ByteBuffer message, String[] parts) {
        int length = Integer.parseInt(parts[1]);
        message.putShort((short) Integer.parseInt(parts[0], 16))
                .putShort((short) length)
                .putInt(0)
                .putLong(Long.parseUnsignedLong(parts[2], 16));
        if (length > Long.BYTES) {
            byte[] said = HexFormat.of().parseHex(parts[3]);
            message.put(Arrays.copyOf(said, length));
        }
    }

    private static void attribute(ByteBuffer message, int id, int length, long pointer, ByteBuffer bytes) {
        message.putShort((short) id).putShort((short) length).putInt(0);
        if (length > Long.BYTES) {
            message.putLong(pointer).put(bytes);
        } else if (pointer == 0) {
            message.putLong(length == Long.BYTES ? bytes.getLong(0) : length >= 4 ? bytes.getInt(0) : 0);
        } else {
            message.putLong(pointer);
        }
    }

    @Override
    public void close() throws IOException {
        service.close();
        pages.close();
        SocketChannel line = calls;
        if (line != null) {
            line.close();
        }
    }
}
