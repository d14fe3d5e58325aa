package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.verify;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.VendorSubject;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VendorObjectTest {
    private final Bench bench = new Bench();
    private final KernelContext context = bench.context;

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void shouldHoldThePdOfAnObjectThatOnlyTheVendorKnows() {
        int pd = bench.pd();
        int object = context.vendor().create(pd, Udata.ofBytes(8, 8));

        VerbsException refused =
                assertRefused(KernelRule.HELD, () -> context.pds().deallocate(pd));
        assertEquals("PD " + pd + " is held by VENDOR_OBJECT " + object, refused.values());

        context.vendor().destroy(object);
        context.pds().deallocate(pd);
    }

    @Test
    void shouldRefuseAnObjectOfAnotherType() {
        int pd = bench.pd();

        assertRefused(KernelRule.HANDLE_TYPE, () -> context.vendor().destroy(pd));
        assertRefused(KernelRule.HANDLE, () -> context.vendor().create(77, Udata.none()));
    }

    @Test
    void shouldDestroyAnObjectThatIsLeftWhenTheDeviceIsClosed() {
        context.vendor().create(bench.pd(), Udata.ofBytes(8, 8));

        context.close();

        verify(bench.device).destroyObject(any());
    }

    @Test
    void shouldGiveTheDriverTheObjectThatACallIsAbout() {
        int pd = bench.pd();
        int cq = bench.cq();
        int mr = bench.mr(pd, AccessFlag.LOCAL_WRITE);
        int qp = bench.qp(pd, cq, cq);
        int mw = context.mws().allocate(pd, MwType.TYPE_2.code()).handle();
        int own = context.vendor().create(pd, Udata.ofBytes(8, 8));
        List<VendorSubject> told = new ArrayList<>();
        doAnswer(asked -> told.add(asked.getArgument(1)))
                .when(bench.device)
                .query(any(), any(VendorSubject.class), any());

        Map.of(
                        VendorSubject.Kind.PD, pd,
                        VendorSubject.Kind.CQ, cq,
                        VendorSubject.Kind.MR, mr,
                        VendorSubject.Kind.QP, qp,
                        VendorSubject.Kind.MW, mw,
                        VendorSubject.Kind.OBJECT, own)
                .forEach((kind, handle) -> context.vendor().query(kind, handle, Udata.none()));

        assertEquals(
                Set.of(
                        VendorSubject.Pd.class,
                        VendorSubject.Cq.class,
                        VendorSubject.Mr.class,
                        VendorSubject.Qp.class,
                        VendorSubject.Mw.class,
                        VendorSubject.Own.class),
                told.stream().map(Object::getClass).collect(Collectors.toSet()));
        assertTrue(told.contains(new VendorSubject.Qp(bench.device.lastQp)));
    }

    @Test
    void shouldKeepAnObjectDuringACallAboutIt() {
        int pd = bench.pd();
        doAnswer(_ -> {
                    assertRefused(KernelRule.LOCKED, () -> context.pds().deallocate(pd));
                    return null;
                })
                .when(bench.device)
                .query(any(), any(VendorSubject.class), any());

        context.vendor().query(VendorSubject.Kind.PD, pd, Udata.none());

        verify(bench.device).query(any(), any(VendorSubject.class), any());
        context.pds().deallocate(pd);
    }

    @ParameterizedTest
    @EnumSource(VendorSubject.Kind.class)
    void shouldRefuseACallAboutNothingOrAboutAnotherKind(VendorSubject.Kind kind) {
        int other = kind == VendorSubject.Kind.PD ? bench.cq() : bench.pd();

        assertRefused(KernelRule.HANDLE, () -> context.vendor().query(kind, 77, Udata.none()));
        assertRefused(KernelRule.HANDLE_TYPE, () -> context.vendor().query(kind, other, Udata.none()));
    }

    @Test
    void shouldRefuseQueriesThatTheDriverDoesNotKnow() {
        int pd = bench.pd();
        assertRefused(SpiRule.UNSUPPORTED, () -> context.vendor().query(VendorSubject.Kind.PD, pd, Udata.none()));
        assertRefused(SpiRule.UNSUPPORTED, () -> context.vendor().query(Udata.none()));
    }
}
