package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.card.Hca;
import dev.fenestra.hw.sim.mlx5.prm.AllocMemic;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.CreateMkey;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.ib.core.spi.DeviceMemoryOperations;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverDm;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.DmUdata;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Device memory. The card allocates it by command (MEMIC), and a process maps its own allocations. */
final class DmOps implements DeviceMemoryOperations {
    private static final int MEMIC_LOW_BITS = 3;
    /** {@code MLX5_IB_DM_MEMIC_ALLOWED_ACCESS}, optional flags aside. */
    private static final int ACCESS = AccessFlag.mask(
            AccessFlag.LOCAL_WRITE,
            AccessFlag.REMOTE_WRITE,
            AccessFlag.REMOTE_READ,
            AccessFlag.REMOTE_ATOMIC,
            AccessFlag.ZERO_BASED);

    private final Hca hca;
    private final CommandQueue commands;
    private final Mkeys mkeys;
    /** The allocations, by the index that maps them. */
    private final Map<Integer, MlxDm> alive = new ConcurrentHashMap<>();

    private final BitSet indexes = new BitSet();

    DmOps(Hca hca, CommandQueue commands, Mkeys mkeys) {
        this.hca = hca;
        this.commands = commands;
        this.mkeys = mkeys;
    }

    @Override
    public RdmaDevice device() {
        return commands.device();
    }

    @Override
    public synchronized DriverDm allocDm(DriverContext context, long length, int logAlign, Udata udata) {
        UdataSize.check(udata, 0, DmUdata.RESPONSE_BYTES);
        checkType(udata.request());
        if (logAlign < 0 || logAlign > PinnedPages.PAGE_SHIFT) {
            throw new VerbsException(MlxRule.DM_ALIGN, "log_align_req=" + logAlign);
        }
        try (Command command = commands.command(CommandOpcode.ALLOC_MEMIC, AllocMemic.BYTES, AllocMemic.OUTPUT_BYTES)) {
            AllocMemic.LOG_ALIGNMENT.set(command.in(), 0, logAlign);
            AllocMemic.SIZE.set(command.in(), 0, (int) length);
            commands.execute(command);
            long address = AllocMemic.ADDRESS.getLong(command.out(), 0);
            MlxDm created = new MlxDm(MlxContext.of(context), takeIndex(), address, length);
            alive.put(created.index(), created);
            describe(created, udata.response());
            return created;
        }
    }

    private static void describe(MlxDm dm, MemorySegment response) {
        DmUdata.START_OFFSET.set(response, dm.address() & (1 << PinnedPages.PAGE_SHIFT) - 1);
        DmUdata.PAGE_INDEX.set(response, dm.index());
    }

    /** Tells an importer of device memory how to map it. */
    static void query(DriverDm asked, Udata udata) {
        MlxDm dm = (MlxDm) asked;
        UdataSize.check(udata, 0, DmUdata.QUERY_BYTES);
        describe(dm, udata.response());
        DmUdata.LENGTH.set(udata.response(), dm.length());
    }

    private static void checkType(MemorySegment request) {
        int type = request.byteSize() < DmUdata.REQUEST_BYTES ? DmUdata.TYPE_MEMIC : DmUdata.TYPE.getInt(request);
        if (type != DmUdata.TYPE_MEMIC) {
            throw new VerbsException(SpiRule.UNSUPPORTED, "device memory of type " + type);
        }
    }

    /** Sixteen bits are enough, since the card allocates pages and has at most 65,536 of them. */
    private int takeIndex() {
        int index = indexes.nextClearBit(0);
        indexes.set(index);
        return index;
    }

    @Override
    public synchronized void freeDm(DriverDm freed) {
        MlxDm dm = (MlxDm) freed;
        try (Command command = commands.command(CommandOpcode.DEALLOC_MEMIC, AllocMemic.BYTES, CommandOutput.BYTES)) {
            AllocMemic.START.setLong(command.in(), 0, dm.address());
            commands.execute(command);
        }
        alive.remove(dm.index());
        indexes.clear(dm.index());
    }

    /** CREATE_MKEY of a part of the card's memory, which needs no translation. */
    @Override
    public DriverMr regDmMr(DriverPd pd, DriverDm dm, long offset, long length, int access) {
        checkAccess(access);
        try (Command command = mkeys.creation()) {
            MemorySegment in = command.in();
            MkeyContext.OBJECT_CLASS.set(in, Mkeys.CONTEXT, MkeyContext.CLASS_DEVICE_MEMORY);
            MkeyContext.ACCESS_MODE.set(in, Mkeys.CONTEXT, MkeyContext.ACCESS_MODE_MEMIC & MEMIC_LOW_BITS);
            MkeyContext.ACCESS_MODE_HIGH.set(in, Mkeys.CONTEXT, MkeyContext.ACCESS_MODE_MEMIC >>> 2);
            Mkeys.setAccess(in, access);
            Mkeys.common(in, pd);
            MkeyContext.LENGTH.setLong(in, Mkeys.CONTEXT, length);
            CreateMkey.DEVICE_ADDRESS.setLong(in, 0, ((MlxDm) dm).address() + offset);
            return new MlxMr(mkeys.execute(command));
        }
    }

    private static void checkAccess(int access) {
        if ((access & ~ACCESS & ~AccessFlag.OPTIONAL_RANGE) != 0) {
            throw new VerbsException(MlxRule.DM_ACCESS, "access " + AccessFlag.of(access));
        }
    }

    /** Maps device memory into the process that allocated it. */
    MappedPage map(MlxContext context, int index) {
        MlxDm dm = alive.get(index);
        if (dm == null || dm.context() != context) {
            throw new VerbsException(MlxRule.MAP, "device memory of index " + index);
        }
        return new Mapped(hca.deviceMemory(dm.address(), dm.length()));
    }

    /**
     * Memory without registers.
     *
     * @param memory on the card
     */
    private record Mapped(MemorySegment memory) implements MappedPage {
        @Override
        public void write64(int offset, long value) {
            memory.set(BIG_ENDIAN_LONG, offset, value);
        }
    }

    private static final ValueLayout.OfLong BIG_ENDIAN_LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN);
}
