package dev.fenestra.ib.core.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.kernel.inspection.Resource;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResourceTest {
    private final Bench bench = new Bench();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void shouldListOpenDevicesAndTheirObjectsOldestFirst() {
        KernelContext second = bench.open(bench.host.createProcess("other"));
        int pd = bench.pd();
        bench.cq();
        bench.mr(pd);
        second.pds().allocate(Udata.none());

        List<Resource> resources = bench.host.resources();

        assertEquals(
                List.of("CTX 1", "PD 1", "CQ 2", "MR 3", "CTX 2", "PD 1"),
                resources.stream().map(Resource::name).toList());
        assertEquals(new Resource("other", "fake_0", 2, "PD", 1, "", List.of()), resources.getLast());
        assertEquals("MR 3", resources.get(1).holders());
        assertEquals(2, second.number());
    }

    @Test
    void shouldListWhatHoldsARegionAsTheLedgerSaysIt() {
        bench.mr(bench.pd());
        assertEquals("", bench.host.resources().getLast().holders());

        bench.device.bind(bench.device.lastMr, 0x101, 0x11);
        assertEquals("1 bound window", bench.host.resources().getLast().holders());

        bench.device.bind(bench.device.lastMr, 0x201, 0x11);
        assertEquals("2 bound windows", bench.host.resources().getLast().holders());
    }

    @Test
    void shouldListNothingThatIsClosed() {
        int pd = bench.pd();
        bench.context.pds().deallocate(pd);
        assertEquals(1, bench.host.resources().size());

        bench.context.close();

        assertEquals(List.of(), bench.host.resources());
    }

    @Test
    void shouldNoteWhoCreatedAnObjectOnlyWhenAsked() {
        bench.pd();
        assertTrue(bench.host.resources().stream().allMatch(it -> it.creation().isEmpty()));

        Host asked = new Host(HostConfig.named("bob").withCreationNoted());
        asked.plug(FakeDevice.of("fake_0", FakeAttributes.USUAL));
        asked.discover(List.of(new FakeDriver()));
        asked.createProcess("app").open("fake_0").getContext(Udata.none()).pds().allocate(Udata.none());

        assertEquals(2, asked.resources().size());
        for (Resource resource : asked.resources()) {
            assertFalse(resource.creation().getFirst().getClassName().startsWith(Host.class.getPackageName()));
        }
        asked.close();
    }
}
