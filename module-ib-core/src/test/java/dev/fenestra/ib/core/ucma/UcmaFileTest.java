package dev.fenestra.ib.core.ucma;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmChannelCalls;
import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.CmIdInfo;
import dev.fenestra.ib.core.cm.CmOption;
import dev.fenestra.ib.core.cm.CmPort;
import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.Ece;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mockito.ArgumentCaptor;

/** Commands as librdmacm writes them, against the calls that they are and the bytes that they store. */
class UcmaFileTest {
    private static final long RESPONSE = 0x7f00_1234_0000L;
    private static final int ID = 5;
    private static final int INET = 2;
    private static final int AF_IB = 27;
    private static final int ROOM = 400;

    private final CmChannelCalls calls = mock(CmChannelCalls.class);
    private final UcmaFile file = new UcmaFile(calls);
    private final Map<Long, byte[]> stored = new LinkedHashMap<>();

    private long wild = -1;

    /** A program whose memory holds 7 everywhere, and that has one wild pointer. */
    private final UcmaCaller caller = new UcmaCaller() {
        @Override
        public byte[] load(long address, int length) {
            byte[] bytes = new byte[length];
            bytes[0] = 7;
            return bytes;
        }

        @Override
        public void checkStorable(long address, int length) {
            if (address == wild) {
                throw new VerbsException(MemoryRule.WRITABLE, "length=" + length);
            }
        }

        @Override
        public void store(long address, byte[] bytes) {
            stored.put(address, bytes);
        }

        @Override
        public CmChannelCalls channel(int descriptor) {
            throw CmRule.ID.refused("descriptor=" + descriptor);
        }
    };

