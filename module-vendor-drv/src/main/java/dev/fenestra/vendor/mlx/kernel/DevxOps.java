package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.CreateMkey;
import dev.fenestra.hw.sim.mlx5.prm.HcaCapability;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverObject;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.VendorMethod;
import dev.fenestra.ib.core.spi.VendorOperations;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * What only this vendor defines. Most of it are commands that the user half has written itself (DEVX). The driver
 * checks them and passes on only those that cannot harm other programs.
 */
final class DevxOps implements VendorOperations {
    /** The lowest bit of the modifier selects the present or the largest values. */
    private static final int CAPABILITY_TYPE_SHIFT = 1;
    /** The fields of this device begin here; the PRM has none there. */
    private static final int FIRST_OF_OURS = 0xf00;

    private final CommandQueue commands;
    private final List<VendorMethod> methods = VendorMethodTable.of(this);

    DevxOps(CommandQueue commands) {
        this.commands = commands;
    }

    @Override
    public RdmaDevice device() {
        return commands.device();
    }

    @Override
    public List<VendorMethod> methods() {
        return methods;
    }

    /** A request that creates an mkey carries the device's number of its PD. */
    @Override
    public boolean isOwner(DriverPd pd, Udata udata) {
        MemorySegment request = udata.request();
        return request.byteSize() >= CreateMkey.BYTES
                && MkeyContext.PD.get(request, CreateMkey.MKEY_OFFSET)
                        == MlxPd.of(pd).number();
    }

    /** CREATE_MKEY of an indirect mkey. The caller's PD replaces the PD of the command. */
    @Override
    public DriverObject createObject(DriverPd pd, Udata udata) {
        check(udata, CommandOpcode.CREATE_MKEY, CreateMkey.BYTES, CommandOutput.BYTES);
        MemorySegment request = udata.request();
        int objectClass = MkeyContext.OBJECT_CLASS.get(request, CreateMkey.MKEY_OFFSET);
        if (objectClass != MkeyContext.CLASS_INDIRECT || CreateMkey.LEDGER.getLong(request, 0) != 0) {
            throw refused("object class=" + objectClass);
        }
        try (Command command = commands.command(CommandOpcode.CREATE_MKEY, CreateMkey.BYTES, CommandOutput.BYTES)) {
            MemorySegment.copy(request, 0, command.in(), 0, CreateMkey.BYTES);
            MkeyContext.PD.set(
                    command.in(), CreateMkey.MKEY_OFFSET, MlxPd.of(pd).number());
            commands.execute(command);
            MemorySegment.copy(command.out(), 0, udata.response(), 0, CommandOutput.BYTES);
            return new MlxMkeyObject(command.created());
        }
    }

    /** A doorbell page is no object of the device. */
    @Override
    public void destroyObject(DriverObject object) {
        if (object instanceof MlxMkeyObject mkey) {
            commands.destroy(CommandOpcode.DESTROY_MKEY, mkey.index());
        }
    }

    /** QUERY_HCA_CAP, the only query that is allowed. */
    @Override
    public void query(DriverContext context, Udata udata) {
        check(udata, CommandOpcode.QUERY_HCA_CAP, CommandInput.BYTES, HcaCapability.BYTES);
        try (Command command = commands.command(CommandOpcode.QUERY_HCA_CAP, CommandInput.BYTES, HcaCapability.BYTES)) {
            commands.execute(command);
            MemorySegment.copy(command.out(), 0, udata.response(), 0, HcaCapability.BYTES);
        }
    }

    /**
     * The same for a foreign user half, which reads the answer as the PRM says. The general page comes without this
     * device's own fields. All other pages come as zeros: the device has none of their capabilities.
     */
    void queryAsPrm(DriverContext context, Udata udata) {
        query(context, udata);
        boolean isGeneral = CommandInput.OP_MOD.get(udata.request(), 0) >>> CAPABILITY_TYPE_SHIFT == 0;
        int kept = isGeneral ? FIRST_OF_OURS : CommandOutput.BYTES;
        udata.response().asSlice(kept, HcaCapability.BYTES - kept).fill((byte) 0);
    }

    private static void check(Udata udata, CommandOpcode opcode, int requestBytes, int responseBytes) {
        UdataSize.check(udata, requestBytes, responseBytes);
        int asked = CommandInput.OPCODE.get(udata.request(), 0);
        if (asked != opcode.code()) {
            throw refused(String.format("opcode=0x%x", asked));
        }
    }

    private static VerbsException refused(String values) {
        return new VerbsException(MlxRule.DEVX, values);
    }
}
