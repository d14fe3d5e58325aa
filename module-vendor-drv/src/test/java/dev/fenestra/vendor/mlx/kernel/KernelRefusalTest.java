package dev.fenestra.vendor.mlx.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.device.HcaConfig;
import dev.fenestra.hw.sim.device.WindowSupport;
import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.Hca;
import dev.fenestra.hw.sim.prm.CommandInput;
import dev.fenestra.hw.sim.prm.CommandOpcode;
import dev.fenestra.hw.sim.prm.CommandOutput;
import dev.fenestra.hw.sim.prm.CreateMkey;
import dev.fenestra.hw.sim.prm.HcaCapability;
import dev.fenestra.hw.sim.prm.MkeyContext;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.DriverDm;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.DriverSrq;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.SrqRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqAttribute;
import dev.fenestra.ib.core.vocabulary.SrqAttributes;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.Provokes;
import dev.fenestra.vendor.mlx.abi.ContextUdata;
import dev.fenestra.vendor.mlx.abi.CqUdata;
import dev.fenestra.vendor.mlx.abi.DmUdata;
import dev.fenestra.vendor.mlx.abi.FastMrUdata;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.abi.QpUdata;
import dev.fenestra.vendor.mlx.abi.ResizeCqUdata;
import dev.fenestra.vendor.mlx.abi.SrqUdata;
import dev.fenestra.vendor.mlx.abi.UdataField;
import dev.fenestra.vendor.mlx.testing.FakeHost;
import dev.fenestra.vendor.mlx.user.MlxUserProvider;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

public class KernelRefusalTest {
    private static final QpCapacity CAPACITY = new QpCapacity(4, 4, 1, 1, 0);
    private static final int BLOCKS = 16;
    private static final long BUFFER_BYTES = 64 * 1024;

    private final FakeHost host = new FakeHost();
    private final Hca hca =
            new Hca(HcaConfig.ofIpv4(0x0a000001).withWindows(WindowSupport.TYPES_1_AND_2B), new Fabric());
    private final MlxDevice device = MlxDevice.start("mlx5_0", hca, host, new MlxUserProvider());
    private final DriverContext context = device.openContext(host, OpenUdata.usual());
    private final DriverPd pd = device.allocPd(context, Udata.none());
    private DriverCq cq = createCq(cqUdata());
    private int pinned;

    @BeforeEach
    void countPins() {
        pinned = host.pinned().size();
    }

    @AfterEach
    void closeDevice() {
        hca.close();
    }

    private Udata cqUdata() {
        Udata udata = Udata.ofBytes(CqUdata.REQUEST_BYTES, CqUdata.RESPONSE_BYTES);
        CqUdata.BUFFER.set(udata.request(), host.allocate(BUFFER_BYTES));
        CqUdata.RECORD.set(udata.request(), host.allocate(64L));
        CqUdata.CQE_BYTES.set(udata.request(), 64);
        return udata;
    }

    private DriverCq createCq(Udata udata) {
        return device.createCq(context, 7, udata);
    }

    private Udata qpUdata() {
        Udata udata = Udata.ofBytes(QpUdata.REQUEST_BYTES, QpUdata.RESPONSE_BYTES);
        QpUdata.BUFFER.set(udata.request(), host.allocate(BUFFER_BYTES));
        QpUdata.RECORD.set(udata.request(), host.allocate(64L));
        QpUdata.SEND_BLOCKS.set(udata.request(), BLOCKS);
        QpUdata.RECEIVE_WQES.set(udata.request(), 4);
        QpUdata.LOG_RECEIVE_STRIDE.set(udata.request(), 4);
        return udata;
    }

    private DriverQp createQp(Udata udata) {
        return device.createQp(pd, new QpRequest(QpType.RC, cq, cq, null, CAPACITY, false, null), udata);
    }

    private void assertRefused(MlxRule rule, Executable call) {
        VerbsException refused = assertThrows(VerbsException.class, call);
        assertEquals(rule, refused.rule());
        assertEquals(rule.errno(), refused.errno());
        assertEquals(pinned, host.pinned().size(), "nothing stays pinned");
    }

    @Test
    void shouldCreateAQpWithoutReceivesOrWithoutSends() {
        for (UdataField absent : List.of(QpUdata.RECEIVE_WQES, QpUdata.SEND_BLOCKS)) {
            Udata udata = qpUdata();
            absent.set(udata.request(), 0);
            device.destroyQp(createQp(udata));
        }
    }

    @Test
    void shouldTakeQueuesThatBeginAtAnyBlockOfAPage() {
        for (int start : new int[] {0, 64, 4032}) {
            Udata udata = qpUdata();
            QpUdata.BUFFER.set(udata.request(), QpUdata.BUFFER.get(udata.request()) + start);
            device.destroyQp(createQp(udata));
        }
    }

