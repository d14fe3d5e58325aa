package dev.fenestra.vendor.mlx.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.hw.sim.mlx5.card.Hca;
import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.Provokes;
import dev.fenestra.vendor.mlx.abi.ContextUdata;
import dev.fenestra.vendor.mlx.abi.CqUdata;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.abi.QpUdata;
import dev.fenestra.vendor.mlx.abi.ResizeCqUdata;
import dev.fenestra.vendor.mlx.testing.FakeHost;
import dev.fenestra.vendor.mlx.user.MlxUserProvider;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Queues, mappings and transitions that the kernel half refuses. */
public class KernelRefusalTest extends KernelScene {
    @Test
    void shouldCreateAQpWithoutReceivesOrWithoutSends() {
        for (HostField absent : List.of(QpUdata.RECEIVE_WQES, QpUdata.SEND_BLOCKS)) {
            Udata udata = qpUdata();
            absent.set(udata.request(), 0);
            assertCreatesAndDestroys(udata);
        }
    }

    @Test
    void shouldTakeQueuesThatBeginAtAnyBlockOfAPage() {
        for (int start : new int[] {0, 64, 4032}) {
            Udata udata = qpUdata();
            QpUdata.BUFFER.set(udata.request(), QpUdata.BUFFER.get(udata.request()) + start);
            assertCreatesAndDestroys(udata);
        }
    }

    private void assertCreatesAndDestroys(Udata udata) {
        DriverQp qp = createQp(udata);
        assertTrue(host.pinned().size() > pinned, "its queues are pinned");
        device.queues().destroyQp(qp);
        assertEquals(pinned, host.pinned().size());
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
    void shouldRefuseQueuesThatCannotExist(String name, HostField field, long value) {
        Udata udata = qpUdata();
        field.set(udata.request(), value);

        assertRefused(MlxRule.UDATA, () -> createQp(udata));
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
        for (HostField field : List.of(QpUdata.BUFFER, QpUdata.RECORD)) {
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

    @Test
    @Provokes(MlxRule.REGISTERS)
    void shouldRefuseMoreDoorbellRegistersThanAContextCanHave() {
        Udata udata = OpenUdata.usual();
        for (int wanted : new int[] {1025, -1}) {
            ContextUdata.WANTED_REGISTERS.set(udata.request(), wanted);
            assertRefused(MlxRule.REGISTERS, () -> device.openContext(host, udata));
        }
        ContextUdata.WANTED_REGISTERS.set(udata.request(), 1024);
        device.openContext(host, udata);
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
        assertRefused(MlxRule.CQ_PERIOD, () -> device.completions().modifyCq(cq, 1, 0x1000));

        device.completions().modifyCq(cq, 1, 0xfff);
    }

    @Test
    @Provokes(MlxRule.UDATA)
    void shouldRefuseARingThatCannotBe() {
        Udata udata = Udata.ofBytes(ResizeCqUdata.REQUEST_BYTES, ResizeCqUdata.RESPONSE_BYTES);
        ResizeCqUdata.CQE_BYTES.set(udata.request(), 64);
        ResizeCqUdata.BUFFER.set(udata.request(), host.allocate(BUFFER_BYTES) + 32);
        assertRefused(MlxRule.UDATA, () -> device.completions().resizeCq(cq, 15, udata));

        ResizeCqUdata.BUFFER.set(udata.request(), host.allocate(BUFFER_BYTES));
        ResizeCqUdata.CQE_BYTES.set(udata.request(), 128);
        assertRefused(MlxRule.UDATA, () -> device.completions().resizeCq(cq, 15, udata));
    }

    @Test
    @Provokes(MlxRule.GID)
    void shouldHaveTwoGidsInATableOf16() {
        assertEquals("::ffff:10.0.0.1", device.ports().gid(0).toString());
        assertTrue(
                device.ports().gid(1).toString().startsWith("fe80::"),
                device.ports().gid(1).toString());
        assertEquals(Gid.UNSPECIFIED, device.ports().gid(15));
        for (int index : new int[] {16, -1}) {
            assertRefused(MlxRule.GID, () -> device.ports().gid(index));
        }
    }

    @Test
    @Provokes(MlxRule.TRANSITION)
    void shouldRefuseTransitionsThatTheDeviceDoesNotKnow() {
        DriverQp qp = createQp(qpUdata());
        pinned = host.pinned().size();

        assertRefused(
                MlxRule.TRANSITION, () -> device.queues().modifyQp(qp, QpState.INIT, QpAttributes.to(QpState.SQD)));
    }

    @Test
    @Provokes(MlxRule.COMMAND)
    void shouldPassOnWhatTheDeviceRefuses() {
        DriverQp qp = createQp(qpUdata());
        device.queues().destroyQp(qp);

        assertRefused(MlxRule.COMMAND, () -> device.queues().destroyQp(qp));
        assertRefused(MlxRule.COMMAND, () -> device.windows().deallocMw(new MlxMw(0x7fffff00)));
    }

    @Test
    void shouldGiveBackAllMemoryWithItsQueues() {
        DriverQp qp = createQp(qpUdata());
        device.queues().destroyQp(qp);
        device.completions().destroyCq(cq);

        assertEquals(0, host.pinned().size());
    }

    @Test
    void shouldHaveNoWindowsWhereTheDeviceHasNone() {
        Hca plain = new Hca(HcaConfig.ofIpv4(0x0a000002).withWindows(WindowSupport.NONE), new Fabric());
        MlxDevice without = MlxDevice.start("mlx5_1", plain, new FakeHost(), new MlxUserProvider());

        VerbsException refused =
                assertThrows(VerbsException.class, () -> without.windows().allocMw(pd, MwType.TYPE_1));

        assertEquals(Errno.EOPNOTSUPP, refused.errno());
        plain.close();
    }
}
