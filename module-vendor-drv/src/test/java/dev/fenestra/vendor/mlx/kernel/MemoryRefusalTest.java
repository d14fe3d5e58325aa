package dev.fenestra.vendor.mlx.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.CreateMkey;
import dev.fenestra.hw.sim.mlx5.prm.HcaCapability;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverDm;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.Provokes;
import dev.fenestra.vendor.mlx.abi.DmUdata;
import dev.fenestra.vendor.mlx.abi.FastMrUdata;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Device memory, fast-register regions and mkeys that the kernel half refuses. */
public class MemoryRefusalTest extends KernelScene {
    @Test
    @Provokes({MlxRule.DM_ALIGN, MlxRule.DM_ACCESS, MlxRule.MAP})
    void shouldRefuseDeviceMemoryThatCannotBe() {
        Udata udata = Udata.ofBytes(0, DmUdata.RESPONSE_BYTES);
        Udata steering = Udata.ofBytes(DmUdata.REQUEST_BYTES, DmUdata.RESPONSE_BYTES);
        DmUdata.TYPE.set(steering.request(), 1);
        assertEquals(
                Errno.EOPNOTSUPP,
                assertThrows(VerbsException.class, () -> device.deviceMemory().allocDm(context, 64, 0, steering))
                        .errno());
        assertRefused(MlxRule.DM_ALIGN, () -> device.deviceMemory().allocDm(context, 64, 13, udata));
        assertRefused(MlxRule.UDATA, () -> device.deviceMemory().allocDm(context, 64, 0, Udata.none()));
        DriverDm memory = device.deviceMemory().allocDm(context, 64, 0, udata);

        int access = AccessFlag.mask(AccessFlag.ZERO_BASED, AccessFlag.MW_BIND);
        assertRefused(MlxRule.DM_ACCESS, () -> device.deviceMemory().regDmMr(pd, memory, 0, 8, access));
        long offset = DmUdata.mapOffset(udata.response());
        DriverContext other = device.openContext(host, OpenUdata.usual());
        assertRefused(MlxRule.MAP, () -> device.map(other, offset));
        device.map(context, offset);
    }

    @Test
    void shouldKeepNothingOfAFastRegionThatItRefuses() {
        Udata udata = Udata.ofBytes(FastMrUdata.REQUEST_BYTES, FastMrUdata.RESPONSE_BYTES);
        FastMrUdata.LIST.set(udata.request(), host.allocate(BUFFER_BYTES));
        LedgerCell odd = new LedgerCell(MemorySegment.NULL, 0, 4);
        assertRefused(MlxRule.COMMAND, () -> device.fastRegions().allocMr(pd, 4, odd, udata));
        assertRefused(MlxRule.UDATA, () -> device.fastRegions().allocMr(pd, 4, odd, Udata.none()));
    }

    @Test
    @Provokes(MlxRule.DEVX)
    void shouldRefuseCommandsThatAUserHalfMayNotGive() {
        Udata other = mkeyUdata(CommandOpcode.DESTROY_MKEY, MkeyContext.CLASS_INDIRECT);
        Udata window = mkeyUdata(CommandOpcode.CREATE_MKEY, MkeyContext.CLASS_MW_TYPE_2);
        Udata ledger = mkeyUdata(CommandOpcode.CREATE_MKEY, MkeyContext.CLASS_INDIRECT);
        CreateMkey.LEDGER.setLong(ledger.request(), 0, 4096);

        assertRefused(MlxRule.DEVX, () -> device.vendor().createObject(pd, other));
        assertRefused(MlxRule.DEVX, () -> device.vendor().createObject(pd, window));
        assertRefused(MlxRule.DEVX, () -> device.vendor().createObject(pd, ledger));
        assertRefused(MlxRule.DEVX, () -> device.vendor().query(context, Udata.ofBytes(16, HcaCapability.BYTES)));
        assertRefused(MlxRule.UDATA, () -> device.vendor().createObject(pd, Udata.ofBytes(16, 16)));
    }

    @Test
    void shouldPutAnMkeyIntoThePdOfItsCallerWhateverTheCommandSays() {
        Udata udata = mkeyUdata(CommandOpcode.CREATE_MKEY, MkeyContext.CLASS_INDIRECT);
        MkeyContext.PD.set(udata.request(), CreateMkey.MKEY_OFFSET, 0x777777);

        device.vendor().destroyObject(device.vendor().createObject(pd, udata));

        assertTrue(CommandOutput.OBJECT.get(udata.response(), 0) > 0);
    }

    private static Udata mkeyUdata(CommandOpcode opcode, int objectClass) {
        Udata udata = Udata.ofBytes(CreateMkey.BYTES, CommandOutput.BYTES);
        CommandInput.OPCODE.set(udata.request(), 0, opcode.code());
        MkeyContext.OBJECT_CLASS.set(udata.request(), CreateMkey.MKEY_OFFSET, objectClass);
        MkeyContext.ACCESS_MODE.set(udata.request(), CreateMkey.MKEY_OFFSET, MkeyContext.ACCESS_MODE_KLM);
        MkeyContext.TRANSLATION_OCTOWORDS.set(udata.request(), CreateMkey.MKEY_OFFSET, 4);
        return udata;
    }
}
