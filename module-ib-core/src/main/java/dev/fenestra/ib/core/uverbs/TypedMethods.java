package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.abi.uverbs.DeviceLayouts.GidEntry;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.Sge;
import dev.fenestra.ib.core.abi.uverbs.WriteCommand;
import dev.fenestra.ib.core.kernel.MrQueryResponse;
import dev.fenestra.ib.core.kernel.MrResponse;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.vocabulary.AdvisedRange;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The methods of the ioctl interface that the write interface lacks, or that do more than its commands. Other methods
 * fail with EPROTONOSUPPORT, and user libraries use the command then.
 */
final class TypedMethods {
    private static final int DEVICE = 0;
    private static final int MR = 7;
    private static final int DM = 14;
    private static final int ASYNC_EVENT = 16;
    private static final int OPTIONAL_MR_ACCESS = 1;
    private static final TypedMethod QUERY_CONTEXT = new TypedMethod(DEVICE, 4);
    private static final TypedMethod ALLOC_DM = new TypedMethod(DM, 0);

    private final UverbsContext context;
    private final KernelContext calls;
    private final DeviceCommands device;
    private final VendorMethods vendor;
    private final Map<TypedMethod, Consumer<Attributes>> methods = new HashMap<>();

    /**
     * @param commands of the write interface; some methods are the same
     * @param descriptors of the process
     */
    TypedMethods(
            UverbsContext context,
            DeviceCommands device,
            Map<WriteCommand, Consumer<WriteCall>> commands,
            Descriptors descriptors) {
        this.context = context;
        this.device = device;
        calls = context.calls();
        vendor = new VendorMethods(calls.vendor());
        new TypedCreation(context, commands).register(methods);
        methods.put(new TypedMethod(DEVICE, 2), this::queryPort);
        methods.put(QUERY_CONTEXT, this::queryContext);
        methods.put(new TypedMethod(DEVICE, 5), this::queryGidTable);
        methods.put(new TypedMethod(DEVICE, 6), this::queryGidEntry);
        methods.put(new TypedMethod(MR, 0), this::registerDm);
        methods.put(new TypedMethod(MR, 1), asked -> calls.mrs().deregister((int) asked.value(0)));
        methods.put(new TypedMethod(MR, 2), this::advise);
        methods.put(new TypedMethod(MR, 3), this::queryMr);
        methods.put(new TypedMethod(MR, 4), new DmaBufMethod(calls.mrs(), descriptors)::register);
        methods.put(ALLOC_DM, this::allocateDm);
        methods.put(new TypedMethod(DM, 1), asked -> calls.dms().free((int) asked.value(0)));
        methods.put(new TypedMethod(ASYNC_EVENT, 0), this::installAsync);
    }

    /** EPROTONOSUPPORT for a method that is not here. */
    void run(int object, int number, Attributes asked) {
        TypedMethod named = new TypedMethod(object, number);
        Consumer<Attributes> method = methods.get(named);
        if (method == null) {
            vendor.run(named, asked);
        } else {
            method.accept(asked);
        }
    }

    private void installAsync(Attributes asked) {
        asked.checkInline(0);
        asked.answerInline(0, context.installAsync());
    }

    private void queryPort(Attributes asked) {
        device.describePort((int) asked.value(0) & 0xff, asked.out(1));
    }

    /** What GET_CONTEXT and QUERY_CONTEXT answer besides udata. */
    static void describe(KernelContext calls, Attributes asked) {
        asked.answer(0, calls.cqs().vectors());
        asked.answerLong(1, OPTIONAL_MR_ACCESS);
    }

    private void queryContext(Attributes asked) {
        vendor.extend(QUERY_CONTEXT, asked, udata -> {
            calls.queryContext(udata);
            return 0;
        });
        describe(calls, asked);
    }

    private void queryGidTable(Attributes asked) {
        int entryBytes = (int) asked.value(0);
        MemorySegment out = asked.out(2);
        long count = 0;
        if (entryBytes < GidEntry.SIZE) {
            throw AbiChecks.unknown("entry_size", entryBytes);
        }
        int entries = calls.queryPort(1).gidTableLength();
        for (int index = 0; index < entries; index++) {
            Gid gid = calls.queryGid(index);
            if (!gid.isUnspecified()) {
                if (count == out.byteSize() / entryBytes) {
                    throw new VerbsException(AbiRule.GID_ROOM, "room=" + count);
                }
                gid(out.asSlice(count++ * entryBytes), gid, index);
            }
        }
        asked.answerLong(3, count);
    }

    private void queryGidEntry(Attributes asked) {
        int index = (int) asked.value(1);
        calls.queryPort((int) asked.value(0));
        Gid gid = calls.queryGid(index);
        if (gid.isUnspecified()) {
            throw new VerbsException(AbiRule.FILLED_GID, "gid_index=" + index);
        }
        gid(asked.out(3), gid, index);
    }

    private static void gid(MemorySegment out, Gid gid, int index) {
        GidEntry.GID.set(out, gid);
        GidEntry.GID_INDEX.set(out, index);
        GidEntry.PORT_NUM.set(out, 1);
        GidEntry.GID_TYPE.set(out, GidEntry.ROCE_V2);
        GidEntry.NETDEV_IFINDEX.set(out, 0);
    }

    private void advise(Attributes asked) {
        MemorySegment list = asked.in(3);
        List<AdvisedRange> ranges = new ArrayList<>();
        for (int at = 0; at + Sge.SIZE <= list.byteSize(); at += Sge.SIZE) {
            MemorySegment range = list.asSlice(at, Sge.SIZE);
            ranges.add(new AdvisedRange(Sge.LKEY.getInt(range), Sge.ADDR.get(range), Sge.LENGTH.get(range)));
        }
        calls.mrs().advise((int) asked.value(0), (int) asked.value(1), (int) asked.value(2, 0), ranges);
        context.later(calls::runDeferred);
    }

    private void queryMr(Attributes asked) {
        MrQueryResponse told = calls.mrs().query((int) asked.value(0));
        asked.answer(1, told.keys().lkey());
        asked.answer(2, told.keys().rkey());
        asked.answerLong(3, told.length());
        asked.answerLong(4, told.iova());
    }

    private void allocateDm(Attributes asked) {
        asked.checkInline(0);
        int handle = vendor.extend(
                ALLOC_DM, asked, udata -> calls.dms().allocate(asked.value(1), (int) asked.value(2), udata));
        asked.answerInline(0, handle);
    }

    private void registerDm(Attributes asked) {
        asked.checkInline(0);
        asked.checkOut(6, 7);
        MrResponse made = calls.mrs()
                .registerDm((int) asked.value(3), (int) asked.value(5), asked.value(1), asked.value(2), (int)
                        asked.value(4));
        asked.answerInline(0, made.handle());
        asked.answer(6, made.lkey());
        asked.answer(7, made.rkey());
    }
}
