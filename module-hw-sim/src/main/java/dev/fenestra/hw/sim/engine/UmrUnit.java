package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.manual.CqeSyndrome;
import dev.fenestra.hw.sim.manual.DataSegment;
import dev.fenestra.hw.sim.manual.MkeyContext;
import dev.fenestra.hw.sim.manual.UmrControlSegment;
import dev.fenestra.hw.sim.queue.BindRequest;
import dev.fenestra.hw.sim.queue.ForeignOpcode;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Executes requests that change windows and mkeys. In the mlx5 format they are UMR WQEs, from whose bytes is read what is asked, a bind, a
 * configuration or an invalidate; other formats say so themselves. The unit of windows or of mkeys does it.
 */
final class UmrUnit {
    private static final int CONTEXT_UNIT = 4;
    private static final int LIST_UNIT = 8;
    private static final int LIST_UNITS = 4;
    private static final int LIST_UNIT_BYTES = 16;
    private static final int MKEY_FLAGS =
            UmrControlSegment.INLINE | UmrControlSegment.CHECK_FREE | UmrControlSegment.TRANSLATION_OFFSET;
    private static final int REGISTRATION_FLAGS = UmrControlSegment.INLINE | UmrControlSegment.CHECK_FREE;
    private static final int RIGHTS =
            MkeyContext.ATOMIC.place(1) | MkeyContext.REMOTE_WRITE.place(1) | MkeyContext.REMOTE_READ.place(1);

    private final Engine engine;
    private final BindRequest request = new BindRequest();
    private final UmrList layout;

    UmrUnit(Engine engine) {
        this.engine = engine;
        layout = new UmrList(engine);
    }

    /**
     * Executes the request; its slot is then done or failed.
     *
     * @return false when it must wait: an invalidate lets all earlier requests complete first (IBA 10.6.5.1)
     */
    boolean execute(QpContext qp, int slot) {
        SendRing ring = qp.sends;
        if (ring.opcode(slot) == ForeignOpcode.BIND_MW) {
            qp.queues.bind(ring.wqeIndex(slot), request);
            finish(qp, slot, engine.windows.bind(qp, request));
            return true;
        }
        if (ring.opcode(slot) == ForeignOpcode.LOCAL_INV) {
            return invalidate(qp, slot, ring.immediate(slot));
        }
        int units = ring.endOfPieces(slot);
        if (units < LIST_UNIT) {
            fail(qp, slot, HcaRule.W1, CqeSyndrome.LOCAL_QP_OPERATION, "UMR with ds=" + units);
            return true;
        }
        QueueGeometry queues = (QueueGeometry) qp.queues;
        RingMemory memory = queues.memory();
        int control = queues.sendUnit(ring.wqeIndex(slot), 1);
        MemorySegment wqe = memory.segment(control);
        long base = memory.offset(control);
        long mask = UmrControlSegment.MKEY_MASK.getLong(wqe, base);
        int list = UmrControlSegment.KLM_OCTOWORDS.get(wqe, base);
        if ((mask & UmrControlSegment.MASK_PAGE_SIZE) != 0) {
            register(qp, slot, units, mask, list);
            return true;
        }
        if (engine.layouts.isMkey(ring.immediate(slot) >>> 8) || configures(mask)) {
            return changeMkey(qp, slot, units, mask, list);
        }
        if ((mask & UmrControlSegment.MASK_LENGTH) != 0) {
            bind(qp, slot, units, list);
            return true;
        }
        if ((mask & UmrControlSegment.MASK_FREE) == 0 || list != 0) {
            fail(qp, slot, HcaRule.W2, CqeSyndrome.LOCAL_QP_OPERATION, String.format("mkey mask=0x%x", mask));
            return true;
        }
        int flags = UmrControlSegment.FLAGS.get(wqe, base);
        return free(qp, slot, (mask & UmrControlSegment.MASK_QPN) != 0, (flags & UmrControlSegment.CHECK_FREE) != 0);
    }

    /** Whether a UMR has the shape of a configuration, which no bind has: a length, a tag, and no start address. */
    private static boolean configures(long mask) {
        long shape = UmrControlSegment.MASK_LENGTH | UmrControlSegment.MASK_TAG;
        return (mask & (shape | UmrControlSegment.MASK_START_ADDRESS)) == shape;
    }

    private static boolean leavesFree(QueueGeometry queues, int wqeIndex) {
        int context = queues.sendUnit(wqeIndex, CONTEXT_UNIT);
        return MkeyContext.FREE.isSet(
                queues.memory().segment(context), queues.memory().offset(context));
    }

