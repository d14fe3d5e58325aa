package dev.fenestra.tools.proof.oracle.model;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcFlag;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.proof.oracle.program.Piece;
import dev.fenestra.tools.proof.oracle.program.Target;
import dev.fenestra.tools.proof.oracle.program.Work;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Executes a request of one QP, with the peer's QP at the other end. */
final class ModelExchange {
    private static final byte[] NOTHING = {};

    private final RuleBook book;
    private final AccessRules access;
    private final BindRules binds;
    private final InvalidateRules invalidates;
    private final Prediction prediction;
    private final Machine here;
    private final Queue from;
    private final Machine there;
    private final @Nullable Queue peer;
    private final boolean isSolicited;

    /**
     * @param isSolicited whether requests have the solicited flag
     */
    ModelExchange(
            RuleBook book,
            Prediction prediction,
            Machine here,
            Queue from,
            Machine there,
            @Nullable Queue peer,
            boolean isSolicited) {
        this.isSolicited = isSolicited;
        this.book = book;
        this.prediction = prediction;
        this.here = here;
        this.from = from;
        this.there = there;
        this.peer = peer;
        access = new AccessRules(book);
        binds = new BindRules(book);
        invalidates = new InvalidateRules(book);
    }

    /**
     * Status at the requester; its own QP and its completion are the caller's business.
     *
     * @param localKey key that a LOCAL_INV or a bind was posted with
     */
    WcStatus execute(Work work, int localKey) {
        return switch (work) {
            case Work.BindTwo bind -> bind(bind, MemoryKey.tag(localKey));
            case Work.LocalInvalidate _ -> failsOr(invalidates.refuses(here, from, localKey), WcStatus.MW_BIND_ERR);
            case Work.Write _, Work.WriteImmediate _, Work.Send _, Work.SendInvalidate _ -> send(work);
            case Work.Read _, Work.FetchAdd _, Work.CompareSwap _ -> remote(work);
        };
    }

    /** The completion of a request that succeeded. */
    Expected success(Work work, int localKey, long wrId) {
        return switch (work) {
            case Work.BindTwo _ -> Expected.sent(from, wrId, WcOpcode.BIND_MW, Expected.UNSAID, 0);
            case Work.LocalInvalidate _ -> Expected.sent(from, wrId, WcOpcode.LOCAL_INV, Expected.UNSAID, localKey);
            case Work.Write _, Work.WriteImmediate _ ->
                Expected.sent(from, wrId, WcOpcode.RDMA_WRITE, Expected.UNSAID, 0);
            case Work.Read _ -> Expected.sent(from, wrId, WcOpcode.RDMA_READ, work.size(), 0);
            case Work.FetchAdd _ -> Expected.sent(from, wrId, WcOpcode.FETCH_ADD, Long.BYTES, 0);
            case Work.CompareSwap _ -> Expected.sent(from, wrId, WcOpcode.COMP_SWAP, Long.BYTES, 0);
            case Work.Send _, Work.SendInvalidate _ -> Expected.sent(from, wrId, WcOpcode.SEND, Expected.UNSAID, 0);
        };
    }

    static WcStatus failsOr(boolean isRefused, WcStatus failure) {
        return isRefused ? failure : WcStatus.SUCCESS;
    }

    private WcStatus bind(Work.BindTwo bind, int tag) {
        Window window = here.window(bind.window());
        Region region = here.region(bind.region());
        int newKey = MemoryKey.of(MemoryKey.index(window.key()), tag);
        BindRules.Range range =
                new BindRules.Range(region, region.address() + bind.offset(), bind.length(), bind.access());
        if (binds.failsTypeTwo(from, window, range)) {
            return WcStatus.MW_BIND_ERR;
        }
        window.bind(region, from, range.address(), range.length(), range.access());
        window.key(newKey);
        return WcStatus.SUCCESS;
    }

    /** A request that carries data to the peer. */
    private WcStatus send(Work work) {
        for (Piece piece : work.pieces()) {
            if (refuses(piece, false)) {
                return WcStatus.LOC_PROT_ERR;
            }
        }
        return remote(work);
    }

