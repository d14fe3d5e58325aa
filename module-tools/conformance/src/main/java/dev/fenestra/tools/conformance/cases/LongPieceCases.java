package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_LEN_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_PROT_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.SUCCESS;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.End;
import dev.fenestra.tools.conformance.Limit;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.SendBuilder;
import dev.fenestra.uverbs.request.WorkRequest;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * Pieces and messages that are too long by little: pieces of 2^31 bytes and more, which a signed number of 32 bits
 * takes for negative or empty ones, and messages of one byte more than max_msg_sz. No such request touches memory.
 */
final class LongPieceCases {
    /** As {@code ibv_sge.length}; none of them fits any memory of a case. */
    private static final int[] LENGTHS = {1 << 31, (1 << 31) + 8, -1};

    private static final Set<WcStatus> REFUSED = Set.of(LOC_LEN_ERR, LOC_PROT_ERR);

    private LongPieceCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                piece("send", "a SEND", b -> sends(b, (_, start) -> start.send())),
                piece(
                        "write",
                        "a WRITE",
                        b -> sends(b, (at, start) -> start.rdmaWrite(word(at).rkey(), word(at).address()))),
                piece(
                        "read",
                        "a READ",
                        b -> sends(b, (at, start) -> start.rdmaRead(word(at).rkey(), word(at).address()))),
                piece("list", "requests in a list", LongPieceCases::lists),
                ConformanceCase.of(
                        "LONG-piece-receive",
                        "a receive with a piece of 2^31 bytes is refused, or has room for the message",
                        LongPieceCases::receive),
                message("write", "a WRITE of a byte more than max_msg_sz is refused", true),
                message("read", "so is a READ", false),
                ConformanceCase.of("LONG-message-send", "and a SEND", LongPieceCases::longSend)
                        .breaking("T5")
                        .needing(Requirement.ODP_IMPLICIT));
    }

    private static ConformanceCase piece(String id, String what, CaseBody body) {
        return ConformanceCase.of(
                "LONG-piece-" + id, "a piece of 2^31 bytes of " + what + " is not taken for a shorter one", body);
    }

    private static ConformanceCase message(String id, String title, boolean isWrite) {
        return ConformanceCase.of("LONG-message-" + id, title, b -> message(b, isWrite))
                .breaking("R6", "T5")
                .needing(Requirement.ODP_IMPLICIT);
    }

    private static RemoteBuffer word(CaseBench b) {
        return b.bob().openRegion().remote().slice(0, Long.BYTES);
    }

    private static SendBuilder started(CaseBench b, End alice, long wrId) {
        return alice.qp().builder().start().request(wrId, SendFlag.SIGNALED);
    }

    /** One piece, and where the device has several the long one after a good one. */
    private static void sends(CaseBench b, BiFunction<CaseBench, SendBuilder, SendBuilder> operation) {
        int most = (int) b.alice().most(Limit.SGE, 2);
        MemoryRegion region = b.alice().region();
        for (int length : LENGTHS) {
            for (int before = 0; before < most; before++) {
                End alice = b.newConnection().alice();
                long wrId = b.wrId();
                SendBuilder builder = operation.apply(b, started(b, alice, wrId));
                for (int i = 0; i < before; i++) {
                    builder.sge(region, region.address(), Long.BYTES);
                }
                int errno = builder.sge(region.lkey(), region.address(), length).complete();
                isRefused(b, alice, wrId, Errno.of(errno));
            }
        }
    }

    /** EINVAL at the post, or an error of the requester itself; nothing moves. */
    private static void isRefused(CaseBench b, End alice, long wrId, Errno atPost) {
        if (atPost == Errno.OK) {
            WcStatus status = alice.await(wrId).status();
            b.expect()
                    .holds("the request fails by its length or its range, not as " + status, REFUSED.contains(status));
        } else {
            b.expect().same("post", Errno.EINVAL, atPost);
        }
        b.expect().landed(0, 0);
        for (byte one : b.alice().memory().get(0, 64)) {
            b.expect().holds("alice's memory is as before", one == b.alice().fill());
        }
    }

    private static void lists(CaseBench b) {
        MemoryRegion region = b.alice().region();
        for (int length : LENGTHS) {
            MemorySlice piece = new MemorySlice(region, region.address(), Integer.toUnsignedLong(length));
            for (WorkRequest request : List.of(
                    Send.of(b.wrId(), piece),
                    RdmaWrite.of(b.wrId(), word(b), piece),
                    RdmaRead.of(b.wrId(), word(b), piece))) {
                End alice = b.newConnection().alice();
                Errno atPost = Errno.OK;
                try {
                    alice.qp().post(request);
                } catch (VerbsException refused) {
                    atPost = refused.errno();
                }
                isRefused(b, alice, request.wrId(), atPost);
            }
        }
    }

    /** The range may be checked when the message comes, and then only as much of it as the message needs. */
    private static void receive(CaseBench b) {
        MemoryRegion region = b.bob().region();
        for (int length : LENGTHS) {
            b.bob().memory().fill(b.bob().fill());
            QpConnection connection = b.newConnection();
            long wrId = b.wrId();
            int errno = connection.bob().qp().postRecv(wrId, region.lkey(), region.address(), length);
            if (errno != 0) {
                b.expect().same("post_recv", Errno.EINVAL.code(), errno);
                continue;
            }
            Completion sent = connection.alice().send(64);
            Completion received = connection.bob().await(wrId);
            if (received.status() == SUCCESS) {
                b.expect().succeeds("send", sent);
                b.expect().same("bytes", 64, received.orThrow().byteLength());
                b.expect().landed(0, 64);
            } else {
                WcStatus status = received.status();
                b.expect()
                        .holds(
                                "the receive fails by its length or its range, not as " + status,
                                REFUSED.contains(status));
                b.expect().landed(0, 0);
            }
        }
    }

    /** Two pieces of the whole address space. At the peer only a message of a legal length comes to its range. */
    private static void message(CaseBench b, boolean isWrite) {
        long most = Limit.MESSAGE.of(b.alice().context().deviceAttributes());
        MemoryRegion everything = b.alice().pd().regImplicit(LOCAL_WRITE);
        RemoteBuffer word = word(b);
        b.expect()
                .refusedByPeer(
                        "max_msg_sz bytes",
                        "R6",
                        () -> twoPieces(b, everything, most, started -> remote(started, word, isWrite)));
        b.connection().reconnect();
        b.expect()
                .refused(
                        "a byte more",
                        "T5",
                        LOC_LEN_ERR,
                        () -> twoPieces(b, everything, most + 1, started -> remote(started, word, isWrite)));
    }

    private static SendBuilder remote(SendBuilder started, RemoteBuffer word, boolean isWrite) {
        return isWrite ? started.rdmaWrite(word.rkey(), word.address()) : started.rdmaRead(word.rkey(), word.address());
    }

    private static void longSend(CaseBench b) {
        long most = Limit.MESSAGE.of(b.alice().context().deviceAttributes());
        MemoryRegion everything = b.alice().pd().regImplicit(LOCAL_WRITE);
        b.atBob().receive(b.bob().slice(0, 64));
        b.expect()
                .refused("a byte more", "T5", LOC_LEN_ERR, () -> twoPieces(b, everything, most + 1, SendBuilder::send));
    }

    private static Completion twoPieces(
            CaseBench b, MemoryRegion from, long bytes, UnaryOperator<SendBuilder> operation) {
        b.alice().needs(Limit.SGE, 2);
        int first = (int) (bytes / 2);
        End alice = b.atAlice();
        long wrId = b.wrId();
        long address = b.alice().region().address();
        b.expect()
                .posted(operation
                        .apply(started(b, alice, wrId))
                        .sge(from, address, first)
                        .sge(from, address, (int) (bytes - first))
                        .complete());
        return alice.await(wrId);
    }
}
