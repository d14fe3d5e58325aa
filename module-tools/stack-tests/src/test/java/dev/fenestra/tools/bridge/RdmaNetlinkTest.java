package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.tools.bench.TestBench;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of RDMA netlink, right and wrong ones. */
class RdmaNetlinkTest {
    private static final int CLIENT = 5 << 10;
    private static final int PORT = 4711;
    private static final int SEQUENCE = 99;
    private static final int ERROR = 2;
    private static final int DONE = 3;

    @AutoClose
    private final TestBench bench = TestBench.builder()
            .hosts("alice", "bob")
            .provider("alice", "mlx4")
            .provider("bob", "mlx5")
            .build();

    private static ByteBuffer message(int type, int flags, int... words) {
        ByteBuffer bytes = ByteBuffer.allocate(16 + 4 * words.length).order(ByteOrder.nativeOrder());
        bytes.putInt(bytes.capacity()).putShort((short) type).putShort((short) flags);
        bytes.putInt(SEQUENCE).putInt(0);
        for (int word : words) {
            bytes.putInt(word);
        }
        return bytes.flip();
    }

    /** An attribute of 32 bits: its head, and its value. */
    private static int[] attribute(NetlinkAttribute attribute, int value) {
        return new int[] {attribute.code() << 16 | 8, value};
    }

    /** The messages of an answer, each from its type on. */
    private List<ByteBuffer> answers(String host, ByteBuffer asked) throws IOException {
        ByteBuffer all = RdmaNetlink.answer(bench.host(host).kernel(), asked, PORT);
        List<ByteBuffer> found = new ArrayList<>();
        while (all.hasRemaining()) {
            int end = all.getInt() + all.position();
            while (all.position() < end) {
                int length = all.getInt(all.position());
                ByteBuffer one = all.slice(all.position() + 4, length - 4).order(ByteOrder.nativeOrder());
                assertEquals(SEQUENCE, one.getInt(4));
                assertEquals(PORT, one.getInt(8));
                found.add(one);
                all.position(all.position() + length);
            }
        }
        return found;
    }

    private static int type(ByteBuffer message) {
        return message.getShort(0) & 0xffff;
    }

    @Test
    void shouldListDevicesAndEndTheList() throws IOException {
        List<ByteBuffer> found = answers("alice", message(CLIENT | 1, NetlinkRequest.DUMP));
        assertEquals(
                List.of(CLIENT | 1, DONE),
                found.stream().map(RdmaNetlinkTest::type).toList());
    }

    @ParameterizedTest
    @CsvSource({"alice, 2", "bob, 1"})
    void shouldNameTheDriverOfADevice(String host, int driver) throws IOException {
        int[] index = attribute(NetlinkAttribute.DEV_INDEX, 0);
        // "uverbs" and its end, in 8 bytes
        int[] kind = {NetlinkAttribute.CHARDEV_TYPE.code() << 16 | 11, 0x72657675, 0x00007362};
        ByteBuffer answer = answers(host, message(CLIENT | 15, 0, index[0], index[1], kind[0], kind[1], kind[2]))
                .getFirst();
        assertEquals(CLIENT | 15, type(answer));
        NetlinkRequest told = NetlinkRequest.read(ByteBuffer.allocate(answer.remaining() + 4)
                .order(ByteOrder.nativeOrder())
                .putInt(answer.remaining() + 4)
                .put(answer)
                .flip());
        assertEquals(driver, told.number(NetlinkAttribute.UVERBS_DRIVER_ID).orElseThrow());
        assertEquals("uverbs0", told.text(NetlinkAttribute.CHARDEV_NAME));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, -1, Integer.MAX_VALUE})
    void shouldRefuseADeviceThatIsNotThere(int index) throws IOException {
        for (int command : new int[] {1, 5, 9, 15, 17}) {
            ByteBuffer answer = answers(
                            "bob", message(CLIENT | command, 0, attribute(NetlinkAttribute.DEV_INDEX, index)))
                    .getFirst();
            assertEquals(ERROR, type(answer));
            assertEquals(-Errno.EINVAL.code(), answer.getInt(12), "command " + command);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7, 16, 18, 19, 200})
    void shouldRefuseWhatWouldChangeSomethingAndWhatItDoesNotKnow(int command) throws IOException {
        ByteBuffer answer = answers("bob", message(CLIENT | command, 0)).getFirst();
        assertEquals(ERROR, type(answer));
        assertEquals(-Errno.EOPNOTSUPP.code(), answer.getInt(12));
    }

    @Test
    void shouldAcknowledgeWhereItIsAskedTo() throws IOException {
        List<ByteBuffer> found = answers("bob", message(CLIENT | 6, NetlinkRequest.ACKNOWLEDGE));
        assertEquals(
                List.of(CLIENT | 6, ERROR),
                found.stream().map(RdmaNetlinkTest::type).toList());
        assertEquals(0, found.getLast().getInt(12));
    }

    @Test
    void shouldTakeNoBytesThatAreNoMessage() {
        assertThrows(IOException.class, () -> answers("bob", ByteBuffer.allocate(15)));
        assertThrows(IOException.class, () -> answers("bob", ByteBuffer.allocate(16)));
        assertThrows(
                IOException.class, () -> answers("bob", message(CLIENT | 1, 0).putInt(0, 17)));
        assertThrows(IOException.class, () -> answers("bob", message(CLIENT | 1, 0, 1 << 16 | 3)));
        assertThrows(IOException.class, () -> answers("bob", message(CLIENT | 1, 0, 1 << 16 | 9, 0)));
        assertTrue(NetlinkResources.isKnown(10) && !NetlinkResources.isKnown(0));
    }
}