    private WcStatus remote(Work work) {
        Queue to = peer;
        if (book.refuses(OracleRule.REACHED, to == null || to.state() != QpState.RTS)) {
            return WcStatus.RETRY_EXC_ERR;
        }
        if (to == null) {
            return WcStatus.SUCCESS;
        }
        return switch (work) {
            case Work.Write write -> write(to, write.target(), gather(write.pieces()));
            case Work.WriteImmediate write -> writeImmediate(to, write, gather(write.pieces()));
            case Work.Read read -> read(to, read);
            case Work.FetchAdd atomic -> atomic(to, atomic.target(), atomic.result(), old -> old + atomic.add());
            case Work.CompareSwap atomic ->
                atomic(to, atomic.target(), atomic.result(), old -> old == atomic.compare() ? atomic.swap() : old);
            case Work.Send send -> deliver(to, gather(send.pieces()), null);
            case Work.SendInvalidate send -> deliver(to, gather(send.pieces()), there.key(send.key()));
            case Work.BindTwo _, Work.LocalInvalidate _ -> throw new IllegalArgumentException(work.verb());
        };
    }

    private WcStatus write(Queue to, Target target, byte[] data) {
        int key = there.key(target.key());
        long address = ProgramAddresses.of(there, target);
        if (access.refusesRemote(there, to, AccessFlag.REMOTE_WRITE, key, address, data.length)) {
            to.fail(prediction);
            return WcStatus.REM_ACCESS_ERR;
        }
        put(there, key, address, data);
        return WcStatus.SUCCESS;
    }

    private WcStatus read(Queue to, Work.Read read) {
        int key = there.key(read.target().key());
        long address = ProgramAddresses.of(there, read.target());
        int bytes = read.size();
        if (access.refusesRemote(there, to, AccessFlag.REMOTE_READ, key, address, bytes)) {
            to.fail(prediction);
            return WcStatus.REM_ACCESS_ERR;
        }
        byte[] data = new byte[bytes];
        get(there, key, address, data, 0, bytes);
        return land(read.pieces(), data);
    }

    private WcStatus atomic(Queue to, Target target, Piece result, LongUnaryOperator operation) {
        int key = there.key(target.key());
        long address = ProgramAddresses.of(there, target);
        if (book.refuses(OracleRule.ATOMIC_ALIGNED, address % Long.BYTES != 0)) {
            to.fail(prediction);
            return WcStatus.REM_INV_REQ_ERR;
        }
        if (access.refusesRemote(there, to, AccessFlag.REMOTE_ATOMIC, key, address, Long.BYTES)) {
            to.fail(prediction);
            return WcStatus.REM_ACCESS_ERR;
        }
        byte[] before = new byte[Long.BYTES];
        get(there, key, address, before, 0, Long.BYTES);
        ByteBuffer after = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        long old = ByteBuffer.wrap(before).order(ByteOrder.LITTLE_ENDIAN).getLong();
        put(there, key, address, after.putLong(operation.applyAsLong(old)).array());
        return land(List.of(result), before);
    }

    /** Puts an answer where it belongs; the keys are checked when it comes. */
    private WcStatus land(List<Piece> pieces, byte[] data) {
        boolean isRefused = false;
        for (Piece piece : pieces) {
            isRefused = isRefused || refuses(piece, true);
        }
        int done = 0;
        for (Piece piece : pieces) {
            byte[] part = Arrays.copyOfRange(data, done, done + piece.length());
            int key = here.key(piece.key());
            if (isRefused) {
                landsPartly(here, from, key, ProgramAddresses.of(here, piece), part);
            } else {
                put(here, key, ProgramAddresses.of(here, piece), part);
            }
            done += piece.length();
        }
        return failsOr(isRefused, WcStatus.LOC_PROT_ERR);
    }

    /** The last packet takes the receive, the first one is checked: with one packet, in this order. */
    private WcStatus writeImmediate(Queue to, Work.WriteImmediate write, byte[] data) {
        int key = there.key(write.target().key());
        long address = ProgramAddresses.of(there, write.target());
        boolean isOnePacket = data.length <= from.mtu();
        if (book.refuses(OracleRule.A8, !AccessFlag.REMOTE_WRITE.in(to.access()))
                || !isOnePacket && refusesWrite(to, key, address, data.length)) {
            to.fail(prediction);
            return WcStatus.REM_ACCESS_ERR;
        }
        Queue.Receive receive = to.receives().pollFirst();
        if (receive == null) {
            AccessRules.place(there, key, address).ifPresent(place -> landsPartly(place, isOnePacket ? NOTHING : data));
            return failsOr(book.refuses(OracleRule.RECV_POSTED, true), WcStatus.RNR_RETRY_EXC_ERR);
        }
        if (isOnePacket && refusesWrite(to, key, address, data.length)) {
            return receiveFails(to, receive, WcStatus.LOC_ACCESS_ERR, WcStatus.REM_ACCESS_ERR);
        }
        put(there, key, address, data);
        prediction.completes(Expected.received(
                to,
                receive.wrId(),
                WcOpcode.RECV_RDMA_WITH_IMM,
                data.length,
                WcFlag.WITH_IMM,
                isSolicited,
                write.immediate()));
        return WcStatus.SUCCESS;
    }

