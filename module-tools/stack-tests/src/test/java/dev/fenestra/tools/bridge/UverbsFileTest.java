package dev.fenestra.tools.bridge;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.uverbs.AbiRule;
import dev.fenestra.ib.core.uverbs.Attributes;
import dev.fenestra.ib.core.uverbs.EventFile;
import dev.fenestra.ib.core.uverbs.EventPort;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.uverbs.handles.Context;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The uverbs ABI as bytes, without a user library: each rule about bytes, and any bytes at all. */
class UverbsFileTest extends OpenedDevice {
    /** More: {@code -Dfenestra.bridge.commands=1000000}. */
    private static final int COMMANDS = Integer.getInteger("fenestra.bridge.commands", 100_000);

    private static final int[] NUMBERS = {
        0, 1, 2, 3, 4, 5, 8, 9, 11, 13, 14, 16, 17, 18, 19, 20, 24, 25, 26, 27, 30, 31, 32, 33, 34, 35, 37, 38, 39, 40
    };

    private static void assertRefused(AbiRule rule, Errno errno) {
        assertEquals(rule.outcome(), errno.name(), rule.text());
    }

    @Test
    void shouldRefuseCommandsBeforeTheDeviceIsOpened() {
        Commands early = new Commands(process);
        assertRefused(AbiRule.OPENED, early.write(Commands.ALLOC_PD, early.bytes(8), early.bytes(4)));
        assertRefused(AbiRule.OPENED, device.open());
    }

    @Test
    void shouldRefuseCommandsThatNobodyKnows() {
        assertRefused(AbiRule.KNOWN_COMMAND, device.write(77, device.bytes(64), device.bytes(64)));
    }

    @Test
    void shouldRefuseStructuresThatAreTooShort() {
        assertRefused(AbiRule.LENGTH, device.write(Commands.CREATE_QP, device.bytes(55), device.bytes(32)));
        assertRefused(AbiRule.LENGTH, device.write(Commands.CREATE_QP, device.bytes(56), device.bytes(31)));
    }

    @Test
    void shouldRefuseMethodsThatNobodyKnowsSoThatLibrariesFallBack() {
        assertRefused(AbiRule.KNOWN_METHOD, device.file.ioctl(5, 0, new Attributes(List.of())));
    }

    @Test
    void shouldRefuseAnIoctlWithoutAnAttributeThatItsMethodNeeds() {
        assertRefused(AbiRule.MANDATORY, device.file.ioctl(0, 0, new Attributes(List.of())));
    }

    @Test
    void shouldRefuseFlagsThatNobodyKnows() {
        MemorySegment cq = device.bytes(32);
        cq.set(JAVA_INT, 24, 0x80);
        assertRefused(AbiRule.KNOWN_FLAGS, device.write(Commands.CREATE_CQ | Commands.EXTENDED, cq, device.bytes(16)));
    }

    @Test
    void shouldRefuseADescriptorThatIsNoChannel() {
        MemorySegment cq = device.bytes(32);
        cq.set(JAVA_INT, 16, 1);
        cq.set(JAVA_INT, 24, 7);
        assertRefused(AbiRule.DESCRIPTOR, device.write(Commands.CREATE_CQ, cq, device.bytes(8)));
    }

    @Test
    void shouldRefuseATypeOfQpThatNobodyKnows() {
        MemorySegment qp = device.bytes(56);
        qp.set(ValueLayout.JAVA_BYTE, 53, (byte) 99);
        assertRefused(AbiRule.KNOWN_VALUE, device.write(Commands.CREATE_QP, qp, device.bytes(32)));
    }

    /** Programs ask for all of them, which would drive what counts out of the log. */
    @Test
    void shouldNotTakeAProbeOfAnEmptyEntryOfTheGidTableForARefusal() {
        long before = bench.host("alice").kernel().refusals().total();
        assertEquals(Errno.OK, device.file.ioctl(0, 6, gidEntry(1)));
        for (int index = 2; index < 8; index++) {
            Errno empty = device.file.ioctl(0, 6, gidEntry(index));
            assertEquals(AbiRule.FILLED_GID.outcome(), empty.name());
        }
        assertEquals(before, bench.host("alice").kernel().refusals().total());
    }

    private static Attributes gidEntry(int index) {
        MemorySegment none = MemorySegment.NULL;
        return new Attributes(List.of(
                new Attributes.Attribute(0, 4, 1, none),
                new Attributes.Attribute(1, 4, index, none),
                new Attributes.Attribute(2, 4, 0, none),
                new Attributes.Attribute(3, 32, 0, none)));
    }

    @Test
    void shouldRefuseAnArrayThatIsTooShortForTheGidTable() {
        assertRefused(AbiRule.GID_ROOM, device.file.ioctl(0, 5, gidTable(1)));
        assertEquals(Errno.OK, device.file.ioctl(0, 5, gidTable(2)));
    }

    private Attributes gidTable(int entries) {
        return new Attributes(List.of(
                new Attributes.Attribute(0, 8, 32, MemorySegment.NULL),
                new Attributes.Attribute(2, 32 * entries, 0x1000, device.bytes(32L * entries)),
                new Attributes.Attribute(3, 8, 0x1000, device.bytes(8))));
    }

