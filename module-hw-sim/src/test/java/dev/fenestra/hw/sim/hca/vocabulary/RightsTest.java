package dev.fenestra.hw.sim.hca.vocabulary;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import org.junit.jupiter.api.Test;

class RightsTest {
    /** The key table of the device has entries of this format. */
    @Test
    void shouldBeTheBitsOfAnEntryOfTheKeyTable() {
        assertEquals(MkeyContext.FLUSH_GLOBAL.insert(1), Rights.FLUSH_GLOBAL);
        assertEquals(MkeyContext.FLUSH_PERSISTENT.insert(1), Rights.FLUSH_PERSISTENT);
        assertEquals(MkeyContext.LOCAL_READ.insert(1), Rights.LOCAL_READ);
        assertEquals(MkeyContext.LOCAL_WRITE.insert(1), Rights.LOCAL_WRITE);
        assertEquals(MkeyContext.REMOTE_READ.insert(1), Rights.REMOTE_READ);
        assertEquals(MkeyContext.REMOTE_WRITE.insert(1), Rights.REMOTE_WRITE);
        assertEquals(MkeyContext.ATOMIC.insert(1), Rights.REMOTE_ATOMIC);
    }
}
