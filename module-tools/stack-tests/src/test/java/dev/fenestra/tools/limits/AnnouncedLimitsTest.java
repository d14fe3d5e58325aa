package dev.fenestra.tools.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.memory.Memory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A device with little of everything: each announced limit is available, and no more than that. */
class AnnouncedLimitsTest {
    private static final HcaLimits FEW = HcaLimits.DEFAULT
            .withLogMaxMkey(8)
            .withLogMaxQp(8)
            .withLogMaxQpSize(10)
            .withLogMaxCq(8)
            .withLogMaxCqSize(10)
            .withLogMaxPd(5)
            .withLogMaxSrq(6)
            .withLogMaxSrqSize(8);

    private static TestBench bench() {
        return TestBench.builder()
                .hosts("alice")
                .hcaConfig(hca -> hca.withLimits(FEW))
                .build();
    }

    /** A program with the objects that others need. */
    private record Program(Context context, ProtectionDomain pd, CompletionQueue cq, Memory memory) {
        static Program on(TestBench bench) {
            Context context = bench.host("alice").open();
            return new Program(context, context.allocPd(), context.createCq(4), context.allocate(4096));
        }

        QueuePair qp(QpType type) {
            return pd.createQp(spec(type));
        }

        QpSpec spec(QpType type) {
            QpSpec spec = switch (type) {
                case RC -> QpSpec.rc(cq, cq);
                case UC -> QpSpec.uc(cq, cq);
                case UD -> QpSpec.ud(cq, cq);
                case XRC_INI -> QpSpec.xrc(cq);
                case XRC_TGT, RAW_PACKET, DRIVER -> throw new IllegalArgumentException("no test creates " + type);
            };
            return spec.maxSend(1).maxRecv(type == QpType.XRC_INI ? 0 : 1);
        }
    }

    /**
     * A kind of object.
     *
     * @param most how many the device announces
     * @param own how many of them the program has already
     */
    private record Kind(
            String name, ToIntFunction<DeviceAttributes> most, int own, Function<Program, AutoCloseable> create) {}

    private static List<Kind> kinds() {
        return List.of(
                new Kind("max_qp", DeviceAttributes::maxQp, 0, program -> program.qp(QpType.RC)),
                new Kind("max_qp, UD", DeviceAttributes::maxQp, 0, program -> program.qp(QpType.UD)),
                new Kind("max_cq", DeviceAttributes::maxCq, 1, program -> program.context.createCq(1)),
                new Kind("max_pd", DeviceAttributes::maxPd, 1, program -> program.context.allocPd()),
                new Kind("max_ah", DeviceAttributes::maxAh, 0, program -> program.pd.createAh(program.context.gid(0))),
                new Kind("max_mr", DeviceAttributes::maxMr, 0, program -> program.pd.regMr(program.memory)),
                new Kind("max_mw, type 1", DeviceAttributes::maxMw, 0, program -> program.pd.allocMw(MwType.TYPE_1)),
                new Kind("max_mw, type 2", DeviceAttributes::maxMw, 0, program -> program.pd.allocMw(MwType.TYPE_2)),
                new Kind(
                        "max_srq",
                        attributes -> attributes.srqs().maxSrq(),
                        0,
                        program -> program.pd.createSrq(SrqSpec.of(1))));
    }

    @TestFactory
    Stream<DynamicTest> shouldHaveAsManyOfEachKindAsAnnouncedAndNoMore() {
        return kinds().stream().map(kind -> dynamicTest(kind.name, () -> count(kind)));
    }

    private static void count(Kind kind) throws Exception {
        try (TestBench bench = bench()) {
            Program program = Program.on(bench);
            int most = kind.most.applyAsInt(program.context.deviceAttributes());
            assertTrue(most > 16, kind.name + "=" + most);
            List<AutoCloseable> all = new ArrayList<>();
            while (all.size() + kind.own < most) {
                all.add(kind.create.apply(program));
            }

            assertRefused(Errno.ENOMEM, () -> kind.create.apply(program));
            assertRefused(Errno.ENOMEM, () -> kind.create.apply(program));

            all.removeLast().close();
            all.add(kind.create.apply(program));
            assertRefused(Errno.ENOMEM, () -> kind.create.apply(program));
            for (AutoCloseable object : all) {
                object.close();
            }
        }
    }

    @Test
    void shouldHaveAsManyMulticastGroupsAsAnnouncedAndNoMore() {
        try (TestBench bench = bench()) {
            Program program = Program.on(bench);
            QueuePair qp = program.qp(QpType.UD);
            int most = program.context.deviceAttributes().multicast().maxGroups();
            for (int i = 0; i < most; i++) {
                qp.attachMulticast(group(i));
            }
            assertRefused(Errno.ENOMEM, () -> attached(qp, group(most)));

            qp.detachMulticast(group(0));
            qp.attachMulticast(group(most));
            assertRefused(Errno.ENOMEM, () -> attached(qp, group(0)));
        }
    }

