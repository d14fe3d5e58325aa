package dev.fenestra.tools.bridge;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.uverbs.Attributes;
import dev.fenestra.ib.core.uverbs.Attributes.Attribute;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Methods of the ioctl interface with attributes of the driver, as libmlx5 calls them. */
class VendorMethodsTest extends OpenedDevice {
    private static final int PD = 1;
    private static final int CQ = 3;
    private static final int MR = 7;
    private static final int DM = 14;
    private static final int ASYNC_EVENT = 16;
    private static final int DESTROY_CQ = 20;
    private static final int FIRST = 0x1000;
    private static final int DEVX_OBJECT = 0x1001;
    private static final int UAR = 0x1008;
    private static final int DM_BYTES = 8192;
    private static final int CREATE_MKEY = 0x200;
    private static final int QUERY_HCA_CAP = 0x100;
    private static final int CAPABILITY_BYTES = 0x1010;
    private static final int ZERO_BASED_WRITABLE = 0x21;

    /** The attributes of one call. */
    private final class Call {
        private final List<Attribute> all = new ArrayList<>();

        Call value(int id, int length, long value) {
            all.add(new Attribute(id, length, value, MemorySegment.NULL));
            return this;
        }

        Call bytes(int id, MemorySegment bytes) {
            all.add(new Attribute(id, (int) bytes.byteSize(), 0, bytes));
            return this;
        }

        Call room(int id, int length) {
            return bytes(id, device.bytes(length));
        }

        Attributes attributes() {
            return new Attributes(all);
        }

        Attributes run(int object, int method) {
            Attributes asked = attributes();
            assertEquals(Errno.OK, device.file.ioctl(object, method, asked));
            return asked;
        }
    }

    private Call call() {
        return new Call();
    }

    private static MemorySegment answer(Attributes answered, int id) {
        return answered.answers().stream()
                .filter(answer -> answer.attribute().id() == id)
                .findFirst()
                .orElseThrow()
                .bytes();
    }

    private static int number(Attributes answered, int id) {
        return answer(answered, id).get(ValueLayout.JAVA_INT_UNALIGNED, 0);
    }

    private Attributes allocateDm(int type) {
        return dm(type).run(DM, 0);
    }

    private Call dm(int type) {
        return call().value(0, 0, 0)
                .value(1, Long.BYTES, DM_BYTES)
                .value(2, Integer.BYTES, 0)
                .room(FIRST, Long.BYTES)
                .room(FIRST + 1, Short.BYTES)
                .value(FIRST + 2, Integer.BYTES, type);
    }

    private int allocatePd(MemorySegment number) {
        MemorySegment pd = device.bytes(4);
        assertEquals(
                Errno.OK, device.write(Commands.ALLOC_PD, device.bytes(8), pd, new Udata(device.bytes(0), number)));
        return pd.get(JAVA_INT, 0);
    }

    /** The offset is the command 8 and the index, in pages. */
    private MemorySegment map(Attributes allocated) {
        int index = answer(allocated, FIRST + 1).get(JAVA_SHORT, 0) & 0xffff;
        return device.file.map((0x800L | index) * PAGE_BYTES, PAGE_BYTES).memory();
    }

    @Test
    void shouldAllocateMapRegisterAndFreeDeviceMemory() {
        Attributes allocated = allocateDm(0);
        int dm = number(allocated, 0);
        assertEquals(0, answer(allocated, FIRST).get(JAVA_LONG, 0));
        assertEquals(DM_BYTES, map(allocated).byteSize());

        Attributes region = call().value(0, 0, 0)
                .value(1, Long.BYTES, 4)
                .value(2, Long.BYTES, 64)
                .value(3, 0, allocatePd(device.bytes(4)))
                .value(4, Integer.BYTES, ZERO_BASED_WRITABLE)
                .value(5, 0, dm)
                .room(6, Integer.BYTES)
                .room(7, Integer.BYTES)
                .run(MR, 0);
        int mr = number(region, 0);
        Attributes told = call().value(0, 0, mr)
                .room(1, Integer.BYTES)
                .room(2, Integer.BYTES)
                .room(3, Long.BYTES)
                .room(4, Long.BYTES)
                .run(MR, 3);
        assertEquals(number(region, 6), number(told, 1));
        assertEquals(64, answer(told, 3).get(JAVA_LONG, 0));
        assertEquals(0, answer(told, 4).get(JAVA_LONG, 0));

        Attributes free = call().value(0, 0, dm).attributes();
        assertEquals(Errno.EBUSY, device.file.ioctl(DM, 1, free));
        call().value(0, 0, mr).run(MR, 1);
        assertEquals(Errno.OK, device.file.ioctl(DM, 1, free));
        assertThrows(VerbsException.class, () -> map(allocated));
    }

