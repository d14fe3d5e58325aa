package dev.fenestra.tools.proof.oracle.model;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.proof.oracle.program.KeyName;
import dev.fenestra.tools.proof.oracle.program.Piece;
import dev.fenestra.tools.proof.oracle.program.Step;
import dev.fenestra.tools.proof.oracle.program.Work;

/** The fate of requests and receives that a step posts: refused at once, or executed with their completions. */
final class Posts {
    private final Model model;
    private final RuleBook book;
    private final Prediction prediction;
    private final BindRules binds;

    Posts(Model model, RuleBook book, Prediction prediction) {
        this.model = model;
        this.book = book;
        this.prediction = prediction;
        binds = new BindRules(book);
    }

    void receive(long number, Step.Receive receive) {
        Machine here = model.machine(receive.side());
        Queue queue = here.queue(receive.qp());
        if (book.refuses(OracleRule.RECV_RESET, queue.state() == QpState.RESET)) {
            prediction.errno(Errno.EINVAL.code());
        } else if (book.refuses(OracleRule.RECV_ROOM, !queue.hasRoom())) {
            prediction.errno(Errno.ENOMEM.code());
        } else if (book.refuses(OracleRule.FLUSHED, queue.state() == QpState.ERR)) {
            prediction.completes(Expected.failed(queue, true, Model.wrId(number, 0), WcStatus.WR_FLUSH_ERR));
        } else {
            Piece piece = receive.piece();
            queue.receives()
                    .add(new Queue.Receive(
                            Model.wrId(number, 0),
                            here.key(piece.key()),
                            ProgramAddresses.of(here, piece),
                            piece.length()));
        }
    }

    void bind(long number, Step.BindOne bind) {
        Machine here = model.machine(bind.side());
        Queue queue = here.queue(bind.qp());
        Window window = here.window(bind.mw());
        Region region = bind.mr() == Step.BindOne.NO_REGION ? null : here.region(bind.mr());
        long address = (region == null ? 0 : region.address()) + bind.offset();
        BindRules.Range range = new BindRules.Range(region, address, bind.length(), bind.access());
        Errno errno = binds.atPost(window, range);
        if (errno == Errno.OK) {
            // The verb posts a list: ENOMEM, architecture section 4.
            errno = book.refuses(OracleRule.P10, isBeforeRts(queue)) ? Errno.ENOMEM : binds.anyForm(range);
        }
        prediction.errno(errno.code());
        if (errno == Errno.OK) {
            executeBind(Model.wrId(number, 0), queue, window, range, bind.isRestored());
        }
    }

    private void executeBind(long wrId, Queue queue, Window window, BindRules.Range range, boolean isRestored) {
        int oldKey = window.noted();
        window.note(MemoryKey.next(oldKey));
        WcStatus status = book.refuses(OracleRule.FLUSHED, queue.state() == QpState.ERR)
                ? WcStatus.WR_FLUSH_ERR
                : ModelExchange.failsOr(binds.fails(queue, window, oldKey, range), WcStatus.MW_BIND_ERR);
        if (status == WcStatus.SUCCESS) {
            window.key(MemoryKey.next(oldKey));
            window.unbind();
            if (range.length() != 0 && range.region() != null) {
                window.bind(range.region(), null, range.address(), range.length(), range.access());
            }
            prediction.completes(Expected.sent(queue, wrId, WcOpcode.BIND_MW, Expected.UNSAID, 0));
            return;
        }
        prediction.completes(Expected.failed(queue, false, wrId, status));
        queue.fail(prediction);
        if (isRestored) {
            window.note(oldKey);
        }
    }

    void post(long number, Step.Post post) {
        Machine here = model.machine(post.side());
        Machine there = model.machine(post.side().peer());
        Queue from = here.queue(post.qp());
        Errno errno = errno(here, from, post);
        prediction.errno(errno.code());
        if (errno != Errno.OK) {
            return;
        }
        Queue peer = there.hasQueue(post.qp()) ? there.queue(post.qp()) : null;
        ModelExchange exchange = new ModelExchange(book, prediction, here, from, there, peer, post.isSolicited());
        int[] localKeys =
                post.works().stream().mapToInt(work -> localKey(here, work)).toArray();
        int last = localKeys.length - 1;
        for (int i = 0; i <= last; i++) {
            boolean isSignaled = !post.isQuiet() || i == last;
            perform(exchange, from, post.works().get(i), localKeys[i], Model.wrId(number, i), isSignaled);
        }
    }

    /** The key that a request was posted with: of a LOCAL_INV, or the new one of a bind. */
    private static int localKey(Machine here, Work work) {
        return switch (work) {
            case Work.LocalInvalidate(KeyName key) -> here.key(key);
            case Work.BindTwo bind -> newKey(here, bind);
            default -> 0;
        };
    }

    private void perform(ModelExchange exchange, Queue from, Work work, int localKey, long wrId, boolean isSignaled) {
        if (book.refuses(OracleRule.FLUSHED, from.state() == QpState.ERR)) {
            prediction.completes(Expected.failed(from, false, wrId, WcStatus.WR_FLUSH_ERR));
            return;
        }
        WcStatus status = exchange.execute(work, localKey);
        if (status != WcStatus.SUCCESS) {
            prediction.completes(Expected.failed(from, false, wrId, status));
            from.fail(prediction);
        } else if (isSignaled) {
            prediction.completes(exchange.success(work, localKey, wrId));
        }
    }

    private Errno errno(Machine here, Queue from, Step.Post post) {
        for (Work work : post.works()) {
            if (work instanceof Work.BindTwo bind) {
                Window window = here.window(bind.window());
                Region region = here.region(bind.region());
                int newKey = newKey(here, bind);
                Errno errno = binds.atPost(
                        window,
                        newKey,
                        new BindRules.Range(region, region.address() + bind.offset(), bind.length(), bind.access()));
                if (errno != Errno.OK) {
                    return errno;
                }
            }
        }
        return book.refuses(OracleRule.P10, isBeforeRts(from)) ? Errno.EINVAL : Errno.OK;
    }

    static int newKey(Machine here, Work.BindTwo bind) {
        int key = here.window(bind.window()).key();
        return MemoryKey.of(MemoryKey.index(key) + bind.indexStep(), MemoryKey.tag(key) + bind.tagStep());
    }

    private static boolean isBeforeRts(Queue queue) {
        return queue.state() == QpState.RESET || queue.state() == QpState.INIT;
    }
}