    @Test
    void shouldHaveAsManyQpsInAMulticastGroupAsAnnouncedAndNoMore() {
        try (TestBench bench = bench()) {
            Program program = Program.on(bench);
            int most = program.context.deviceAttributes().multicast().maxQpAttach();
            List<QueuePair> members = new ArrayList<>();
            for (int i = 0; i < most; i++) {
                members.add(attached(program.qp(QpType.UD), group(0)));
            }
            QueuePair late = program.qp(QpType.UD);
            assertRefused(Errno.ENOMEM, () -> attached(late, group(0)));

            members.getFirst().detachMulticast(group(0));
            attached(late, group(0));
        }
    }

    private static QueuePair attached(QueuePair qp, Gid group) {
        qp.attachMulticast(group);
        return qp;
    }

    private static Gid group(int number) {
        return Gid.ofIpv4(0xe100_0000 + number);
    }

    private static void assertRefused(Errno errno, Supplier<?> call) {
        assertEquals(errno, assertThrows(VerbsException.class, call::get).errno());
    }

    /**
     * A size of a queue.
     *
     * @param create one of this size; what it has of it
     */
    private record Size(String name, int most, IntFunction<Integer> create) {}

    private static Stream<Size> sizes(Program program, QpType type) {
        DeviceAttributes most = program.context.deviceAttributes();
        QpSpec plain = program.spec(type);
        Size receives = new Size(
                "max_recv_wr",
                most.maxQpWr(),
                size -> qp(program, plain.maxRecv(size)).capacity().maxRecvWr());
        Stream<Size> sends = Stream.of(
                new Size(
                        "max_send_wr",
                        most.maxQpWr(),
                        size -> qp(program, plain.maxSend(size)).capacity().maxSendWr()),
                new Size(
                        "max_sge",
                        most.maxSge(),
                        size -> qp(program, plain.maxSge(size)).capacity().maxSendSge()),
                new Size(
                        "max_inline_data",
                        most.maxInline(),
                        size -> qp(program, plain.maxInline(size)).capacity().maxInlineData()));
        return type == QpType.XRC_INI ? sends : Stream.concat(sends, Stream.of(receives));
    }

    private static QueuePair qp(Program program, QpSpec spec) {
        return program.pd.createQp(spec);
    }

    private static void assertSize(Size size) {
        assertTrue(size.create.apply(size.most) >= size.most, size.name);
        assertRefused(Errno.EINVAL, () -> size.create.apply(size.most + 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"RC", "UC", "UD", "XRC_INI"})
    void shouldHaveQpsOfTheSizesAnnounced(QpType type) {
        try (TestBench bench = bench()) {
            sizes(Program.on(bench), type).forEach(AnnouncedLimitsTest::assertSize);
        }
    }

    @Test
    void shouldHaveCqsOfTheSizeAnnounced() {
        try (TestBench bench = bench()) {
            Program program = Program.on(bench);
            int most = program.context.deviceAttributes().maxCqe();
            assertSize(new Size(
                    "max_cqe", most, size -> program.context.createCq(size).capacity()));
        }
    }

    @Test
    void shouldHaveSrqsOfTheSizesAnnounced() {
        try (TestBench bench = bench()) {
            Program program = Program.on(bench);
            var most = program.context.deviceAttributes().srqs();
            assertSize(new Size(
                    "max_srq_wr",
                    most.maxWr(),
                    size -> srq(program, size, 1).query().capacity().maxWr()));
            assertSize(new Size(
                    "max_srq_sge",
                    most.maxSge(),
                    size -> srq(program, 1, size).query().capacity().maxSge()));
        }
    }

    private static SharedReceiveQueue srq(Program program, int maxWr, int maxSge) {
        return program.pd.createSrq(new SrqSpec(maxWr, maxSge, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8, 15, 16, 31, 100, 127, 128, 255})
    void shouldSayOfAnSrqTheRoomThatCanBeHad(int asked) {
        try (TestBench bench = bench()) {
            Program program = Program.on(bench);
            SharedReceiveQueue srq = srq(program, asked, 2);

            SrqCapacity said = srq.query().capacity();

            assertEquals(srq.capacity(), said);
            assertTrue(said.maxWr() >= asked);
            var region = program.pd.regMr(program.memory);
            for (int i = 0; i < said.maxWr(); i++) {
                assertEquals(0, srq.post(i, region.lkey(), region.address(), 8));
            }
            assertEquals(Errno.ENOMEM.code(), srq.post(0, region.lkey(), region.address(), 8));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 15, 100, 255})
    void shouldTakeLimitsOfAnSrqUpToItsRoom(int asked) {
        try (TestBench bench = bench()) {
            Program program = Program.on(bench);
            SharedReceiveQueue srq = srq(program, asked, 1);
            int room = srq.capacity().maxWr();

            srq.limit(room);
            assertRefused(Errno.EINVAL, () -> {
                srq.limit(room + 1);
                return srq;
            });
            assertEquals(room, srq.query().limit());

            assertEquals(
                    room,
                    program.pd.createSrq(new SrqSpec(asked, 1, room)).query().limit());
            int before = program.context.deviceAttributes().srqs().maxSrq();
            for (int i = 0; i < before; i++) {
                assertRefused(Errno.EINVAL, () -> program.pd.createSrq(new SrqSpec(asked, 1, room + 1)));
            }
            srq(program, 1, 1);
        }
    }
}
