package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import dev.fenestra.tools.duties.ChangedBytes;
import dev.fenestra.tools.duties.PostedSend;
import dev.fenestra.tools.duties.ProgramActs;
import dev.fenestra.tools.duties.QpShape;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells a check what the records of a program say. The layout of each record is that of check/ring.h. */
final class ActReader {
    private static final int KIND = 4;
    private static final int COUNT = 6;
    private static final int PLACE = 16;
    private static final int OBJECT = 20;
    private static final int A = 24;
    private static final int B = 32;
    private static final int C = 40;
    private static final int D = 48;
    private static final int E = 52;
    private static final int F = 56;
    private static final int G = 60;

    private static final int PIECE_BYTES = 16;
    private static final int MOST_PIECES = 32;
    private static final int RUN_SHOWN = 16;
    private static final int RUN_BYTES = 16 + 2 * RUN_SHOWN;
    private static final int BIND_BYTES = 40;
    private static final int MOST_PLACES = 1 << 12;
    /** What a program leaves without end would need memory without end. */
    private static final int MOST_LIVE = 1 << 20;

    private static final int REMOTE_RIGHTS =
            AccessFlag.mask(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC);
    private static final String[] OBJECTS = {"object", "PD", "completion channel", "AH", "XRCD"};
    private static final Map<Integer, WrOpcode> OPCODES = opcodes();

    private final Map<Integer, String> places = new HashMap<>();
    private final Map<Integer, Integer> windowKeys = new HashMap<>();
    private final SgeList pieces = new SgeList();
    private @Nullable ProgramActs program;
    private String place = "";

    private static Map<Integer, WrOpcode> opcodes() {
        Map<Integer, WrOpcode> all = new HashMap<>();
        Arrays.stream(WrOpcode.values()).forEach(one -> all.put(one.code(), one));
        return all;
    }

    /** Says whose records they are. */
    void of(ProgramActs checked) {
        program = checked;
    }

    /** {@return where the program did what the present record says} */
    String place() {
        return place;
    }