    static Stream<Arguments> badQps() {
        return Stream.of(
                Arguments.of("blocks not a power of two", QpUdata.SEND_BLOCKS, 3L),
                Arguments.of("more blocks than the device has", QpUdata.SEND_BLOCKS, 1L << 16),
                Arguments.of("blocks beyond 31 bits", QpUdata.SEND_BLOCKS, 1L << 31),
                Arguments.of("receives not a power of two", QpUdata.RECEIVE_WQES, 5L),
                Arguments.of("more receives than the device has", QpUdata.RECEIVE_WQES, 1L << 16),
                Arguments.of("a stride below a segment", QpUdata.LOG_RECEIVE_STRIDE, 3L),
                Arguments.of("a stride above the largest", QpUdata.LOG_RECEIVE_STRIDE, 12L),
                Arguments.of("a stride beyond 31 bits", QpUdata.LOG_RECEIVE_STRIDE, 0xffffffffL));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badQps")
    @Provokes(MlxRule.UDATA)
    void shouldRefuseQueuesThatCannotExist(String name, UdataField field, long value) {
        Udata udata = qpUdata();
        field.set(udata.request(), value);

        assertRefused(MlxRule.UDATA, () -> createQp(udata));
    }

    @Test
    @Provokes({MlxRule.DM_ALIGN, MlxRule.DM_ACCESS, MlxRule.MAP})
    void shouldRefuseDeviceMemoryThatCannotBe() {
        Udata udata = Udata.ofBytes(0, DmUdata.RESPONSE_BYTES);
        Udata steering = Udata.ofBytes(DmUdata.REQUEST_BYTES, DmUdata.RESPONSE_BYTES);
        DmUdata.TYPE.set(steering.request(), 1);
        assertEquals(
                Errno.EOPNOTSUPP,
                assertThrows(VerbsException.class, () -> device.allocDm(context, 64, 0, steering))
                        .errno());
        assertRefused(MlxRule.DM_ALIGN, () -> device.allocDm(context, 64, 13, udata));
        assertRefused(MlxRule.UDATA, () -> device.allocDm(context, 64, 0, Udata.none()));
        DriverDm memory = device.allocDm(context, 64, 0, udata);

        int access = AccessFlag.mask(AccessFlag.ZERO_BASED, AccessFlag.MW_BIND);
        assertRefused(MlxRule.DM_ACCESS, () -> device.regDmMr(pd, memory, 0, 8, access));
        long offset = DmUdata.mapOffset(udata.response());
        DriverContext other = device.openContext(host, OpenUdata.usual());
        assertRefused(MlxRule.MAP, () -> device.map(other, offset));
        device.map(context, offset);
    }

    @Test
    void shouldKeepNothingOfAFastRegionThatItRefuses() {
        Udata udata = Udata.ofBytes(FastMrUdata.REQUEST_BYTES, FastMrUdata.RESPONSE_BYTES);
        FastMrUdata.LIST.set(udata.request(), host.allocate(BUFFER_BYTES));
        LedgerCell odd = new LedgerCell(MemorySegment.NULL, 0, 4);
        assertRefused(MlxRule.COMMAND, () -> device.allocMr(pd, 4, odd, udata));
        assertRefused(MlxRule.UDATA, () -> device.allocMr(pd, 4, odd, Udata.none()));
    }

    @Test
    @Provokes(MlxRule.DEVX)
    void shouldRefuseCommandsThatAUserHalfMayNotGive() {
        Udata other = mkeyUdata(CommandOpcode.DESTROY_MKEY, MkeyContext.CLASS_INDIRECT);
        Udata window = mkeyUdata(CommandOpcode.CREATE_MKEY, MkeyContext.CLASS_MW_TYPE_2);
        Udata ledger = mkeyUdata(CommandOpcode.CREATE_MKEY, MkeyContext.CLASS_INDIRECT);
        CreateMkey.LEDGER.setLong(ledger.request(), 0, 4096);

        assertRefused(MlxRule.DEVX, () -> device.createObject(pd, other));
        assertRefused(MlxRule.DEVX, () -> device.createObject(pd, window));
        assertRefused(MlxRule.DEVX, () -> device.createObject(pd, ledger));
        assertRefused(MlxRule.DEVX, () -> device.query(context, Udata.ofBytes(16, HcaCapability.BYTES)));
        assertRefused(MlxRule.UDATA, () -> device.createObject(pd, Udata.ofBytes(16, 16)));
    }

    @Test
    void shouldPutAnMkeyIntoThePdOfItsCallerWhateverTheCommandSays() {
        Udata udata = mkeyUdata(CommandOpcode.CREATE_MKEY, MkeyContext.CLASS_INDIRECT);
        MkeyContext.PD.set(udata.request(), CreateMkey.MKEY_OFFSET, 0x777777);

        device.destroyObject(device.createObject(pd, udata));

        assertTrue(CommandOutput.OBJECT.get(udata.response(), 0) > 0);
    }

    private static Udata mkeyUdata(CommandOpcode opcode, int objectClass) {
        Udata udata = Udata.ofBytes(CreateMkey.BYTES, CommandOutput.BYTES);
        CommandInput.OPCODE.set(udata.request(), 0, opcode.code());
        MkeyContext.OBJECT_CLASS.set(udata.request(), CreateMkey.MKEY_OFFSET, objectClass);
        MkeyContext.ACCESS_MODE.set(udata.request(), CreateMkey.MKEY_OFFSET, MkeyContext.ACCESS_MODE_KLM);
        MkeyContext.TRANSLATION_OCTOWORDS.set(udata.request(), CreateMkey.MKEY_OFFSET, 4);
        return udata;
    }

    @Test
    void shouldRefuseABufferThatDoesNotBeginWithABlock() {
        Udata udata = qpUdata();
        QpUdata.BUFFER.set(udata.request(), QpUdata.BUFFER.get(udata.request()) + 32);

        assertRefused(MlxRule.UDATA, () -> createQp(udata));
    }

    @Test
    void shouldRefuseARecordThatIsNotAligned() {
        Udata udata = qpUdata();
        QpUdata.RECORD.set(udata.request(), QpUdata.RECORD.get(udata.request()) + 4);

        assertRefused(MlxRule.UDATA, () -> createQp(udata));
    }

    @Test
    void shouldRefuseMemoryThatIsNotMapped() {
        for (UdataField field : List.of(QpUdata.BUFFER, QpUdata.RECORD)) {
            Udata udata = qpUdata();
            field.set(udata.request(), 0x1000);

            VerbsException refused = assertThrows(VerbsException.class, () -> createQp(udata));

            assertEquals(Errno.EFAULT, refused.errno());
            assertEquals(pinned, host.pinned().size(), "nothing stays pinned");
        }
    }

    @Test
    void shouldRefuseCqesOfAnotherSize() {
        Udata udata = cqUdata();
        CqUdata.CQE_BYTES.set(udata.request(), 96);

        assertRefused(MlxRule.UDATA, () -> createCq(udata));
    }

    @Test
    void shouldRefuseUdataThatIsTooShort() {
        assertRefused(MlxRule.UDATA, () -> createCq(Udata.none()));
        assertRefused(MlxRule.UDATA, () -> createQp(Udata.none()));
        assertRefused(MlxRule.UDATA, () -> createQp(Udata.ofBytes(QpUdata.REQUEST_BYTES - 1, QpUdata.RESPONSE_BYTES)));
        assertRefused(MlxRule.UDATA, () -> createCq(Udata.ofBytes(CqUdata.REQUEST_BYTES, CqUdata.RESPONSE_BYTES - 1)));
        assertRefused(MlxRule.UDATA, () -> device.openContext(host, Udata.none()));
    }

    private DriverSrq createSrq(Udata udata) {
        return device.createSrq(pd, new SrqRequest(new SrqCapacity(7, 1), 0), udata);
    }

    private Udata srqUdata() {
        Udata udata = Udata.ofBytes(SrqUdata.REQUEST_BYTES, SrqUdata.RESPONSE_BYTES);
        SrqUdata.BUFFER.set(udata.request(), host.allocate(BUFFER_BYTES));
        SrqUdata.RECORD.set(udata.request(), host.allocate(64L));
        return udata;
    }

    @Test
    @Provokes(MlxRule.UDATA)
    void shouldRefuseAnSrqWhoseReservedWordsAreNotZero() {
        for (UdataField reserved : List.of(SrqUdata.RESERVED_0, SrqUdata.RESERVED_1)) {
            Udata udata = srqUdata();
            reserved.set(udata.request(), 7);

            assertRefused(MlxRule.UDATA, () -> createSrq(udata));
        }
    }

    @Test
    void shouldRefuseAnSrqWhoseUdataIsWrong() {
        Udata unaligned = srqUdata();
        SrqUdata.BUFFER.set(unaligned.request(), SrqUdata.BUFFER.get(unaligned.request()) + 32);

        assertRefused(MlxRule.UDATA, () -> createSrq(Udata.none()));
        assertRefused(MlxRule.UDATA, () -> createSrq(unaligned));
    }

    @Test
    @Provokes(MlxRule.SRQ_RESIZE)
    void shouldRefuseAnotherSizeForAnSrq() {
        Udata udata = srqUdata();
        DriverSrq srq = createSrq(udata);
        pinned = host.pinned().size();
        int both = SrqAttribute.MAX_WR.bit() | SrqAttribute.LIMIT.bit();

        assertRefused(MlxRule.SRQ_RESIZE, () -> device.modifySrq(srq, both, 3, 2, Udata.none()));

        assertEquals(new SrqAttributes(new SrqCapacity(7, 1), 0), device.querySrq(srq));
        assertEquals(srq.number(), SrqUdata.SRQN.getInt(udata.response()));
    }

    @Test
    void shouldRefuseReceivesOfItsOwnForAQpWithAnSrq() {
        DriverSrq srq = createSrq(srqUdata());
        pinned = host.pinned().size();

        assertRefused(
                MlxRule.UDATA,
                () -> device.createQp(pd, new QpRequest(QpType.RC, cq, cq, srq, CAPACITY, false, null), qpUdata()));
    }

    @Test
    @Provokes(MlxRule.MAP)
    void shouldMapDoorbellPagesOnly() {
        long page = 4096;
        long command = page << ContextUdata.MAP_INDEX_BITS;
        for (long legal : new long[] {ContextUdata.MAP_FIRST_PAGE, page, 2 * command, 3 * command + page}) {
            assertEquals(page, device.map(context, legal).memory().byteSize(), () -> "offset " + legal);
        }
        long[] wrong = {1, 255 * page, command, 4 * command, 6 * command, 2 * command + 1, -page, Long.MIN_VALUE};
        for (long offset : wrong) {
            assertRefused(MlxRule.MAP, () -> device.map(context, offset));
        }
    }

    @Test
    @Provokes(MlxRule.CQ_PERIOD)
    void shouldRefuseAModerationPeriodThatTheCqContextHasNoRoomFor() {
        assertRefused(MlxRule.CQ_PERIOD, () -> device.modifyCq(cq, 1, 0x1000));

        device.modifyCq(cq, 1, 0xfff);
    }

    @Test
    @Provokes(MlxRule.UDATA)
    void shouldRefuseARingThatCannotBe() {
        Udata udata = Udata.ofBytes(ResizeCqUdata.REQUEST_BYTES, ResizeCqUdata.RESPONSE_BYTES);
        ResizeCqUdata.CQE_BYTES.set(udata.request(), 64);
        ResizeCqUdata.BUFFER.set(udata.request(), host.allocate(BUFFER_BYTES) + 32);
        assertRefused(MlxRule.UDATA, () -> device.resizeCq(cq, 15, udata));

        ResizeCqUdata.BUFFER.set(udata.request(), host.allocate(BUFFER_BYTES));
        ResizeCqUdata.CQE_BYTES.set(udata.request(), 128);
        assertRefused(MlxRule.UDATA, () -> device.resizeCq(cq, 15, udata));
    }

    @Test
    @Provokes(MlxRule.GID)
    void shouldHaveOneGid() {
        assertEquals("::ffff:10.0.0.1", device.gid(0).toString());
        for (int index : new int[] {1, -1}) {
            assertRefused(MlxRule.GID, () -> device.gid(index));
        }
    }

    @Test
    @Provokes(MlxRule.TRANSITION)
    void shouldRefuseTransitionsThatTheDeviceDoesNotKnow() {
        DriverQp qp = createQp(qpUdata());
        pinned = host.pinned().size();

        assertRefused(MlxRule.TRANSITION, () -> device.modifyQp(qp, QpState.INIT, QpAttributes.to(QpState.SQD)));
    }

    @Test
    @Provokes(MlxRule.COMMAND)
    void shouldPassOnWhatTheDeviceRefuses() {
        DriverQp qp = createQp(qpUdata());
        device.destroyQp(qp);

        assertRefused(MlxRule.COMMAND, () -> device.destroyQp(qp));
        assertRefused(MlxRule.COMMAND, () -> device.deallocMw(new MlxMw(0x7fffff00)));
    }

    @Test
    void shouldGiveBackAllMemoryWithItsQueues() {
        DriverQp qp = createQp(qpUdata());
        device.destroyQp(qp);
        device.destroyCq(cq);

        assertEquals(0, host.pinned().size());
    }

    @Test
    void shouldHaveNoWindowsWhereTheDeviceHasNone() {
        Hca plain = new Hca(HcaConfig.ofIpv4(0x0a000002).withWindows(WindowSupport.NONE), new Fabric());
        MlxDevice without = MlxDevice.start("mlx5_1", plain, new FakeHost(), new MlxUserProvider());

        VerbsException refused = assertThrows(VerbsException.class, () -> without.allocMw(pd, MwType.TYPE_1));

        assertEquals(Errno.EOPNOTSUPP, refused.errno());
        plain.close();
    }
}
