package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.verify;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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
    void shouldRefuseQueriesThatTheDriverDoesNotKnow() {
        assertRefused(SpiRule.UNSUPPORTED, () -> context.vendor().query(Udata.none()));
    }
}
