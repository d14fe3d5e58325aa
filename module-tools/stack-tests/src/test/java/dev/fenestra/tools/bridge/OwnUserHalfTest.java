package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.tools.serve.ServeConfig;
import dev.fenestra.tools.serve.ServeOptions;
import dev.fenestra.tools.serve.Server;
import dev.fenestra.tools.slate.SlateModule;
import dev.fenestra.tools.testing.NoHang;
import dev.fenestra.tools.testing.Patience;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program with a user half of its own for another vendor's card: it lays out the queues by the vendor's manual, and
 * uses nothing of ours but the socket. The bridge passes its udata on, and knows none of it.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@ExtendWith(NoHang.class)
class OwnUserHalfTest {
    private static final ValueLayout.OfLong LE64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt LE32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle WORD =
            ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

    private static final long BASE = 1 << 30;
    private static final int BYTES = 0x8000;
    private static final int CQ = 0;
    private static final int CQ_ENTRIES = 64;
    private static final int ENTRY_BYTES = 32;
    private static final int QP = 0x2000;
    private static final int SENDS = 8;
    private static final int DESCRIPTOR_BYTES = 128;
    private static final int RECORD = QP + 2 * SENDS * DESCRIPTOR_BYTES;
    private static final int REGION = 0x4000;
    private static final int REGION_BYTES = 0x1000;
    private static final int TARGET = REGION + 0x800;
    private static final int WRITE = 4;
    private static final int SIGNALED = 1;

    @TempDir
    private Path folder;

    /** The answer to the command, and the one in udata. */
    private record Answer(ByteBuffer core, ByteBuffer udata) {}

    private static Answer answered(Message message) {
        assertEquals(0, message.kind(), "errno");
        return new Answer(
                SocketClient.stored(message, SocketClient.ANSWER),
                SocketClient.stored(message, SocketClient.UDATA_ANSWER));
    }