    private static ByteBuffer command(UcmaCommand command) {
        ByteBuffer all = ByteBuffer.allocate(8 + command.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        return all.putInt(0, command.code())
                .putShort(4, (short) command.bytes())
                .putShort(6, (short) ROOM);
    }

    private static ByteBuffer in(ByteBuffer command) {
        return command.slice(8, command.capacity() - 8).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void address(ByteBuffer in, int at, int port, int ip) {
        in.putShort(at, (short) INET);
        in.duplicate()
                .order(ByteOrder.BIG_ENDIAN)
                .putShort(at + 2, (short) port)
                .putInt(at + 4, ip);
    }

    private byte[] answer() {
        return stored.getOrDefault(RESPONSE, new byte[0]);
    }

    @Test
    void shouldCreateAnIdAndStoreItsHandle() {
        when(calls.createId(PortSpace.TCP, QpType.RC, 0x55L)).thenReturn(ID);
        ByteBuffer create = command(UcmaCommand.CREATE_ID);
        in(create)
                .putLong(0, 0x55)
                .putLong(8, RESPONSE)
                .putShort(16, (short) 0x106)
                .put(18, (byte) 2);

        assertEquals(Errno.OK, file.write(create, caller));

        assertArrayEquals(new byte[] {ID, 0, 0, 0}, answer());
    }

    /** Commands that change something and answer. */
    @ParameterizedTest
    @EnumSource(
            value = UcmaCommand.class,
            names = {"CREATE_ID", "DESTROY_ID", "GET_EVENT", "JOIN_IP_MCAST", "LEAVE_MCAST", "JOIN_MCAST", "MIGRATE_ID"
            })
    void shouldChangeNothingWhenTheAnswerCannotBeStored(UcmaCommand command) {
        wild = RESPONSE;
        ByteBuffer asked = command(command);
        if (command == UcmaCommand.CREATE_ID) {
            in(asked).putLong(8, RESPONSE).putShort(16, (short) 0x106).put(18, (byte) 2);
        } else {
            in(asked).putLong(0, RESPONSE);
        }

        assertEquals(Errno.EFAULT, file.write(asked, caller));

        assertEquals(Map.of(), stored);
        verifyNoInteractions(calls);
    }

    @Test
    void shouldBindAnAddressOfEitherLayout() {
        ByteBuffer old = command(UcmaCommand.BIND_IP);
        address(in(old), 8, 7471, 0x0a000002);
        in(old).putInt(36, ID);
        ByteBuffer recent = command(UcmaCommand.BIND);
        in(recent).putInt(0, ID).putShort(4, (short) 16);
        address(in(recent), 8, 7472, 0x0a000002);

        assertEquals(Errno.OK, file.write(old, caller));
        assertEquals(Errno.OK, file.write(recent, caller));

        verify(calls).bindAddr(ID, CmAddress.ofIpv4(0x0a000002, 7471));
        verify(calls).bindAddr(ID, CmAddress.ofIpv4(0x0a000002, 7472));
    }

    @Test
    void shouldRefuseAnAddressOfAnotherFamily() {
        ByteBuffer bind = command(UcmaCommand.BIND);
        in(bind).putInt(0, ID).putShort(4, (short) 48).putShort(8, (short) AF_IB);

        assertEquals(CmRule.FAMILY.refused("").errno(), file.write(bind, caller));

        verifyNoInteractions(calls);
    }

    @Test
    void shouldResolveWithoutASourceWhereNoneIsGiven() {
        ByteBuffer resolve = command(UcmaCommand.RESOLVE_IP);
        address(in(resolve), 28, 7471, 0x0a000002);
        in(resolve).putInt(56, ID).putInt(60, 2000);

        assertEquals(Errno.OK, file.write(resolve, caller));

        verify(calls).resolveAddr(ID, null, CmAddress.ofIpv4(0x0a000002, 7471), 2000);
    }

    @Test
    void shouldConnectWithAllThatTheProgramSays() {
        ByteBuffer connect = command(UcmaCommand.CONNECT);
        ByteBuffer bytes = ByteBuffer.allocate(connect.capacity() + 8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(connect);
        in(bytes)
                .putInt(0, 0x41)
                .put(8, (byte) 9)
                .put(264, (byte) 1)
                .put(266, (byte) 3)
                .put(267, (byte) 4)
                .put(269, (byte) 6)
                .put(270, (byte) 7)
                .put(271, (byte) 1)
                .putInt(272, ID)
                .putInt(280, 0x15b3)
                .putInt(284, 2);

        assertEquals(Errno.OK, file.write(bytes.rewind(), caller));

        ArgumentCaptor<ConnParam> param = ArgumentCaptor.captor();
        verify(calls).connect(eq(ID), param.capture(), eq(new Ece(0x15b3, 2)));
        assertEquals(0x41, param.getValue().qpn());
        assertArrayEquals(new byte[] {9}, param.getValue().privateData());
        assertEquals(3, param.getValue().responderResources());
        assertEquals(4, param.getValue().initiatorDepth());
        assertEquals(6, param.getValue().retryCount());
        assertEquals(7, param.getValue().rnrRetryCount());
    }

    @Test
    void shouldStoreAnEventAsTheHeaderHasIt() {
        when(calls.getEvent())
                .thenReturn(new CmEvent(
                        CmEventType.CONNECT_REQUEST,
                        ID,
                        0x1122,
                        4,
                        0,
                        ConnParam.of(0x77).withPrivateData(HexFormat.of().parseHex("0102")),
                        null,
                        new Ece(3, 4)));
        ByteBuffer get = command(UcmaCommand.GET_EVENT);
        in(get).putLong(0, RESPONSE);

        assertEquals(Errno.OK, file.write(get, caller));

        ByteBuffer seen = ByteBuffer.wrap(answer()).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(336, seen.capacity());
        assertEquals(0x1122, seen.getLong(0));
        assertEquals(ID, seen.getInt(8));
        assertEquals(4, seen.getInt(12));
        assertEquals(0x77, seen.getInt(20));
        assertEquals(1, seen.get(28));
        assertEquals(2, seen.get(20 + 264));
        assertEquals(3, seen.getInt(328));
        assertEquals(4, seen.getInt(332));
    }

    @Test
    void shouldAnswerEagainWhileThereIsNoEvent() {
        ByteBuffer get = command(UcmaCommand.GET_EVENT);
        in(get).putLong(0, RESPONSE);

        assertEquals(Errno.EAGAIN, file.write(get, caller));
        assertEquals(Map.of(), stored);
    }

    @Test
    void shouldReadTheValueOfAnOptionFromTheProgram() {
        ByteBuffer option = command(UcmaCommand.SET_OPTION);
        in(option).putLong(0, 0x9000).putInt(8, ID).putInt(16, 1).putInt(20, 4);

        assertEquals(Errno.OK, file.write(option, caller));

        verify(calls).setOption(ID, CmOption.REUSE_ADDRESS, 7);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 4, EINVAL",
        "0, 3, 4, EINVAL",
        "0, 1, 1, EINVAL",
        "0, 2, 8, EINVAL",
        "0, 4, 4, ENOSYS",
        "1, 1, 4, ENOSYS"
    })
    void shouldRefuseAnOptionOfAnotherLengthOrName(int level, int name, int length, Errno errno) {
        ByteBuffer option = command(UcmaCommand.SET_OPTION);
        in(option)
                .putLong(0, 0x9000)
                .putInt(8, ID)
                .putInt(12, level)
                .putInt(16, name)
                .putInt(20, length);

        assertEquals(errno, file.write(option, caller));

        verify(calls, never()).setOption(anyInt(), any(), anyInt());
    }

    @Test
    void shouldStoreTheAttributesOfAQpAtTheirPlaces() {
        when(calls.initQpAttr(ID, QpState.RTR))
                .thenReturn(QpAttributes.to(QpState.RTR)
                        .path(Gid.ofIpv4(0x0a000001), 0)
                        .pathMtu(Mtu.MTU_1024)
                        .destinationQpn(0x99)
                        .rqPsn(0x123456)
                        .maxDestRdAtomic(2)
                        .minRnrTimer(5));
        ByteBuffer init = command(UcmaCommand.INIT_QP_ATTR);
        in(init).putLong(0, RESPONSE).putInt(8, ID).putInt(12, 2);

        assertEquals(Errno.OK, file.write(init, caller));

        ByteBuffer seen = ByteBuffer.wrap(answer()).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(144, seen.capacity());
        assertEquals(2, seen.getInt(4));
        assertEquals(3, seen.getInt(12));
        assertEquals(0x123456, seen.getInt(24));
        assertEquals(0x99, seen.getInt(32));
        assertEquals((byte) 0x0a, seen.get(40 + 12));
        assertEquals(1, seen.get(40 + 29));
        assertEquals(2, seen.get(131));
        assertEquals(5, seen.get(132));
    }

    @ParameterizedTest
    @EnumSource(UcmaCommand.class)
    void shouldRefuseACommandThatEndsTooEarly(UcmaCommand command) {
        ByteBuffer whole = command(command);

        assertEquals(Errno.EINVAL, file.write(whole.slice(0, 7), caller));
        if (command.bytes() > 0) {
            assertEquals(Errno.EINVAL, file.write(whole.slice(0, whole.capacity() - 1), caller));
        }
        verifyNoInteractions(calls);
    }

    @Test
    void shouldRefuseACommandThatIsNone() {
        ByteBuffer none = command(UcmaCommand.BIND).putInt(0, UcmaCommand.values().length);

        assertEquals(Errno.EINVAL, file.write(none, caller));
        assertEquals(Errno.EINVAL, file.write(none.putInt(0, -1), caller));
        verifyNoInteractions(calls);
    }

    private static CmIdInfo info() {
        return new CmIdInfo(
                ID,
                "ROUTE_RESOLVED",
                PortSpace.TCP,
                QpType.RC,
                CmAddress.ofIpv4(0x0a000001, 1000),
                CmAddress.ofIpv4(0x0a000002, 7471),
                new CmPort("mlx5_0", 1, 0, Gid.ofIpv4(0x0a000001), 0x1122, Mtu.MTU_1024),
                Gid.ofIpv4(0x0a000002),
                0x28,
                0);
    }

    private static ByteBuffer query(int option) {
        ByteBuffer query = command(UcmaCommand.QUERY);
        in(query).putLong(0, RESPONSE).putInt(8, ID).putInt(12, option);
        return query;
    }

    private ByteBuffer seen() {
        return ByteBuffer.wrap(answer()).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** A second thread asks while the first one finds out that no address of AF_IB can be bound. */
    @Test
    void shouldAnswerWhichGidsAnIdOfAnyFamilyHas() {
        when(calls.query(ID)).thenReturn(info());

        assertEquals(Errno.OK, file.write(query(2), caller));

        ByteBuffer seen = seen();
        assertEquals(48, seen.getShort(12));
        assertEquals(48, seen.getShort(14));
        ByteBuffer network = ByteBuffer.wrap(answer());
        for (int at : new int[] {16, 144}) {
            assertEquals(AF_IB, seen.getShort(at));
            assertEquals((short) 0xffff, seen.getShort(at + 2));
            assertEquals(0, network.getLong(at + 8));
        }
        assertEquals(0xffff_0a00_0001L, network.getLong(16 + 16));
        assertEquals(0xffff_0a00_0002L, network.getLong(144 + 16));
        assertEquals(0x0106_03e8L, network.getLong(16 + 24));
        assertEquals(0x0106_1d2fL, network.getLong(144 + 24));
    }

    @Test
    void shouldAnswerThePathOfAnIdOfAnyFamily() {
        when(calls.query(ID)).thenReturn(info());

        assertEquals(Errno.OK, file.write(query(1), caller));

        ByteBuffer seen = seen();
        assertEquals(80, seen.capacity());
        assertEquals(1, seen.getInt(0));
        assertEquals(0x2b, seen.getInt(8));
        ByteBuffer record = ByteBuffer.wrap(answer()).slice(16, 64);
        assertEquals(0xffff_0a00_0002L, record.getLong(16));
        assertEquals(0xffff_0a00_0001L, record.getLong(32));
        assertEquals(64, record.get(47));
        assertEquals(0x28, record.get(48));
        assertEquals((short) 0xffff, record.getShort(50));
        assertEquals((byte) (0x80 | 3), record.get(54));
    }

    @Test
    void shouldSayThatThereIsNoPathYet() {
        when(calls.query(ID))
                .thenReturn(new CmIdInfo(ID, "IDLE", PortSpace.TCP, QpType.RC, null, null, null, null, 0, 0));

        assertEquals(Errno.OK, file.write(query(1), caller));

        assertArrayEquals(new byte[8], answer());
    }

    @Test
    void shouldNotKnowOtherQueriesAndOptions() {
        assertEquals(Errno.ENOSYS, file.write(query(3), caller));
        ByteBuffer option = command(UcmaCommand.SET_OPTION);
        in(option).putInt(8, ID).putInt(16, 4).putInt(20, 4);
        assertEquals(Errno.ENOSYS, file.write(option, caller));
        in(option).putInt(12, 1).putInt(16, 1);
        assertEquals(Errno.ENOSYS, file.write(option, caller));
        assertEquals(Errno.ENOSYS, file.write(command(UcmaCommand.GET_OPTION), caller));
        verifyNoInteractions(calls);
    }

    @ParameterizedTest
    @CsvSource({"0, 4", "1, 1", "2, 1", "3, 4"})
    void shouldRefuseAnOptionOfAnotherSize(int name, int length) {
        ByteBuffer option = command(UcmaCommand.SET_OPTION);
        in(option).putInt(8, ID).putInt(16, name).putInt(20, length);

        assertEquals(Errno.EINVAL, file.write(option, caller));

        verifyNoInteractions(calls);
    }

    @ParameterizedTest
    @EnumSource(UcmaCommand.class)
    void shouldRefuseACommandWhoseAnswerHasNoRoom(UcmaCommand command) {
        assumeTrue(command.answer() > 0);
        ByteBuffer tight = command(command).putShort(6, (short) (command.answer() - 1));

        assertEquals(Errno.ENOSPC, file.write(tight, caller));

        verifyNoInteractions(calls);
        assertEquals(Map.of(), stored);
    }

    @Test
    void shouldStoreNoMoreThanAnOlderLibraryHasRoomFor() {
        when(calls.getEvent()).thenReturn(new CmEvent(CmEventType.ESTABLISHED, ID, 1, 0, 0, null, null, new Ece(3, 4)));
        ByteBuffer get = command(UcmaCommand.GET_EVENT).putShort(6, (short) 324);
        in(get).putLong(0, RESPONSE);

        assertEquals(Errno.OK, file.write(get, caller));

        assertEquals(324, answer().length);
    }

    @Test
    void shouldRefuseToConnectWithoutParameters() {
        ByteBuffer connect = command(UcmaCommand.CONNECT);
        in(connect).putInt(272, ID);

        assertEquals(Errno.EINVAL, file.write(connect, caller));

        verifyNoInteractions(calls);
    }

    @Test
    void shouldRefuseAnAddressWhoseLengthIsNotThatOfItsFamily() {
        ByteBuffer bind = command(UcmaCommand.BIND);
        in(bind).putInt(0, ID).putShort(4, (short) 28);
        address(in(bind), 8, 7472, 0x0a000002);
        assertEquals(Errno.EINVAL, file.write(bind, caller));
        in(bind).putShort(4, (short) 16).putShort(6, (short) 1);
        assertEquals(Errno.EINVAL, file.write(bind, caller));
        ByteBuffer resolve = command(UcmaCommand.RESOLVE_ADDR);
        in(resolve).putInt(0, ID);
        address(in(resolve), 144, 7472, 0x0a000002);
        assertEquals(Errno.EINVAL, file.write(resolve, caller));
        ByteBuffer join = command(UcmaCommand.JOIN_MCAST);
        in(join).putInt(16, ID).putShort(20, (short) 16).putShort(22, (short) 2);
        address(in(join), 24, 0, 0xef010101);
        assertEquals(Errno.EINVAL, file.write(join, caller));

        verifyNoInteractions(calls);
    }

    @Test
    void shouldTellOfNothingButAnEstablishedConnection() {
        ByteBuffer notify = command(UcmaCommand.NOTIFY);
        in(notify).putInt(0, ID).putInt(4, 11);
        assertEquals(Errno.EINVAL, file.write(notify, caller));
        verifyNoInteractions(calls);

        in(notify).putInt(4, 4);
        assertEquals(Errno.OK, file.write(notify, caller));
        verify(calls).notifyEstablished(ID);
    }

    @Test
    void shouldTakeTheTypeOfAQpFromThePortSpace() {
        ByteBuffer create = command(UcmaCommand.CREATE_ID);
        in(create).putLong(8, RESPONSE).putShort(16, (short) 0x111).put(18, (byte) 2);

        assertEquals(Errno.OK, file.write(create, caller));

        verify(calls).createId(PortSpace.UDP, QpType.UD, 0);
    }

    @Test
    void shouldAnswerTheErrnoOfARefusedCall() {
        when(calls.createId(any(), any(), anyLong())).thenThrow(CmRule.PORT_SPACE.refused("no"));
        when(calls.destroyId(anyInt())).thenThrow(CmRule.ID.refused("no"));
        ByteBuffer create = command(UcmaCommand.CREATE_ID);
        in(create).putShort(16, (short) 0x106).put(18, (byte) 2);

        assertEquals(Errno.EINVAL, file.write(create, caller));
        assertEquals(Errno.ENOENT, file.write(command(UcmaCommand.DESTROY_ID), caller));
        assertEquals(Map.of(), stored);
    }
}