    private boolean refusesWrite(Queue to, int key, long address, int bytes) {
        return access.refusesRemote(there, to, AccessFlag.REMOTE_WRITE, key, address, bytes);
    }

    private void landsPartly(int place, byte[] data) {
        if (there.holds(place, data.length)) {
            prediction.landsPartly(new Landing(there.side(), place, data));
        }
    }

    private WcStatus deliver(Queue to, byte[] data, @Nullable Integer keyToInvalidate) {
        Queue.Receive receive = to.receives().pollFirst();
        if (receive == null) {
            return failsOr(book.refuses(OracleRule.RECV_POSTED, true), WcStatus.RNR_RETRY_EXC_ERR);
        }
        int placed = Math.min(data.length, receive.length());
        if (placed > 0 && access.refusesLocal(there, to, receive.key(), receive.address(), placed, true)) {
            landsPartly(to, receive, data);
            return receiveFails(to, receive, WcStatus.LOC_PROT_ERR, WcStatus.REM_OP_ERR);
        }
        if (book.refuses(OracleRule.RECV_LENGTH, data.length > receive.length())) {
            landsPartly(to, receive, data);
            return receiveFails(to, receive, WcStatus.LOC_LEN_ERR, WcStatus.REM_INV_REQ_ERR);
        }
        put(there, receive.key(), receive.address(), data);
        if (keyToInvalidate == null) {
            prediction.completes(Expected.received(to, receive.wrId(), WcOpcode.RECV, data.length, 0, isSolicited, 0));
            return WcStatus.SUCCESS;
        }
        if (invalidates.refuses(there, to, keyToInvalidate)) {
            // Class J: neither ACK nor NAK, so the requester tries until it gives up.
            return receiveFails(to, receive, WcStatus.REM_INV_REQ_ERR, WcStatus.RETRY_EXC_ERR);
        }
        prediction.completes(Expected.received(
                to, receive.wrId(), WcOpcode.RECV, data.length, WcFlag.WITH_INV, isSolicited, keyToInvalidate));
        return WcStatus.SUCCESS;
    }

    private WcStatus receiveFails(Queue to, Queue.Receive receive, WcStatus atReceiver, WcStatus atRequester) {
        prediction.completes(Expected.failed(to, true, receive.wrId(), atReceiver));
        to.fail(prediction);
        return atRequester;
    }

    private boolean refuses(Piece piece, boolean isLanding) {
        return piece.length() != 0
                && access.refusesLocal(
                        here, from, here.key(piece.key()), ProgramAddresses.of(here, piece), piece.length(), isLanding);
    }

    private byte[] gather(List<Piece> pieces) {
        byte[] data = new byte[pieces.stream().mapToInt(Piece::length).sum()];
        int to = 0;
        for (Piece piece : pieces) {
            get(here, here.key(piece.key()), ProgramAddresses.of(here, piece), data, to, piece.length());
            to += piece.length();
        }
        return data;
    }

    private void landsPartly(Queue to, Queue.Receive receive, byte[] data) {
        int placed = Math.min(data.length, receive.length());
        landsPartly(there, to, receive.key(), receive.address(), Arrays.copyOf(data, placed));
    }

    /** Only memory that the key opens to the QP may have changed. */
    private void landsPartly(Machine machine, Queue queue, int key, long address, byte[] data) {
        if (machine.find(key) instanceof Region region
                && region.key() == key
                && region.pd() == queue.pd()
                && region.has(AccessFlag.LOCAL_WRITE)
                && region.covers(address, 0)) {
            int inside = (int) Math.min(data.length, region.length() - (address - region.address()));
            prediction.landsPartly(new Landing(machine.side(), region.place(address), Arrays.copyOf(data, inside)));
        }
    }

    private static void put(Machine machine, int key, long address, byte[] data) {
        OptionalInt place = AccessRules.place(machine, key, address);
        if (place.isPresent() && machine.holds(place.getAsInt(), data.length)) {
            System.arraycopy(data, 0, machine.memory(), place.getAsInt(), data.length);
        }
    }

    private static void get(Machine machine, int key, long address, byte[] data, int to, int length) {
        OptionalInt place = AccessRules.place(machine, key, address);
        if (place.isPresent() && machine.holds(place.getAsInt(), length)) {
            System.arraycopy(machine.memory(), place.getAsInt(), data, to, length);
        }
    }
}
