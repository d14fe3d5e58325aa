package dev.fenestra.ib.core.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.uverbs.Descriptors;
import dev.fenestra.ib.core.uverbs.UverbsFile;
import dev.fenestra.ib.core.uverbs.WriteCall;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.ArgumentCaptor;
import org.mockito.Mockito;

/** MODIFY_QP and CREATE_AH as bytes: each attribute that they carry. */
public class PathBytesTest {
    private static final int EXTENDED = 1 << 31;
    private static final int CREATE_AH = 5;
    private static final int MODIFY_QP = 26;
    private static final int EX_MODIFY_QP = EXTENDED | MODIFY_QP;
    private static final int QUERY_QP = 25;

    private static final int MASK = 68;
    private static final int PATH_MIG_STATE = 99;
    private static final int IS_GLOBAL = 30;
    private static final int PATH_PORT = 31;

    private static final int CAP = 1 << 19;
    private static final int RESERVED = 1 << 22;
    private static final int RATE_LIMIT = 1 << 25;
    /** What a QP of type RC needs from INIT to RTR. */
    private static final int TO_RTR = 0x1 | 0x80 | 0x100 | 0x1000 | 0x8000 | 0x20000 | 0x100000;

    private final Bench bench = new Bench();
    private final UverbsFile file = new UverbsFile(bench.process, "fake_0", Mockito.mock(Descriptors.class));
    private int pd;
    private int qp;

    @BeforeEach
    void open() {
        assertEquals(Errno.OK, write(0, bytes(8), bytes(8)));
        MemorySegment answer = bytes(64);
        assertEquals(Errno.OK, write(3, bytes(8), answer));
        pd = answer.get(JAVA_INT, 0);
        MemorySegment cq = bytes(32);
        cq.set(JAVA_INT, 16, 8);
        cq.set(JAVA_INT, 24, -1);
        assertEquals(Errno.OK, write(18, cq, answer));
        MemorySegment made = bytes(56);
        made.set(JAVA_INT, 16, pd);
        made.set(JAVA_INT, 20, answer.get(JAVA_INT, 0));
        made.set(JAVA_INT, 24, answer.get(JAVA_INT, 0));
        for (int capacity = 32; capacity < 48; capacity += Integer.BYTES) {
            made.set(JAVA_INT, capacity, 1);
        }
        made.set(JAVA_BYTE, 52, (byte) 1);
        made.set(JAVA_BYTE, 53, (byte) 2);
        assertEquals(Errno.OK, write(24, made, answer));
        qp = answer.get(JAVA_INT, 0);
        assertEquals(Errno.OK, modify(MODIFY_QP, change(0x1 | 0x10 | 0x20 | 0x8, QpState.INIT)));
    }

    @AfterEach
    void close() {
        file.close();
        bench.close();
    }

    private static MemorySegment bytes(long count) {
        return Arena.ofAuto().allocate(count, Long.BYTES);
    }

    private Errno write(int command, MemorySegment request, MemorySegment response) {
        return file.write(command, new WriteCall(request, response, Udata.none()));
    }

    private Errno modify(int command, MemorySegment request) {
        return write(command, request, bytes(8));
    }

