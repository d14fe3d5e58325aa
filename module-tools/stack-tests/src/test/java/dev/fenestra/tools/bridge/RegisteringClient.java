package dev.fenestra.tools.bridge;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;

import dev.fenestra.ib.core.abi.uverbs.WriteCommand;
import dev.fenestra.tools.bench.TestBench;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What a C program gives to the uverbs bridge to register a page, on hosts with a virtual clock. */
public final class RegisteringClient implements AutoCloseable {
    private static final String HOST = "bob";
    private static final int LOCAL_WRITE = 1;
    private static final int CONTEXT_ROOM = 72;
    private static final int REGION_ROOM = 12;
    private static final int PD_ROOM = 4;

    private final Path folder;
    private final Bridge bridge;
    private final TestBench bench;
    private final SocketClient client;
    private final SocketChannel file;
    private final int pd;
    private int region;

    private RegisteringClient(Path folder) throws IOException {
        this.folder = folder;
        BridgePlace place = BridgePlace.at(folder.resolve("place").resolve("bridge"));
        bridge = Bridge.at(place, _ -> {});
        bench = TestBench.builder()
                .hcaConfig(config -> config.withMemory(config.memory().withBar(bridge.bar())))
                .build();
        bridge.open(bench);
        client = new SocketClient(place.socket(), folder.resolve("pages"), HOST);
        file = client.connect(Message.HELLO_FILE, 0);
        ByteBuffer context = Message.allocate(32).putInt(0, 16).putInt(4, 4).put(16, (byte) 1);
        ask(WriteCommand.GET_CONTEXT, Message.allocate(8), context, 8, CONTEXT_ROOM);
        pd = ask(WriteCommand.ALLOC_PD, Message.allocate(8), Message.allocate(0), PD_ROOM, PD_ROOM);
    }

    /**
     * Opens a device, and allocates a PD.
     *
     * @throws IOException when this machine has no sockets of that kind
     */
    public static RegisteringClient start() throws IOException {
        return new RegisteringClient(Files.createTempDirectory("fenestra"));
    }

    /** What {@code ibv_reg_mr} gives to the kernel, for one page. */
    public void register() {
        ByteBuffer request = Message.allocate(40)
                .putLong(8, PAGE_BYTES * 256)
                .putLong(16, PAGE_BYTES)
                .putLong(24, PAGE_BYTES * 256)
                .putInt(32, pd)
                .putInt(36, LOCAL_WRITE);
        region = ask(WriteCommand.REG_MR, request, Message.allocate(0), REGION_ROOM, 0);
    }

    /** What {@code ibv_dereg_mr} gives to the kernel. */
    public void deregister() {
        ask(WriteCommand.DEREG_MR, Message.allocate(4).putInt(0, region), Message.allocate(0), 0, 0);
    }

    /** {@return translations that the device has written} */
    public long translations() {
        return bench.host(HOST).hca().counters().mttWritten;
    }

    /** Gives a command; the first word of the answer. */
    private int ask(WriteCommand command, ByteBuffer request, ByteBuffer udata, int room, int udataRoom) {
        try {
            Message answer = client.ask(file, command.number(), request, udata, room, udataRoom);
            if (answer.kind() != 0) {
                throw new IllegalStateException(command + ": errno " + answer.kind());
            }
            ByteBuffer stored = SocketClient.stored(answer, SocketClient.ANSWER);
            return stored.remaining() < Integer.BYTES ? 0 : stored.getInt(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
        client.close();
        bridge.close();
        bench.close();
        List<Path> all;
        try (Stream<Path> found = Files.walk(folder)) {
            all = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path made : all) {
            Files.delete(made);
        }
    }
}