    /** An attribute of each kind in which a pointer is wild: nothing is created. */
    @ParameterizedTest
    @CsvSource({"0, 1", "1, 2", "1, 4", "0x1001, 2", "0x1001, 4"})
    void shouldChangeNothingForAWildPointer(String id, int wild) {
        int before = bench.host("alice").kernel().resources().size();
        List<Attributes.Attribute> all = new ArrayList<>();
        for (Attributes.Attribute one : List.of(
                new Attributes.Attribute(0, 16, 0x1000, device.bytes(16)),
                new Attributes.Attribute(1, 4, 0x1000, MemorySegment.NULL),
                new Attributes.Attribute(2, 8, Commands.ALLOC_PD, MemorySegment.NULL),
                new Attributes.Attribute(0x1001, 4, 0x1000, MemorySegment.NULL))) {
            boolean isWild = one.id() == Integer.decode(id);
            all.add(new Attributes.Attribute(one.id(), one.length(), one.data(), one.bytes(), isWild ? wild : 0));
        }

        assertRefused(AbiRule.POINTER, device.file.ioctl(0, 0, new Attributes(all)));

        assertEquals(before, bench.host("alice").kernel().resources().size());
    }

    @Test
    void shouldAnswerHandlesThatLaterCommandsName() {
        MemorySegment pd = device.bytes(4);
        assertEquals(
                Errno.OK,
                device.write(Commands.ALLOC_PD, device.bytes(8), pd, new Udata(device.bytes(0), device.bytes(4))));
        assertEquals(Errno.OK, device.write(4, pd, device.bytes(0)));
        assertEquals(Errno.ENOENT, device.write(4, pd, device.bytes(0)));
    }

    @Test
    void shouldDestroyWhatIsLeftWhenTheFileIsClosed() {
        assertEquals(Errno.OK, device.write(Commands.CREATE_CHANNEL, device.bytes(8), device.bytes(4)));
        device.file.close();
        assertTrue(bench.host("alice").kernel().resources().isEmpty());
        assertEquals(Errno.EIO, device.write(Commands.ALLOC_PD, device.bytes(8), device.bytes(4)));
    }

    @Test
    void shouldKnowThatAnEventWasNotSentUntilTheDeviceIsClosed() {
        EventFile async = device.find(Commands.FIRST_DESCRIPTOR);
        async.connect(new EventPort() {
            @Override
            public boolean send(byte[] record) {
                return true;
            }

            @Override
            public byte[] recall() {
                return new byte[0];
            }
        });
        Context other = bench.host("alice").open();
        bench.host("alice").port(1).down();
        assertTrue(other.pollAsyncEvent().isPresent());
        assertTrue(async.isHere());
        assertTrue(device.runLater() > 0);
        assertFalse(async.isHere());

        bench.host("alice").port(1).up();
        assertTrue(other.pollAsyncEvent().isPresent());
        assertTrue(async.isHere());
        device.file.close();
        assertFalse(async.isHere());
    }

    @Test
    void shouldDestroyAChannelWhenNoProcessHasItsDescriptorAnyMore() {
        MemorySegment descriptor = device.bytes(4);
        assertEquals(Errno.OK, device.write(Commands.CREATE_CHANNEL, device.bytes(8), descriptor));
        EventFile file = device.find(descriptor.get(JAVA_INT, 0));
        assertEquals(1, channels());

        file.release();
        file.release();
        device.runLater();

        assertEquals(0, channels());
        assertEquals(0, bench.host("alice").kernel().refusals().total());
    }

    private long channels() {
        return bench.host("alice").kernel().resources().stream()
                .filter(one -> one.kind().equals("CHANNEL"))
                .count();
    }

    @Test
    void shouldReadNoEventAndRefuseNothingWhenTheFileIsClosedBeforeTheEventIsRead() {
        Context other = bench.host("alice").open();
        bench.host("alice").port(1).down();
        assertTrue(other.pollAsyncEvent().isPresent());
        device.file.close();
        long refusals = bench.host("alice").kernel().refusals().total();
        assertTrue(device.runLater() > 0);
        assertEquals(refusals, bench.host("alice").kernel().refusals().total());
    }

    @Test
    void shouldAnswerAnyBytesWithAnErrnoOrSuccess() {
        SplittableRandom random = new SplittableRandom(Long.getLong("fenestra.fuzz.seed", 15));
        long ring = process.memory().allocate(1 << 20);
        int succeeded = 0;
        for (int i = 0; i < COMMANDS; i++) {
            int number = NUMBERS[random.nextInt(NUMBERS.length)] | (random.nextInt(4) == 0 ? Commands.EXTENDED : 0);
            MemorySegment request = scribbled(random, random.nextInt(16) * 8 + random.nextInt(8), ring);
            Udata udata =
                    new Udata(scribbled(random, 8 * random.nextInt(8), ring), device.bytes(8 * random.nextInt(10)));
            Errno errno = device.write(number, request, device.bytes(random.nextInt(40) * 8), udata);
            succeeded += errno == Errno.OK ? 1 : 0;
        }
        assertTrue(succeeded > COMMANDS / 100, () -> "too few commands get through");
        assertTrue(bench.contradiction().isEmpty());
        device.file.close();
        assertTrue(bench.host("alice").kernel().resources().isEmpty());
    }

    /** Words that are small numbers, addresses of mapped memory or anything. */
    private MemorySegment scribbled(SplittableRandom random, int length, long ring) {
        MemorySegment bytes = device.bytes(length);
        for (int at = 0; at + Integer.BYTES <= length; at += Integer.BYTES) {
            if (random.nextInt(6) == 0 && at + Long.BYTES <= length && at % Long.BYTES == 0) {
                bytes.set(ValueLayout.JAVA_LONG, at, ring + 4096L * random.nextInt(200));
                at += Integer.BYTES;
            } else {
                bytes.set(JAVA_INT, at, random.nextInt(8) == 0 ? random.nextInt() : random.nextInt(24));
            }
        }
        return bytes;
    }
}