    /**
     * Tells of an act.
     *
     * @param act the bytes of its record
     * @throws IOException when they are no record
     */
    void tell(ByteBuffer act) throws IOException {
        ProgramActs to = program;
        if (to == null || !act.hasRemaining()) {
            return;
        }
        try {
            ActKind kind = ActKind.of(act.getShort(KIND));
            place = places.getOrDefault(act.getInt(PLACE), "");
            tell(to, kind, act);
            if (to.size() > MOST_LIVE) {
                throw new IOException("more than " + MOST_LIVE + " requests and objects at once");
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException wrong) {
            throw new IOException("a record of an act that is none: " + wrong.getMessage(), wrong);
        }
    }

    private void tell(ProgramActs to, ActKind kind, ByteBuffer act) throws IOException {
        int object = act.getInt(OBJECT);
        switch (kind) {
            case PLACE -> learn(object, act);
            case CREATED -> to.created(objectName(act), place);
            case DESTROYED -> to.destroyed(objectName(act));
            case REGION -> region(to, object, act);
            case DEREGISTERED -> to.deregistered(object);
            case WINDOW -> window(to, object, act);
            case WINDOW_KEY -> windowKeys.replace(object, act.getInt(D));
            case DEALLOCATED -> {
                to.deallocated(object);
                windowKeys.remove(object);
            }
            case CQ -> to.cq(object, act.getInt(D), place);
            case RESIZED_CQ -> to.resizedCq(object, act.getInt(D));
            case DESTROYING_CQ -> to.destroyingCq(object);
            case DESTROYED_CQ -> to.destroyedCq(object);
            case SRQ -> to.srq(object, place);
            case DESTROYED_SRQ -> to.destroyedSrq(object);
            case QP -> qp(to, object, act);
            case DESTROYED_QP -> to.destroyedQp(object);
            case MODIFIED -> to.modified(object, attributes(act));
            default -> tellRequest(to, kind, object, act);
        }
    }

    private void tellRequest(ProgramActs to, ActKind kind, int object, ByteBuffer act) throws IOException {
        switch (kind) {
            case SENT -> sent(to, object, act);
            case RECEIVE -> to.requests().receivePosted(object, act.getLong(A), pieces(act), place);
            case SHARED_RECEIVE -> to.requests().sharedReceivePosted(object, act.getLong(A), pieces(act), place);
            case REFUSED_SENDS -> to.requests().refusedSends(object, act.getInt(D));
            case REFUSED_RECEIVES -> to.requests().refusedReceives(object, act.getInt(D));
            case REFUSED_SHARED -> to.requests().refusedSharedReceives(object, act.getInt(D));
            case CHANGED -> to.requests().changed(object, act.getLong(C), changes(act));
            case RECEIVE_CHANGED ->
                to.requests().receiveChanged(object, act.getInt(D) != 0, act.getLong(A), changes(act));
            case POLLED ->
                to.requests()
                        .polled(
                                object,
                                act.getInt(D),
                                act.getLong(A),
                                act.getInt(E) == 0,
                                act.getInt(F) != 0,
                                act.getLong(B));
            case POLLED_IN_VAIN -> to.requests().polledInVain(object);
            case ARMED -> to.armed(object);
            case EVENT -> to.eventTaken(object);
            case ACKNOWLEDGED -> to.eventsAcknowledged(object, act.getInt(D));
            case UNMAPPING -> to.unmapping(act.getLong(A), act.getLong(B));
            default -> throw new IOException("an act " + kind);
        }
    }

    private void learn(int number, ByteBuffer act) throws IOException {
        if (number < 1 || number > MOST_PLACES) {
            throw new IOException("place " + number);
        }
        byte[] text = new byte[Math.clamp(act.getInt(D), 0, act.limit() - ActRing.ACT_BYTES)];
        act.get(ActRing.ACT_BYTES, text);
        places.put(number, new String(text, StandardCharsets.UTF_8));
    }

    private static String objectName(ByteBuffer act) {
        int type = act.getInt(D);
        int id = act.getInt(OBJECT);
        return OBJECTS[type] + " " + (type == 2 ? Integer.toString(id & 0xffffff) : "0x" + Integer.toHexString(id));
    }

    private void region(ProgramActs to, int handle, ByteBuffer act) {
        boolean isRemote = (act.getInt(F) & REMOTE_RIGHTS) != 0;
        to.region(
                handle, act.getInt(D), act.getInt(E), act.getLong(A), act.getLong(B), act.getLong(C), isRemote, place);
    }

    private void window(ProgramActs to, int handle, ByteBuffer act) {
        windowKeys.put(handle, act.getInt(D));
        to.window(handle, act.getInt(E) == 2, () -> windowKeys.getOrDefault(handle, 0), place);
    }

    private void qp(ProgramActs to, int number, ByteBuffer act) {
        int type = act.getInt(D);
        Optional<QpType> known =
                Arrays.stream(QpType.values()).filter(one -> one.code() == type).findFirst();
        known.ifPresent(it -> to.qp(
                new QpShape(
                        number,
                        it,
                        act.getInt(E),
                        act.getInt(F),
                        act.getInt(G),
                        (int) act.getLong(A),
                        (int) act.getLong(B),
                        act.getLong(C) != 0),
                place));
    }

    private static QpAttributes attributes(ByteBuffer act) {
        int mask = act.getInt(D);
        int at = ActRing.ACT_BYTES;
        Optional<QpState> state = QpAttribute.STATE.in(mask) ? QpState.of(act.getInt(at)) : Optional.empty();
        QpAttributes asked = state.map(QpAttributes::to).orElseGet(QpAttributes::unchangedState);
        if (QpAttribute.ACCESS_FLAGS.in(mask)) {
            asked.access(act.getInt(at + 4));
        }
        if (QpAttribute.PATH_MTU.in(mask)) {
            asked.pathMtu(Mtu.of(act.getInt(at + 8)));
        }
        if (QpAttribute.RQ_PSN.in(mask)) {
            asked.rqPsn(act.getInt(at + 12));
        }
        if (QpAttribute.SQ_PSN.in(mask)) {
            asked.sqPsn(act.getInt(at + 16));
        }
        if (QpAttribute.TIMEOUT.in(mask)) {
            asked.timeout(act.getInt(at + 20));
        }
        if (QpAttribute.RNR_RETRY.in(mask)) {
            asked.rnrRetry(act.getInt(at + 24));
        }
        if (QpAttribute.MAX_QP_RD_ATOMIC.in(mask)) {
            asked.maxRdAtomic(act.getInt(at + 28));
        }
        if (QpAttribute.MAX_DEST_RD_ATOMIC.in(mask)) {
            asked.maxDestRdAtomic(act.getInt(at + 32));
        }
        if (QpAttribute.DEST_QPN.in(mask)) {
            asked.destinationQpn(act.getInt(at + 36));
        }
        if (QpAttribute.AV.in(mask)) {
            long high = Long.reverseBytes(act.getLong(at + 40));
            long low = Long.reverseBytes(act.getLong(at + 48));
            asked.path(new Gid(high, low), 0);
        }
        return asked;
    }

    private SgeList pieces(ByteBuffer act) throws IOException {
        int count = act.getShort(COUNT);
        if (count < 0 || count > MOST_PIECES) {
            throw new IOException("a request of " + count + " pieces");
        }
        pieces.clear();
        for (int i = 0; i < count; i++) {
            int at = ActRing.ACT_BYTES + i * PIECE_BYTES;
            pieces.add(act.getInt(at + 12), act.getLong(at), act.getInt(at + 8));
        }
        return pieces;
    }

    private void sent(ProgramActs to, int qp, ByteBuffer act) throws IOException {
        WrOpcode opcode = OPCODES.get(act.getInt(D));
        if (opcode == null) {
            return;
        }
        SgeList list = pieces(act);
        int behind = ActRing.ACT_BYTES + list.size() * PIECE_BYTES;
        long content = act.getLong(behind);
        PostedSend.Bind bind = act.limit() >= behind + Long.BYTES + BIND_BYTES ? bind(act, behind + Long.BYTES) : null;
        PostedSend request = new PostedSend(
                qp,
                act.getLong(A),
                opcode,
                act.getInt(E),
                list,
                act.getInt(F),
                act.getLong(B),
                act.getInt(G),
                bind,
                place);
        to.requests().posted(request, content, act.getLong(C));
    }

    private static PostedSend.Bind bind(ByteBuffer act, int at) {
        boolean isZeroBased = AccessFlag.ZERO_BASED.in((int) act.getLong(at + 24));
        return new PostedSend.Bind(
                act.getInt(at), act.getInt(at + 4), act.getLong(at + 8), act.getLong(at + 16), isZeroBased);
    }

    private static List<ChangedBytes> changes(ByteBuffer act) {
        List<ChangedBytes> changes = new ArrayList<>();
        boolean isLong = act.getInt(D) != 0;
        for (int i = 0; i < act.getShort(COUNT); i++) {
            int at = ActRing.ACT_BYTES + i * RUN_BYTES;
            int shown = Math.clamp(act.getInt(at + 12), 0, RUN_SHOWN);
            byte[] before = new byte[shown];
            byte[] after = new byte[shown];
            act.get(at + 16, before).get(at + 16 + RUN_SHOWN, after);
            long length = Integer.toUnsignedLong(act.getInt(at + 8));
            changes.add(new ChangedBytes(act.getLong(at), length, before, after, isLong && shown > 0, shown == 0));
        }
        return changes;
    }
}