    @Test
    void shouldTellPiecesOfDeviceMemoryApart() {
        Attributes one = allocateDm(0);
        Attributes other = allocateDm(0);
        map(one).fill((byte) 1);
        map(other).fill((byte) 2);
        assertEquals(1, map(one).get(ValueLayout.JAVA_BYTE, DM_BYTES - 1));
    }

    @Test
    void shouldTellHowDeviceMemoryOfAnotherImportIsMapped() {
        Attributes allocated = allocateDm(0);
        Attributes told = call().value(FIRST, 0, number(allocated, 0))
                .room(FIRST + 1, Long.BYTES)
                .room(FIRST + 2, Short.BYTES)
                .room(FIRST + 3, Long.BYTES)
                .run(DM, FIRST + 1);
        assertArrayEquals(
                answer(allocated, FIRST + 1).toArray(ValueLayout.JAVA_BYTE),
                answer(told, FIRST + 2).toArray(ValueLayout.JAVA_BYTE));
        assertEquals(DM_BYTES, answer(told, FIRST + 3).get(JAVA_LONG, 0));
    }

    @Test
    void shouldRefuseDeviceMemoryOfATypeThatTheDriverDoesNotHave() {
        assertEquals(Errno.EOPNOTSUPP, device.file.ioctl(DM, 0, dm(2).attributes()));
        assertTrue(bench.host("alice").kernel().resources().stream()
                .noneMatch(had -> had.toString().contains("DM")));
    }

    /** Room for the answer is shorter than the answer: what fits is told, and nothing is written beyond. */
    @Test
    void shouldCutAnAnswerThatIsLongerThanItsRoom() {
        Attributes told = call().value(FIRST, 0, allocatePd(device.bytes(4)))
                .room(FIRST + 1, Short.BYTES)
                .run(PD, FIRST);
        assertEquals(Short.BYTES, answer(told, FIRST + 1).byteSize());
    }

    private MemorySegment createMkey(int pd) {
        MemorySegment in = device.bytes(0x110);
        put(in, 0x00, CREATE_MKEY << 16);
        put(in, 0x10, 1 << 30 | 1 << 15 | 1 << 10 | 2 << 8);
        put(in, 0x14, 0xffffff00);
        put(in, 0x1c, pd);
        put(in, 0x44, 4);
        return in;
    }

    private static void put(MemorySegment into, long at, int word) {
        into.set(ValueLayout.JAVA_INT_UNALIGNED, at, Integer.reverseBytes(word));
    }

    @Test
    void shouldCreateAnMkeyInThePdThatTheCommandNames() {
        MemorySegment number = device.bytes(4);
        int pd = allocatePd(number);
        allocatePd(device.bytes(4));
        Attributes created = call().value(FIRST, 0, 0)
                .bytes(FIRST + 1, createMkey(number.get(JAVA_INT, 0)))
                .room(FIRST + 2, 16)
                .run(DEVX_OBJECT, FIRST);
        MemorySegment held = device.bytes(4);
        held.set(JAVA_INT, 0, pd);
        assertEquals(Errno.EBUSY, device.write(4, held, device.bytes(0)), "the PD has an mkey");
        call().value(FIRST, 0, number(created, FIRST)).run(DEVX_OBJECT, FIRST + 1);
        assertEquals(Errno.OK, device.write(4, held, device.bytes(0)));
    }

    @Test
    void shouldRefuseAnMkeyForAPdOfNobody() {
        allocatePd(device.bytes(4));
        Attributes asked = call().value(FIRST, 0, 0)
                .bytes(FIRST + 1, createMkey(0x777777))
                .room(FIRST + 2, 16)
                .attributes();
        assertEquals(Errno.ENOENT, device.file.ioctl(DEVX_OBJECT, FIRST, asked));
    }