    private boolean changeMkey(QpContext qp, int slot, int units, long mask, int list) {
        QueueGeometry queues = (QueueGeometry) qp.queues;
        int wqeIndex = qp.sends.wqeIndex(slot);
        boolean keepsLayout = list == 0 && (mask & UmrControlSegment.MASK_LENGTH) == 0;
        if (keepsLayout && (mask & UmrControlSegment.MASK_QPN) != 0) {
            return invalidate(qp, slot, qp.sends.immediate(slot));
        }
        int at = queues.sendUnit(wqeIndex, 1);
        int flags = UmrControlSegment.FLAGS.get(
                queues.memory().segment(at), queues.memory().offset(at));
        int offset = UmrControlSegment.LIST_OFFSET.get(
                queues.memory().segment(at), queues.memory().offset(at));
        boolean free = (mask & UmrControlSegment.MASK_FREE) != 0 && leavesFree(queues, wqeIndex);
        boolean known = !free
                && (mask & ~MkeyUnit.CHANGEABLE) == 0
                && (flags & ~MKEY_FLAGS) == 0
                && offset == 0
                && (list == 0 || (mask & UmrControlSegment.MASK_LENGTH) != 0);
        boolean inline = (flags & UmrControlSegment.INLINE) != 0;
        if (!known || units < LIST_UNIT + (inline ? list : 1)) {
            String values = String.format("mkey mask=0x%x flags=0x%x ds=%d list=%d", mask, flags, units, list);
            fail(qp, slot, HcaRule.W2, CqeSyndrome.LOCAL_QP_OPERATION, values);
        } else {
            configure(qp, slot, mask, flags, list);
        }
        return true;
    }

    private void configure(QpContext qp, int slot, long mask, int flags, int list) {
        QueueGeometry queues = (QueueGeometry) qp.queues;
        int wqeIndex = qp.sends.wqeIndex(slot);
        int key = qp.sends.immediate(slot);
        boolean mustBeFree = (flags & UmrControlSegment.CHECK_FREE) != 0;
        HcaRule refusal = engine.layouts.isMkey(key >>> 8) ? engine.mkeys.check(qp, key, mustBeFree, list) : HcaRule.M1;
        if (refusal == null && !readList(qp, slot, (flags & UmrControlSegment.INLINE) != 0, list)) {
            return;
        }
        refusal = refusal == null ? engine.mkeys.checkList(layout.memory(), list) : refusal;
        if (refusal != null) {
            fail(qp, slot, refusal, CqeSyndrome.MW_BIND, engine.explain.configure(key, list, qp));
            return;
        }
        int context = queues.sendUnit(wqeIndex, CONTEXT_UNIT);
        engine.mkeys.configure(
                key, mask, queues.memory().segment(context), queues.memory().offset(context), layout.memory(), list);
        qp.sends.state(slot, SendRing.DONE);
    }

    /** A fast registration: the only UMR that says of what size its pages are. */
    private void register(QpContext qp, int slot, int units, long mask, int list) {
        QueueGeometry queues = (QueueGeometry) qp.queues;
        int wqeIndex = qp.sends.wqeIndex(slot);
        int control = queues.sendUnit(wqeIndex, 1);
        int flags = UmrControlSegment.FLAGS.get(
                queues.memory().segment(control), queues.memory().offset(control));
        int context = queues.sendUnit(wqeIndex, CONTEXT_UNIT);
        MemorySegment mkey = queues.memory().segment(context);
        long base = queues.memory().offset(context);
        boolean inline = (flags & UmrControlSegment.INLINE) != 0;
        boolean known = FastRegionUnit.isRegistration(mask, mkey, base) && (flags & ~REGISTRATION_FLAGS) == 0;
        if (!known || units < LIST_UNIT + (inline ? list : 1)) {
            String values = String.format("mkey mask=0x%x flags=0x%x ds=%d list=%d", mask, flags, units, list);
            fail(qp, slot, HcaRule.W2, CqeSyndrome.LOCAL_QP_OPERATION, values);
            return;
        }
        int key = qp.sends.immediate(slot);
        HcaRule refusal = engine.fastRegions.check(qp, key, mkey, base, list);
        if (refusal == null && !readList(qp, slot, inline, list)) {
            return;
        }
        refusal = refusal == null ? engine.fastRegions.register(qp, key, mkey, base, layout.memory()) : refusal;
        if (refusal == null) {
            qp.sends.state(slot, SendRing.DONE);
        } else {
            fail(qp, slot, refusal, CqeSyndrome.MW_BIND, engine.explain.configure(key, list, qp));
        }
    }

