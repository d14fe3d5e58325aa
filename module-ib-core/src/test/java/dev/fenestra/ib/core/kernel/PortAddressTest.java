package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.LinkLayer;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.PortAttributes;
import dev.fenestra.ib.core.vocabulary.PortState;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The GID table of a port, which the kernel keeps through the driver. */
public class PortAddressTest {
    private static final int ENTRIES = 2;
    private static final Gid FIRST = Gid.ofIpv4(0x0a000001);
    private static final Gid NEW = Gid.ofIpv4(0x0a000002);

    @AutoClose
    private final Bench bench = new Bench();

    private final Gid[] table = {FIRST, Gid.UNSPECIFIED};

    @BeforeEach
    void keepATable() {
        doReturn(new PortAttributes(PortState.ACTIVE, Mtu.MTU_1024, Mtu.MTU_1024, ENTRIES, LinkLayer.ETHERNET))
                .when(bench.device)
                .port(anyInt());
        doAnswer(asked -> table[asked.<Integer>getArgument(0)])
                .when(bench.device)
                .gid(anyInt());
        doAnswer(asked -> table[asked.<Integer>getArgument(1)] = asked.getArgument(2))
                .when(bench.device)
                .addGid(anyInt(), anyInt(), any());
    }

    private int add(Gid gid) {
        return bench.host.addGid("fake_0", 1, gid);
    }

    @Test
    void shouldWriteANewGidToTheFirstEmptyEntryAndTellPrograms() {
        assertEquals(1, add(NEW));

        verify(bench.device).addGid(1, 1, NEW);
        assertEquals(
                AsyncEventType.GID_CHANGE,
                bench.context.events().readAsync().orElseThrow().type());
    }

    @Test
    void shouldFindAGidThatIsThere() {
        assertEquals(0, add(FIRST));

        verify(bench.device, never()).addGid(anyInt(), anyInt(), any());
    }

    @Test
    @Provokes("PORT-2")
    void shouldRefuseWhatIsNoAddressOfOnePort() {
        assertRefused(KernelRule.NEW_GID, () -> add(Gid.UNSPECIFIED));
        assertRefused(KernelRule.NEW_GID, () -> add(Gid.ofIpv4(0xe0000001)));
    }

    @Test
    @Provokes("PORT-3")
    void shouldRefuseAGidWhenTheTableIsFull() {
        add(NEW);

        assertRefused(KernelRule.GID_ROOM, () -> add(Gid.ofIpv4(0x0a000003)));
    }

    @Test
    @Provokes("PORT-4")
    void shouldRefuseToTakeAwayWhatIsNotThere() {
        assertRefused(KernelRule.KNOWN_GID, () -> bench.host.deleteGid("fake_0", 1, NEW));
        assertRefused(KernelRule.KNOWN_GID, () -> bench.host.deleteGid("fake_0", 1, Gid.UNSPECIFIED));
    }

    @Test
    void shouldRefuseAPortThatTheDeviceDoesNotHave() {
        for (int port : new int[] {0, 2}) {
            assertRefused(KernelRule.QUERY_PORT, () -> bench.host.addGid("fake_0", port, NEW));
            assertRefused(KernelRule.QUERY_PORT, () -> bench.host.deleteGid("fake_0", port, FIRST));
        }
    }

    @Test
    void shouldTellNobodyOfAChangeThatTheDriverRefused() {
        doThrow(FakeRule.refusal(Errno.EINVAL)).when(bench.device).addGid(anyInt(), anyInt(), any());

        assertThrows(VerbsException.class, () -> add(NEW));

        assertTrue(bench.context.events().readAsync().isEmpty());
    }

    @Test
    void shouldSayThatADriverHasAFixedTable() {
        assertRefused(SpiRule.UNSUPPORTED, () -> bench.host.deleteGid("fake_0", 1, FIRST));
    }
}