    @Test
    void shouldAllocateADoorbellPageOfTheContext() {
        Attributes page = call().value(FIRST, 0, 0)
                .value(FIRST + 1, Integer.BYTES, 1)
                .room(FIRST + 2, Long.BYTES)
                .room(FIRST + 3, Long.BYTES)
                .room(FIRST + 4, Integer.BYTES)
                .run(UAR, FIRST);
        long offset = answer(page, FIRST + 2).get(JAVA_LONG, 0);
        assertEquals(
                answer(page, FIRST + 3).get(JAVA_LONG, 0),
                device.file.map(offset, PAGE_BYTES).memory().byteSize());
        call().value(FIRST, 0, number(page, FIRST)).run(UAR, FIRST + 1);
        assertTrue(bench.host("alice").kernel().resources().size() <= 1, "only the context is left");
    }

    private MemorySegment capabilities(int modifier) {
        MemorySegment in = device.bytes(16);
        put(in, 0, QUERY_HCA_CAP << 16);
        put(in, 4, modifier);
        return answer(call().bytes(FIRST, in).room(FIRST + 1, CAPABILITY_BYTES).run(FIRST, FIRST), FIRST + 1);
    }

    /** libmlx5 reads these pages as the PRM has them. */
    @Test
    void shouldTellNothingInCapabilityPagesButWhatThePrmSays() {
        MemorySegment general = capabilities(1);
        assertTrue(general.get(JAVA_INT, 0x28) != 0, "log_max_cq is there");
        for (MemorySegment page :
                List.of(general.asSlice(0xf00), capabilities(7).asSlice(16))) {
            assertEquals(-1, page.mismatch(MemorySegment.ofArray(new byte[(int) page.byteSize()])));
        }
    }

    @Test
    void shouldSayThatAPortIsThere() {
        call().value(FIRST, Integer.BYTES, 1).room(FIRST + 1, 40).run(0, FIRST);
        Attributes other =
                call().value(FIRST, Integer.BYTES, 2).room(FIRST + 1, 40).attributes();
        assertEquals(Errno.EINVAL, device.file.ioctl(0, FIRST, other));
    }

    /** The page has what the driver writes once: 6.4 nanoseconds a tick. */
    @Test
    void shouldMapThePageThatTurnsTicksIntoNanoseconds() {
        MemorySegment info = device.file.map(0x700L * PAGE_BYTES, PAGE_BYTES).memory();
        long multiplier = info.get(ValueLayout.JAVA_INT_UNALIGNED, 32);
        int shift = info.get(ValueLayout.JAVA_INT_UNALIGNED, 36);
        assertEquals(6_400_000, 1_000_000 * multiplier >> shift, 10);
    }

    private Call cq(long channel, long events) {
        MemorySegment udata = device.bytes(32);
        long ring = process.memory().allocate(2 * PAGE_BYTES);
        udata.set(JAVA_LONG, 0, ring + 64);
        udata.set(JAVA_LONG, 8, process.memory().allocate(64));
        udata.set(JAVA_INT, 16, 64);
        return call().value(0, 0, 0)
                .value(1, Integer.BYTES, 15)
                .value(2, Long.BYTES, 0x77)
                .value(3, 0, channel)
                .value(4, Integer.BYTES, 0)
                .room(6, Integer.BYTES)
                .value(7, 0, events)
                .bytes(FIRST, udata)
                .room(FIRST + 1, Long.BYTES);
    }

    /** As an imported context does, whose events go to a descriptor of its own. */
    @Test
    void shouldCreateACqWhoseEventsGoToTheDescriptorThatItNames() {
        int events = number(call().value(0, 0, 0).run(ASYNC_EVENT, 0), 0);
        Attributes created = cq(-1, events).run(CQ, 0);
        assertEquals(15, number(created, 6));
        assertEquals(Errno.EBADF, device.file.ioctl(CQ, 0, cq(-1, 4711).attributes()));
        assertEquals(Errno.EBADF, device.file.ioctl(CQ, 0, cq(4711, events).attributes()));
        MemorySegment destroy = device.bytes(16);
        destroy.set(JAVA_INT, 8, number(created, 0));
        assertEquals(Errno.OK, device.write(DESTROY_CQ, destroy, device.bytes(8)));
    }
}