    /** Reads the list of a UMR. False when it lies where the QP may not read; then the request has failed. */
    private boolean readList(QpContext qp, int slot, boolean inline, int list) {
        QueueGeometry queues = (QueueGeometry) qp.queues;
        int wqeIndex = qp.sends.wqeIndex(slot);
        if (inline) {
            layout.readInline(queues, wqeIndex, LIST_UNIT, list);
            return true;
        }
        HcaRule unreadable = list > 0 ? layout.readByPointer(qp, queues, wqeIndex, LIST_UNIT, list) : null;
        if (unreadable != null) {
            String values =
                    engine.explain.access("lkey", layout.lkey, layout.address, (long) list * LIST_UNIT_BYTES, qp);
            fail(qp, slot, unreadable, CqeSyndrome.LOCAL_PROTECTION, values);
        }
        return unreadable == null;
    }

    private void bind(QpContext qp, int slot, int units, int list) {
        if (units < LIST_UNIT + LIST_UNITS || list != LIST_UNITS) {
            fail(qp, slot, HcaRule.W2, CqeSyndrome.LOCAL_QP_OPERATION, "ds=" + units + " list=" + list);
            return;
        }
        QueueGeometry queues = (QueueGeometry) qp.queues;
        RingMemory memory = queues.memory();
        int context = queues.sendUnit(qp.sends.wqeIndex(slot), CONTEXT_UNIT);
        MemorySegment mkey = memory.segment(context);
        long mkeyBase = memory.offset(context);
        int klm = queues.sendUnit(qp.sends.wqeIndex(slot), LIST_UNIT);
        MemorySegment entry = memory.segment(klm);
        long entryBase = memory.offset(klm);
        request.oldKey = qp.sends.immediate(slot);
        long rights = MkeyContext.TAG.wide(mkey, mkeyBase);
        request.newTag = MkeyContext.TAG.in(MkeyContext.TAG.half(rights));
        request.rights = MkeyContext.FREE.half(rights) & RIGHTS;
        request.startAddress = MkeyContext.START_ADDRESS.getLong(mkey, mkeyBase);
        request.length = MkeyContext.LENGTH.getLong(mkey, mkeyBase);
        long piece = DataSegment.LKEY.wide(entry, entryBase);
        request.lkey = DataSegment.LKEY.half(piece);
        request.address = DataSegment.ADDRESS.getLong(entry, entryBase);
        boolean agrees = Integer.toUnsignedLong(DataSegment.BYTE_COUNT.half(piece)) == request.length
                && (request.startAddress == request.address || request.startAddress == 0);
        if (!agrees || request.length == 0) {
            fail(qp, slot, HcaRule.W2, CqeSyndrome.LOCAL_QP_OPERATION, "mkey and list disagree on the range");
            return;
        }
        finish(qp, slot, engine.windows.bind(qp, request));
    }

    /**
     * Without a range the window becomes free: an unbind of type 1, an invalidate, or a type-2 bind of length 0. The last two differ in
     * the tag only, or where that is 0, in that a bind asks for a free window.
     */
    private boolean free(QpContext qp, int slot, boolean type2, boolean mustBeFree) {
        QueueGeometry queues = (QueueGeometry) qp.queues;
        RingMemory memory = queues.memory();
        int context = queues.sendUnit(qp.sends.wqeIndex(slot), CONTEXT_UNIT);
        int tag = MkeyContext.TAG.get(memory.segment(context), memory.offset(context));
        int key = qp.sends.immediate(slot);
        if (type2 && tag == 0 && !mustBeFree) {
            return invalidate(qp, slot, key);
        }
        request.oldKey = key;
        request.newTag = tag;
        request.startAddress = 0;
        request.length = 0;
        request.lkey = 0;
        request.address = 0;
        request.rights = 0;
        finish(qp, slot, engine.windows.bind(qp, request));
        return true;
    }

    private boolean invalidate(QpContext qp, int slot, int key) {
        if (qp.sends.head != qp.sends.cursor) {
            return false;
        }
        HcaRule refusal = engine.invalidate(qp, key, false);
        if (refusal == null) {
            qp.sends.state(slot, SendRing.DONE);
        } else {
            fail(qp, slot, refusal, CqeSyndrome.MW_BIND, engine.explain.invalidate(key, qp));
        }
        return true;
    }

    private void finish(QpContext qp, int slot, @Nullable HcaRule refusal) {
        if (refusal == null) {
            qp.sends.state(slot, SendRing.DONE);
        } else {
            fail(qp, slot, refusal, CqeSyndrome.MW_BIND, engine.explain.bind(request, qp));
        }
    }

    private void fail(QpContext qp, int slot, HcaRule rule, int syndrome, String values) {
        qp.sends.fail(slot, syndrome, rule.code());
        engine.watch.refused(rule, qp.number, values);
    }
}
