package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.kernel.MrResponse;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.vocabulary.AdvisedRange;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The methods of the ioctl interface that commands of the write interface do not have, or not so well. What is missing
 * here is answered with EPROTONOSUPPORT, and user libraries take the command then.
 */
final class TypedMethods {
    private static final int DEVICE = 0;
    private static final int MR = 7;
    private static final int ASYNC_EVENT = 16;
    private static final int OPTIONAL_MR_ACCESS = 1;
    private static final int GID_ENTRY_BYTES = 32;
    private static final int ROCE_V2 = 2;
    private static final int SGE_BYTES = 16;

    private final UverbsContext context;
    private final KernelContext calls;
    private final DeviceCommands device;
    private final Map<Method, Consumer<Attributes>> methods = new HashMap<>();

    /**
     * A method of an object, numbered as in {@code ib_user_ioctl_cmds.h}.
     *
     * @param object its kind
     * @param number of the method
     */
    record Method(int object, int number) {}

    TypedMethods(UverbsContext context, DeviceCommands device) {
        this.context = context;
        this.device = device;
        calls = context.calls();
        methods.put(new Method(DEVICE, 2), this::queryPort);
        methods.put(new Method(DEVICE, 4), this::queryContext);
        methods.put(new Method(DEVICE, 5), this::queryGidTable);
        methods.put(new Method(DEVICE, 6), this::queryGidEntry);
        methods.put(new Method(MR, 2), this::advise);
        methods.put(new Method(MR, 3), this::queryMr);
        methods.put(new Method(ASYNC_EVENT, 0), asked -> asked.answerInline(0, context.installAsync()));
    }

    /** EPROTONOSUPPORT for a method that is not here. */
    void run(int object, int number, Attributes asked) {
        Consumer<Attributes> method = methods.get(new Method(object, number));
        if (method == null) {
            throw unknown(object, number);
        }
        method.accept(asked);
    }

    static VerbsException unknown(int object, int number) {
        return new VerbsException(
                Errno.EPROTONOSUPPORT, AbiRule.KNOWN_METHOD, String.format("object=0x%x method=0x%x", object, number));
    }

    private void queryPort(Attributes asked) {
        device.describePort((int) asked.value(0) & 0xff, asked.out(1));
    }

    /** What GET_CONTEXT and QUERY_CONTEXT answer besides udata. */
    static void describe(KernelContext calls, Attributes asked) {
        asked.answer(0, Integer.BYTES, calls.cqs().vectors());
        asked.answer(1, Long.BYTES, OPTIONAL_MR_ACCESS);
    }

    private void queryContext(Attributes asked) {
        calls.queryContext(asked.udata());
        describe(calls, asked);
    }

    private void queryGidTable(Attributes asked) {
        int entryBytes = (int) asked.value(0);
        MemorySegment out = asked.out(2);
        long count = 0;
        if (entryBytes < GID_ENTRY_BYTES || out.byteSize() / entryBytes < gids()) {
            throw AbiChecks.unknown("entry_size", entryBytes);
        }
        for (int index = 0; index < gids(); index++) {
            Gid gid = calls.queryGid(index);
            if (gid.high() != 0 || gid.low() != 0) {
                gid(out.asSlice(count++ * entryBytes), gid, index);
            }
        }
        asked.answer(3, Long.BYTES, count);
    }

    private int gids() {
        return calls.queryPort(1).gidTableLength();
    }

    private void queryGidEntry(Attributes asked) {
        int index = (int) asked.value(1);
        calls.queryPort((int) asked.value(0));
        Gid gid = calls.queryGid(index);
        gid(asked.out(3), gid, index);
    }

    private static void gid(MemorySegment out, Gid gid, int index) {
        AbiField.u64(0).setGid(out, gid);
        AbiField.u32(16).set(out, index);
        AbiField.u32(20).set(out, 1);
        AbiField.u32(24).set(out, ROCE_V2);
        AbiField.u32(GID_ENTRY_BYTES - Integer.BYTES).set(out, 0);
    }

    private void advise(Attributes asked) {
        MemorySegment list = asked.in(3);
        List<AdvisedRange> ranges = new ArrayList<>();
        for (int at = 0; at + SGE_BYTES <= list.byteSize(); at += SGE_BYTES) {
            ranges.add(new AdvisedRange(
                    AbiField.u32(at + 12).getInt(list),
                    AbiField.u64(at).get(list),
                    AbiField.u32(at + 8).get(list)));
        }
        calls.mrs().advise((int) asked.value(0), (int) asked.value(1), (int) asked.value(2, 0), ranges);
    }

    private void queryMr(Attributes asked) {
        MrResponse told = calls.mrs().query((int) asked.value(0));
        asked.answer(1, Integer.BYTES, told.lkey());
        asked.answer(2, Integer.BYTES, told.rkey());
    }
}
