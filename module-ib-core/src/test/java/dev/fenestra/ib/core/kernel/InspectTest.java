package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.inspection.ResourceDetail;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.DeviceIdentity;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

public class InspectTest {
    private final Bench bench = new Bench();

    @AfterEach
    void close() {
        bench.close();
    }

    private ResourceDetail last() {
        return bench.host.inspect().getLast();
    }

    @Test
    void shouldListWhatResourcesListInTheSameOrder() {
        int pd = bench.pd();
        bench.mr(pd);
        int cq = bench.cq();
        bench.qp(pd, cq, cq);
        assertEquals(
                bench.host.resources(),
                bench.host.inspect().stream().map(ResourceDetail::resource).toList());
        assertEquals(5, bench.host.inspect().size());
    }

    @Test
    void shouldDescribeARegion() {
        int mr = bench.mr(bench.pd(), AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ);
        Map<String, String> region = last().attributes();
        assertEquals(
                List.of("mrn", "rkey", "lkey", "iova", "type", "mrlen", "access", "pdn"), List.copyOf(region.keySet()));
        assertEquals(Integer.toString(mr), region.get("mrn"));
        assertEquals("8192", region.get("mrlen"));
        assertEquals("LOCAL_WRITE,REMOTE_READ", region.get("access"));
        assertEquals(1, last().pid());
    }

    @Test
    void shouldCountUsers() {
        int pd = bench.pd();
        assertEquals(0, last().users());
        int cq = bench.cq();
        bench.qp(pd, cq, cq);
        List<ResourceDetail> details = bench.host.inspect();
        assertEquals(1, details.get(1).users(), "the PD, by the QP");
        assertEquals(2, details.get(2).users(), "the CQ, by both queues of the QP");
    }

    @Test
    void shouldKeepTheCapacityOfACqWhoseResizeIsRefused() {
        int cq = bench.cq();
        assertEquals("8", last().attributes().get("cqe"));
        assertThrows(VerbsException.class, () -> bench.context.cqs().resize(cq, 20, Udata.none()));
        assertEquals("8", last().attributes().get("cqe"));
    }

    @Test
    void shouldDescribeAFreeWindowAndLeaveOutWhatTheDeviceDoesNotAnswer() {
        bench.context.mws().allocate(bench.pd(), MwType.TYPE_2.code());
        assertEquals("FREE", last().attributes().get("state"));
        doThrow(FakeRule.refusal(Errno.EIO)).when(bench.device).queryMw(any());
        assertFalse(last().attributes().containsKey("state"));
        assertTrue(last().attributes().containsKey("mwn"));
    }

    @Test
    void shouldNotKeepCallsFromWhatIsInspected() {
        int cq = bench.cq();
        bench.host.inspect();
        bench.context.cqs().destroy(cq);
        assertEquals(1, bench.host.inspect().size());
    }

    @Test
    @Provokes("PORT-1")
    void shouldRefuseAPortThatTheDeviceDoesNotHave() {
        assertRefused(KernelRule.QUERY_PORT, () -> bench.context.queryPort(0));
        assertRefused(KernelRule.QUERY_PORT, () -> bench.context.queryPort(3));
    }

    @Test
    void shouldSayWhatAProviderDoesNotTell() {
        assertEquals(DeviceIdentity.UNKNOWN, bench.context.queryIdentity());
        assertEquals(
                Errno.EOPNOTSUPP,
                assertThrows(VerbsException.class, () -> bench.context.queryPort(1))
                        .errno());
        assertTrue(bench.device.statistics().isEmpty());
    }
}
