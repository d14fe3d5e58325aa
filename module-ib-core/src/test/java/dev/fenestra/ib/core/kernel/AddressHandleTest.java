package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

public class AddressHandleTest {
    private static final Gid PEER = Gid.ofIpv4(0x0a000002);

    private final Bench bench = new Bench();
    private final int pd = bench.pd();

    @AfterEach
    void close() {
        bench.close();
    }

    private int create(AhAttributes attributes) {
        return bench.context.ahs().create(pd, attributes, Udata.none());
    }

    @Test
    @Provokes("AH-1")
    void shouldRefuseAPortThatTheDeviceDoesNotHave() {
        assertRefused(QueueRule.AH_PORT, () -> create(new AhAttributes(PEER, 0, 0, 0, 64, 0, 0, 0)));
        assertRefused(QueueRule.AH_PORT, () -> create(new AhAttributes(PEER, 3, 0, 0, 64, 0, 0, 0)));
    }

    @Test
    @Provokes("AH-2")
    void shouldRefuseAMulticastGroup() {
        assertRefused(QueueRule.AH_UNICAST, () -> create(AhAttributes.to(Gid.ofIpv4(0xefffffff))));
        assertRefused(QueueRule.AH_UNICAST, () -> create(AhAttributes.to(new Gid(0xff02L << 48, 1))));
    }

    @Test
    void shouldSayThatAProviderHasNoAddressHandles() {
        VerbsException refused = assertThrows(VerbsException.class, () -> create(AhAttributes.to(PEER)));
        assertEquals(Errno.EOPNOTSUPP, refused.errno());
    }
}