    private static void path(MemorySegment out, int... lastOctets) {
        out.asSlice(0, 16)
                .copyFrom(MemorySegment.ofArray(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 10, 0, 0, 2}));
        out.set(JAVA_INT, 16, 0xfff54321);
        for (int i = 0; i < lastOctets.length; i++) {
            out.set(JAVA_BYTE, 20 + i, (byte) lastOctets[i]);
        }
    }

    private MemorySegment change(int mask, QpState state) {
        MemorySegment in = bytes(120);
        path(in, 0, 0, 0, 0, 0, 9, 0x68, 5, 3, 10, 1, 1);
        in.set(JAVA_INT, 64, qp);
        in.set(JAVA_INT, MASK, mask);
        in.set(JAVA_BYTE, 96, (byte) state.code());
        in.set(JAVA_BYTE, 98, (byte) 3);
        in.set(JAVA_BYTE, 104, (byte) 1);
        return in;
    }

    private void assertUnchanged(Errno errno, int command, MemorySegment request) {
        assertEquals(errno, modify(command, request));
        verify(bench.device, never()).modifyQp(any(), eq(QpState.INIT), any());
    }

    @Test
    void shouldReadEachAttributeOfThePath() {
        assertEquals(Errno.OK, modify(MODIFY_QP, change(TO_RTR, QpState.RTR)));

        ArgumentCaptor<QpAttributes> given = ArgumentCaptor.forClass(QpAttributes.class);
        verify(bench.device).modifyQp(any(), eq(QpState.INIT), given.capture());
        assertEquals(
                new AhAttributes(Gid.ofIpv4(0x0a000002), 1, 0, 0x54321, 64, 0x68, 5, 10),
                given.getValue().path());
    }

    @Test
    @Provokes("PATH-7")
    void shouldRefuseAPathWithoutGids() {
        MemorySegment toRtr = change(TO_RTR, QpState.RTR);
        toRtr.set(JAVA_BYTE, IS_GLOBAL, (byte) 0);
        assertUnchanged(Errno.EINVAL, MODIFY_QP, toRtr);
        assertUnchanged(Errno.EINVAL, EX_MODIFY_QP, toRtr);

        MemorySegment handle = bytes(56);
        handle.set(JAVA_INT, 16, pd);
        path(handle.asSlice(24), 0, 64, 0, 0, 0, 0, 0, 0, 0, 0, 1);
        assertEquals(Errno.EINVAL, write(CREATE_AH, handle, bytes(8)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 3, 255})
    void shouldRefuseAPathByAnotherPort(int port) {
        MemorySegment toRtr = change(TO_RTR, QpState.RTR);
        toRtr.set(JAVA_BYTE, PATH_PORT, (byte) port);
        assertUnchanged(Errno.EINVAL, MODIFY_QP, toRtr);
    }

    @Test
    @Provokes("QPA-11")
    void shouldRefuseAnAlternatePath() {
        assertUnchanged(Errno.EINVAL, MODIFY_QP, change(TO_RTR | QpAttribute.ALT_PATH.bit(), QpState.RTR));

        assertEquals(Errno.OK, modify(MODIFY_QP, change(TO_RTR, QpState.RTR)));
        int toRts = 0x1 | 0x200 | 0x400 | 0x800 | 0x2000 | 0x10000 | QpAttribute.PATH_MIG_STATE.bit();
        MemorySegment armed = change(toRts, QpState.RTS);
        armed.set(JAVA_BYTE, PATH_MIG_STATE, (byte) 1);
        assertEquals(Errno.EINVAL, modify(MODIFY_QP, armed));
        armed.set(JAVA_BYTE, PATH_MIG_STATE, (byte) 0);
        assertEquals(Errno.OK, modify(MODIFY_QP, armed));
    }

    @Test
    void shouldRefuseAttributesThatNoQpHas() {
        assertUnchanged(Errno.EINVAL, MODIFY_QP, change(TO_RTR | CAP, QpState.RTR));
        assertUnchanged(Errno.EINVAL, EX_MODIFY_QP, change(TO_RTR | RESERVED, QpState.RTR));
        assertUnchanged(Errno.EINVAL, EX_MODIFY_QP, change(TO_RTR | RATE_LIMIT, QpState.RTR));
        assertUnchanged(Errno.EOPNOTSUPP, MODIFY_QP, change(TO_RTR | RATE_LIMIT, QpState.RTR));
        assertUnchanged(Errno.EOPNOTSUPP, EX_MODIFY_QP, change(TO_RTR | 1 << 26, QpState.RTR));
    }

    @Test
    void shouldTellEachAttributeOfThePath() {
        AhAttributes path = new AhAttributes(Gid.ofIpv4(0x0a000002), 1, 0, 0x54321, 64, 0x68, 5, 10);
        Mockito.doReturn(QpAttributes.to(QpState.RTR).path(path))
                .when(bench.device)
                .queryQp(any());
        MemorySegment asked = bytes(16);
        asked.set(JAVA_INT, 8, qp);
        MemorySegment told = bytes(128);

        assertEquals(Errno.OK, write(QUERY_QP, asked, told));

        MemorySegment expected = bytes(32);
        path(expected, 0, 0, 0, 0, 0, 64, 0x68, 5, 0, 10, 1, 1);
        expected.set(JAVA_INT, 16, 0x54321);
        assertEquals(-1, told.asSlice(0, 32).mismatch(expected));
        assertEquals(1, told.get(JAVA_BYTE, 122), "sq_sig_all");
    }
}
