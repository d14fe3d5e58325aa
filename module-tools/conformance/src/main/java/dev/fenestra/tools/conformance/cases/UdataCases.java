package dev.fenestra.tools.conformance.cases;

import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.conformance.BareCalls;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.ConformanceCase;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Udata is written by the process, so that it may be anything. The kernel half refuses what it cannot use by an errno;
 * it never falls over, and the device goes on working.
 */
final class UdataCases {
    private static final int ENTRIES = 4;
    private static final int LONGEST = 96;
    private static final int RANDOM = 32;
    /** Room for the answer of any kernel half. */
    private static final int ANSWER = 4096;

    private static final QpCapacity SMALL = new QpCapacity(1, 1, 1, 1, 0);

    private UdataCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of("UDATA-cq", "create_cq withstands any udata", UdataCases::cq),
                ConformanceCase.of("UDATA-qp", "so does create_qp", UdataCases::qp));
    }

    /** None, too few bytes, bytes that are all the same, and any bytes; and what belongs to another call. */
    private static List<Udata> strange(Udata own, Udata another) {
        List<Udata> all = new ArrayList<>();
        all.add(Udata.none());
        for (int length = 0; length <= LONGEST; length += 4) {
            all.add(filled(length, (byte) 0));
            all.add(filled(length, (byte) 0xff));
        }
        long size = own.request().byteSize();
        for (int bytes = 0; bytes < size; bytes++) {
            all.add(copy(own.request().asSlice(0, bytes)));
        }
        all.add(copy(another.request()));
        Random random = new Random(1);
        for (int i = 0; i < RANDOM; i++) {
            byte[] bytes = new byte[(int) size];
            random.nextBytes(bytes);
            all.add(copy(MemorySegment.ofArray(bytes)));
        }
        return all;
    }

    private static Udata filled(int length, byte value) {
        Udata udata = Udata.ofBytes(length, ANSWER);
        udata.request().fill(value);
        return udata;
    }

    private static Udata copy(MemorySegment bytes) {
        Udata udata = Udata.ofBytes((int) bytes.byteSize(), ANSWER);
        MemorySegment.copy(
                bytes, ValueLayout.JAVA_BYTE, 0, udata.request(), ValueLayout.JAVA_BYTE, 0, bytes.byteSize());
        return udata;
    }

    /** Whether a call was refused; any other exception ends the case. */
    private static boolean isRefused(Runnable call) {
        try {
            call.run();
            return false;
        } catch (VerbsException refused) {
            return true;
        }
    }

    private static void withstands(CaseBench b, String call, Udata own, Udata another, Consumer<Udata> attempt) {
        int refused = 0;
        List<Udata> all = strange(own, another);
        for (Udata udata : all) {
            refused += isRefused(() -> attempt.accept(udata)) ? 1 : 0;
        }
        b.expect().note(call + ": refused of " + all.size(), refused);
        if (own.request().byteSize() > 0) {
            b.expect()
                    .same(
                            call + " without the bytes that it needs is refused",
                            true,
                            isRefused(() -> attempt.accept(Udata.none())));
        }
        b.expect()
                .succeeds(
                        "write", b.atAlice().write(b.bob().openRegion().remote().slice(0, 8)));
    }

    private static void cq(CaseBench b) {
        BareCalls bare = b.bob().bareCalls();
        Udata own = bare.user().prepareCq(ENTRIES).udata();
        Udata another = bare.qp(SMALL, bare.cq(ENTRIES)).udata();
        withstands(b, "create_cq", own, another, udata -> {
            int handle = bare.kernel().cqs().create(ENTRIES, udata);
            bare.kernel().cqs().destroy(handle);
        });
    }

    private static void qp(CaseBench b) {
        BareCalls bare = b.bob().bareCalls();
        int pd = bare.kernel().pds().allocate(bare.user().preparePd().udata());
        BareCalls.Cq cq = bare.cq(ENTRIES);
        Udata own = bare.qp(SMALL, cq).udata();
        Udata another = bare.user().prepareCq(ENTRIES).udata();
        withstands(b, "create_qp", own, another, udata -> {
            int handle = bare.kernel()
                    .qps()
                    .create(pd, QpType.RC, cq.handle(), cq.handle(), SMALL, false, udata)
                    .handle();
            bare.kernel().qps().destroy(handle);
        });
    }
}
