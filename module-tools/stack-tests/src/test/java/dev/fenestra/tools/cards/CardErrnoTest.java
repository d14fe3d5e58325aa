package dev.fenestra.tools.cards;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.PlacementType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.request.Flush;
import dev.fenestra.uverbs.request.Send;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of errnos in docs/vendors.md: each of its calls is made on the card of each vendor. */
class CardErrnoTest {
    private static final Path PAGE = Path.of("..", "docs", "vendors.md");
    private static final List<String> CARDS = List.of("rxe", "mlx4", "hns", "irdma");
    private static final int PAGE_BYTES = 4096;

    private static final int MANY = 1 << 16;

    /** A call, by the name that the table has for it. */
    private enum Call {
        DEREG("`ibv_dereg_mr`, a window is bound to the region", end -> {
            end.bind();
            end.region.close();
        }),
        REREG("`ibv_rereg_mr`, a window is bound to the region", end -> {
            end.bind();
            end.region.changeAccess(AccessFlag.LOCAL_WRITE);
        }),
        XRC_QP("`ibv_create_qp` of type XRC", end -> end.pd.createQp(QpSpec.xrc(end.cq))),
        XRCD("`ibv_open_xrcd`", end -> end.context.openXrcDomain()),
        CQ_SIZE("`ibv_create_cq`, no entry", end -> end.context.createCq(0)),
        CQ_ROOM("`ibv_resize_cq`, smaller than what the CQ holds", end -> {
            for (int i = 0; i < 3; i++) {
                end.qp.bindMw(i, end.pd.allocMw(MwType.TYPE_1), end.region.slice(0, 64), AccessFlag.REMOTE_READ);
            }
            // A CQ without entries gives the card a turn.
            assertEquals(0, end.context.createCq(1).poll(new Completions(1)));
            end.cq.resize(1);
        }),
        SEND_PIECES("`ibv_post_send`, more pieces than `max_send_sge`", end -> end.qp.post(Send.of(1, end.pieces()))),
        SEND_INLINE(
                "`ibv_post_send`, more than `max_inline_data`",
                end -> end.qp.post(Send.of(1, end.region.slice(0, 1100)).inlined())),
        SEND_OPCODE(
                "`ibv_post_send`, an opcode that the library does not know",
                end -> end.qp.post(Flush.of(1, end.region.remote(), PlacementType.GLOBAL))),
        SEND_ROOM("`ibv_post_send`, the queue is full", end -> {
            for (int i = 0; i < MANY; i++) {
                end.qp.post(Send.of(i, end.region.slice(0, 1)));
            }
        }),
        RECEIVE_PIECES("`ibv_post_recv`, more pieces than `max_recv_sge`", end -> end.qp.postRecv(1, end.pieces())),
        RECEIVE_ROOM("`ibv_post_recv`, the queue is full", end -> {
            for (int i = 0; i < MANY; i++) {
                end.qp.postRecv(i, end.region.slice(0, 1));
            }
        });

        private final String text;
        private final Consumer<End> action;

        Call(String text, Consumer<End> action) {
            this.text = text;
            this.action = action;
        }
    }

    /** A QP that is connected with itself. */
    private static final class End {
        private final Context context;
        private final ProtectionDomain pd;
        private final CompletionQueue cq;
        private final MemoryRegion region;
        private final QueuePair qp;

        End(Context context) {
            this.context = context;
            pd = context.allocPd();
            cq = context.createCq(64);
            region = pd.regMr(
                    context.allocate(PAGE_BYTES), AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ, AccessFlag.MW_BIND);
            qp = pd.createQp(QpSpec.rc(cq, cq).maxSge(4).maxInline(64));
            qp.connect(qp.endpoint());
        }

        void bind() {
            qp.bindMw(1, pd.allocMw(MwType.TYPE_1), region.slice(0, 64), AccessFlag.REMOTE_READ);
            cq.await(1, Patience.LIMIT).orThrow();
        }

        /** More than any card gives to a QP that asks for 4. */
        MemorySlice[] pieces() {
            MemorySlice[] pieces = new MemorySlice[64];
            Arrays.fill(pieces, region.slice(0, 1));
            return pieces;
        }
    }

    /** The rows of the table whose first cell begins with a call. */
    private static Map<String, List<String>> rows() throws IOException {
        Map<String, List<String>> rows = new TreeMap<>();
        for (String line : Files.readAllLines(PAGE)) {
            List<String> cells =
                    Arrays.stream(line.split("\\|")).map(String::strip).toList();
            if (line.startsWith("| `ibv_")) {
                rows.put(cells.get(1), cells.subList(2, 2 + CARDS.size()));
            }
        }
        return rows;
    }

    @Test
    void shouldHaveACallForEachRow() throws IOException {
        Set<String> calls = new TreeSet<>();
        for (Call call : Call.values()) {
            calls.add(call.text);
        }
        assertEquals(calls, rows().keySet());
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe", "mlx4", "hns", "irdma"})
    void shouldAnswerWithTheErrnoOfItsDriver(String card) throws IOException {
        Map<String, List<String>> rows = rows();
        Map<String, String> expected = new TreeMap<>();
        Map<String, String> seen = new TreeMap<>();
        for (Call call : Call.values()) {
            expected.put(call.text, rows.get(call.text).get(CARDS.indexOf(card)));
            seen.put(call.text, errno(card, call));
        }
        assertEquals(expected, seen);
    }

    private static String errno(String card, Call call) {
        try (TestBench bench = TestBench.builder().hosts(1).provider(card).build()) {
            End end = new End(bench.hosts().iterator().next().open());
            call.action.accept(end);
            return "none";
        } catch (VerbsException refused) {
            return refused.errno().name();
        }
    }
}
