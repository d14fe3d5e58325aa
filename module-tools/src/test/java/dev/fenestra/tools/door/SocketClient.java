package dev.fenestra.tools.door;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** What the preloaded library does, in Java: connects, answers what it is asked, gives commands. */
final class SocketClient implements AutoCloseable {
    private static final int ATTRIBUTE = 16;
    private static final long MEMORY = 1L << 40;
    private static final int LONGEST_CALL = 1 << 14;
    private static final String NEW_DESCRIPTOR = "ioctl 10 0";
    private static final String RECORDED_DESCRIPTOR = ":0:7:";

    private final Path socket;
    private final String host;
    private final int pid = (int) ProcessHandle.current().pid();
    private final FileChannel pages;
    private final SocketChannel service;

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

    private static int descriptor(Path file) throws IOException {
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

    /** A connection that the server has accepted. */
    SocketChannel connect(int kind, int number) throws IOException {
        SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        ByteBuffer hello = Message.allocate(Message.HELLO_BYTES)
                .putInt(Message.HELLO_MAGIC)
                .putInt(kind)
                .putInt(pid)
                .putInt(number)
                .put(host.getBytes(StandardCharsets.UTF_8))
                .position(0);
        Message.write(channel, hello);
        int errno = Message.read(channel, Integer.BYTES).getInt();
        if (errno != 0) {
            channel.close();
            throw new IOException("errno " + errno);
        }
        return channel;
    }

    private void answer() {
        try {
            while (true) {
                ByteBuffer asked = Message.read(service, Message.QUESTION_BYTES);
                int kind = asked.getInt();
                asked.getInt();
                long number = asked.getLong();
                if (kind == Message.ASK_EVENTS) {
                    connect(Message.HELLO_EVENTS, (int) number);
                }
                Message.write(
                        service,
                        Message.allocate(Message.REPLY_BYTES)
                                .putLong(kind == Message.ASK_EVENTS ? 1000 + number : 0)
                                .putLong(0)
                                .flip());
            }
        } catch (IOException ended) {
            // The server or the test has ended.
        }
    }

    /** Gives a command of the write interface; the errno. */
    int write(SocketChannel file, int command, ByteBuffer request, ByteBuffer udata, int room, int udataRoom)
            throws IOException {
        return ask(file, command, request, udata, room, udataRoom).getInt(Integer.BYTES);
    }

    /** The same; the result is the whole answer as {@link Message} lays it out, little-endian. */
    ByteBuffer ask(SocketChannel file, int command, ByteBuffer request, ByteBuffer udata, int room, int udataRoom)
            throws IOException {
        ByteBuffer message = Message.allocate(4096);
        message.position(Message.CALL_BYTES);
        attribute(message, 0, request.remaining(), request);
        attribute(message, 1, room, Message.allocate(room));
        message.putShort((short) 2).putShort((short) 4).putInt(0).putLong(command);
        attribute(message, 0x1000, udata.remaining(), udata);
        attribute(message, 0x1001, udataRoom, Message.allocate(udataRoom));
        message.flip();
        message.putInt(0, message.limit()).putInt(4, Message.CALL_IOCTL).putShort(12, (short) 5);
        Message.write(file, message);
        ByteBuffer head = Message.read(file, Message.RESULT_BYTES);
        ByteBuffer rest = Message.read(file, head.getInt(0) - Message.RESULT_BYTES);
        return Message.allocate(head.getInt(0)).put(head).put(rest).flip();
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
            ByteBuffer message = Message.allocate(LONGEST_CALL).position(Message.CALL_BYTES);
            for (int i = 3; i < words.length; i++) {
                recorded(message, words[i].split(":", -1));
            }
            message.flip();
            message.putInt(0, message.limit())
                    .putInt(4, Message.CALL_IOCTL)
                    .putShort(8, (short) Integer.parseInt(words[1], 16))
                    .putShort(10, (short) Integer.parseInt(words[2], 16))
                    .putShort(12, (short) (words.length - 3));
            Message.write(file, message);
            ByteBuffer head = Message.read(file, Message.RESULT_BYTES);
            ByteBuffer answers = Message.read(file, head.getInt() - Message.RESULT_BYTES);
            if (call.startsWith(NEW_DESCRIPTOR)) {
                descriptor = ":0:" + Integer.toHexString(answers.getInt(Message.ANSWER_BYTES)) + ":";
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

    private static void attribute(ByteBuffer message, int id, int length, ByteBuffer bytes) {
        message.putShort((short) id).putShort((short) length).putInt(0);
        if (length <= ATTRIBUTE / 2) {
            message.putLong(length == ATTRIBUTE / 2 ? bytes.getLong(0) : length >= 4 ? bytes.getInt(0) : 0);
        } else {
            message.putLong(0).put(bytes);
        }
    }

    @Override
    public void close() throws IOException {
        service.close();
        pages.close();
    }
}