    @Test
    void shouldLetAUserHalfOfAnotherVendorInWhoseQueuesItDoesNotKnow() throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/self/fd")), "there is no /proc, by which a server reaches programs");
        BridgePlace place = BridgePlace.at(folder.resolve("place").resolve("bridge"));
        ServeOptions options = ServeOptions.at(place, ServeConfig.usual().withProvider("slate"));
        Path pages = folder.resolve("pages");
        try (Server server = Server.start(options, SlateModule.bench(), _ -> {});
                SocketClient client = new SocketClient(place.socket(), pages);
                SocketChannel file = client.connect(Message.HELLO_FILE, 0);
                FileChannel channel = FileChannel.open(pages, StandardOpenOption.READ, StandardOpenOption.WRITE);
                Arena arena = Arena.ofShared()) {
            MemorySegment memory = channel.map(FileChannel.MapMode.READ_WRITE, BASE, BYTES, arena);
            assertTrue(Files.readString(place.tree("bob").resolve("sys/class/infiniband_verbs/uverbs0/ibdev"))
                    .startsWith("slate"));
            ByteBuffer none = Message.allocate(0);
            answered(client.ask(file, 0, Message.allocate(8), none.duplicate(), 8, 0));
            int pd = answered(client.ask(file, 3, Message.allocate(8), none.duplicate(), 4, 0))
                    .core()
                    .getInt(0);
            ByteBuffer keys = answered(client.ask(file, 9, region(pd), none.duplicate(), 12, 0))
                    .core();
            Answer cq = answered(client.ask(file, 18, completionQueue(), completionUdata(), 8, 4));
            assertTrue(cq.udata().getInt(0) > 0, "the card's number of the CQ");
            ByteBuffer qp = answered(
                            client.ask(file, 24, queuePair(pd, cq.core().getInt(0)), queueUdata(), 32, 0))
                    .core();
            connect(client, file, qp.getInt(0), qp.getInt(4));

            byte[] data = "by its own user half".getBytes(StandardCharsets.US_ASCII);
            MemorySegment.copy(data, 0, memory, ValueLayout.JAVA_BYTE, REGION, data.length);
            write(memory, 0, keys, TARGET, data.length);
            assertEquals(0, status(memory, 0));
            assertArrayEquals(data, memory.asSlice(TARGET, data.length).toArray(ValueLayout.JAVA_BYTE));
            write(memory, 1, keys, REGION + REGION_BYTES - 1, data.length);
            assertTrue(status(memory, 1) != 0);
            assertTrue(
                    server.bench().host("bob").refusals().stream()
                            .anyMatch(refusal -> refusal.toString().contains("length=" + data.length)),
                    () -> server.bench().host("bob").refusals().toString());
        }
    }

    private static ByteBuffer region(int pd) {
        return Message.allocate(40)
                .putLong(8, BASE + REGION)
                .putLong(16, REGION_BYTES)
                .putLong(24, BASE + REGION)
                .putInt(32, pd)
                .putInt(36, 0b11);
    }

    private static ByteBuffer completionQueue() {
        return Message.allocate(32).putInt(16, CQ_ENTRIES).putInt(24, -1);
    }

    /** Address and entries. The count of taken entries follows them. */
    private static ByteBuffer completionUdata() {
        return Message.allocate(16).putLong(0, BASE + CQ).putInt(8, CQ_ENTRIES).putInt(12, 1);
    }

    private static ByteBuffer queuePair(int pd, int cq) {
        return Message.allocate(56)
                .putInt(16, pd)
                .putInt(20, cq)
                .putInt(24, cq)
                .putInt(32, SENDS)
                .putInt(36, SENDS)
                .putInt(40, 1)
                .putInt(44, 1)
                .put(53, (byte) 2);
    }

    /** Address and descriptors of both rings. The record follows them. */
    private static ByteBuffer queueUdata() {
        return Message.allocate(20)
                .putLong(0, BASE + QP)
                .putInt(8, SENDS)
                .putInt(12, SENDS)
                .putInt(16, 1);
    }

    /** Connects the QP with itself. */
    private static void connect(SocketClient client, SocketChannel file, int handle, int qpn) throws IOException {
        ByteBuffer init = modify(handle, 0x39, 1).putInt(88, 0b10).put(104, (byte) 1);
        ByteBuffer receive = modify(handle, 0x129181, 2)
                .put(10, (byte) 0xff)
                .put(11, (byte) 0xff)
                .put(12, (byte) 10)
                .put(15, (byte) 2)
                .put(30, (byte) 1)
                .put(31, (byte) 1)
                .putInt(84, qpn)
                .put(98, (byte) 3)
                .put(102, (byte) 1)
                .put(103, (byte) 12);
        ByteBuffer send = modify(handle, 0x12e01, 3)
                .put(101, (byte) 1)
                .put(105, (byte) 14)
                .put(106, (byte) 7)
                .put(107, (byte) 7);
        for (ByteBuffer change : Arrays.asList(init, receive, send)) {
            assertEquals(0, client.write(file, 26, change, Message.allocate(0), 0, 0));
        }
    }

    private static ByteBuffer modify(int handle, int mask, int state) {
        return Message.allocate(112).putInt(64, handle).putInt(68, mask).put(96, (byte) state);
    }

    /** Lays out a descriptor that writes the first bytes of the region, and notifies the card by the record. */
    private static void write(MemorySegment memory, int number, ByteBuffer keys, int to, int length) {
        MemorySegment descriptor = memory.asSlice(QP + (long) number * DESCRIPTOR_BYTES, DESCRIPTOR_BYTES);
        descriptor.fill((byte) 0);
        descriptor.set(ValueLayout.JAVA_BYTE, 0x00, (byte) WRITE);
        descriptor.set(ValueLayout.JAVA_BYTE, 0x01, (byte) SIGNALED);
        descriptor.set(ValueLayout.JAVA_BYTE, 0x02, (byte) 1);
        descriptor.set(LE64, 0x08, 100 + number);
        descriptor.set(LE64, 0x10, BASE + to);
        descriptor.set(LE32, 0x18, keys.getInt(8));
        descriptor.set(LE64, 0x30, BASE + REGION);
        descriptor.set(LE32, 0x38, keys.getInt(4));
        descriptor.set(LE32, 0x3c, length);
        WORD.setRelease(memory, (long) RECORD, number + 1);
    }

    /** The status of a completion, when it has come; it is given back to the card then. */
    private static int status(MemorySegment memory, int number) {
        MemorySegment entry = memory.asSlice(CQ + (long) number * ENTRY_BYTES, ENTRY_BYTES);
        Patience.until("completion " + number + " is there", () -> (int) WORD.getAcquire(entry, 0x1cL) == number + 1);
        assertEquals(100 + number, entry.get(LE64, 0));
        WORD.setRelease(memory, (long) CQ + CQ_ENTRIES * ENTRY_BYTES, number + 1);
        return entry.get(ValueLayout.JAVA_BYTE, 0x14);
    }
}
