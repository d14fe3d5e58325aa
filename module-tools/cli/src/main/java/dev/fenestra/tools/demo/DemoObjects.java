package dev.fenestra.tools.demo;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;

import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.demo.Demo.Progress;
import dev.fenestra.tools.demo.DemoFiles.FileException;
import dev.fenestra.tools.demo.DemoFiles.Plan;
import dev.fenestra.tools.demo.DemoFiles.Reader;
import dev.fenestra.tools.demo.DemoListener.Cost;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.LocalInvalidate;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.WorkRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The objects that all steps share: two connected ends, and bob's memory for the file with the region over it. */
final class DemoObjects {
    private final TestBench bench;
    private final Plan plan;
    private final End alice;
    private final End bob;
    private final Memory memory;
    private final MemoryRegion region;
    private final Cost registering;

    /** Bob registers memory for the file, without any remote right. */
    DemoObjects(TestBench bench, Plan plan, End alice, End bob) {
        this.bench = bench;
        this.plan = plan;
        this.alice = alice;
        this.bob = bob;
        memory = bob.context().allocate(plan.regionBytes());
        Cost before = Cost.of(bob.host());
        region = bob.pd().regMr(memory, AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND);
        registering = Cost.of(bob.host()).since(before);
    }

    Plan plan() {
        return plan;
    }

    End alice() {
        return alice;
    }

    End bob() {
        return bob;
    }

    /** Bob's memory, in which the file arrives. */
    Memory memory() {
        return memory;
    }

    MemoryRegion region() {
        return region;
    }

    /** The cost of the registration for bob. */
    Cost registering() {
        return registering;
    }

    /** Takes both QPs through RESET to RTS again. */
    void reconnect() {
        bench.reconnectPair(alice.qp(), bob.qp());
    }

    /**
     * One end of the connection: a host with an open device, a QP, and a page for messages and for probes of what is
     * refused.
     */
    static final class End {
        /** On the virtual clock: the demo never waits on the wall clock. */
        private static final Duration PATIENCE = Duration.ofSeconds(60);

        private static final int CQ_ENTRIES = 256;
        private static final int INBOX = 1024;
        private static final int PROBE = 2048;

        /** Most bytes that a probe reads or writes. */
        static final int PROBE_BYTES = 64;

        private static final byte PROBE_PATTERN = (byte) 0xee;

        private final BenchHost host;
        private final Context context;
        private final ProtectionDomain pd;
        private final CompletionQueue cq;
        private final QueuePair qp;
        private final Memory page;
        private final MemoryRegion messages;
        private long lastRequest;

        End(BenchHost host) {
            this.host = host;
            context = host.open();
            pd = context.allocPd();
            cq = context.createCq(CQ_ENTRIES);
            qp = pd.createQp(QpSpec.rc(cq, cq));
            page = context.allocate(PAGE_BYTES);
            page.fill(PROBE_PATTERN);
            messages = pd.regMr(page, AccessFlag.LOCAL_WRITE);
        }

        BenchHost host() {
            return host;
        }

        String name() {
            return host.name();
        }

        Context context() {
            return context;
        }

        ProtectionDomain pd() {
            return pd;
        }

        QueuePair qp() {
            return qp;
        }

        QpState state() {
            return qp.state();
        }

        /** A number for the next request. */
        long nextRequest() {
            return ++lastRequest;
        }

        void post(WorkRequest... requests) {
            qp.post(requests);
        }

        /** Waits for a request, failed or not. */
        Completion outcome(long wrId) {
            return cq.await(wrId, PATIENCE);
        }

        /** Waits for a request that must succeed. */
        Completion.Done done(long wrId) {
            return outcome(wrId).orThrow();
        }

        /** Puts a receive for one message in the queue. */
        long receive() {
            long wrId = nextRequest();
            qp.postRecv(wrId, messages.slice(INBOX, RemoteBuffer.BYTES));
            return wrId;
        }

        /** The message that was received last. */
        RemoteBuffer message() {
            return RemoteBuffer.decode(page.get(INBOX, RemoteBuffer.BYTES));
        }

        /** Writes a message to be sent. */
        MemorySlice message(RemoteBuffer content) {
            page.put(0, content.encode());
            return messages.slice(0, RemoteBuffer.BYTES);
        }

        /** The memory that a refused READ would fill, and that a refused WRITE would carry. */
        MemorySlice probe(int bytes) {
            return messages.slice(PROBE, bytes);
        }

        byte[] probeBytes() {
            return page.get(PROBE, PROBE_BYTES);
        }

        /** The refusals since the host's log had this many entries. */
        List<Refusal> refusalsSince(long total) {
            var log = host.kernel().refusals();
            var kept = log.refusals();
            int gained = (int) Math.min(kept.size(), log.total() - total);
            return kept.subList(kept.size() - gained, kept.size());
        }
    }

    /** Binds bob's windows, all write-only, tells alice their keys, and adds up the cost for bob. */
    static final class Windows {
        private final End alice;
        private final End bob;
        private Cost cost = Cost.NOTHING;
        private int binds;

        Windows(End alice, End bob) {
            this.alice = alice;
            this.bob = bob;
        }

        /** The cost for bob of all binds, unbinds and invalidates, including the SENDs of their keys. */
        Cost cost() {
            return cost;
        }

        int binds() {
            return binds;
        }

        /** Binds a type-1 window and sends its key after it on the same QP. The result is what alice received. */
        RemoteBuffer bindTypeOne(MemoryWindow window, MemorySlice range) {
            long received = alice.receive();
            return measured(() -> {
                long bind = bob.nextRequest();
                long send = bob.nextRequest();
                bob.qp().bindMw(bind, window, range, AccessFlag.REMOTE_WRITE);
                bob.post(Send.of(send, bob.message(window.remote(range.address(), range.length()))));
                return tell(bind, send, received);
            });
        }

        /**
         * Binds a type-2 window with its next key and sends that key, both in one post. The result is what alice
         * received.
         */
        RemoteBuffer bindTypeTwo(MemoryWindow window, MemorySlice range) {
            long received = alice.receive();
            return measured(() -> {
                int key = window.nextKey();
                long bind = bob.nextRequest();
                long send = bob.nextRequest();
                bob.post(
                        BindMw.of(bind, window, key, range, AccessFlag.REMOTE_WRITE),
                        Send.of(send, bob.message(new RemoteBuffer(range.address(), range.length(), key))));
                RemoteBuffer told = tell(bind, send, received);
                window.rkey(key);
                return told;
            });
        }

        /** Unbinds a type-1 window by a bind of length 0; its key moves once more. */
        void unbind(MemoryWindow window) {
            measured(() -> {
                long bind = bob.nextRequest();
                bob.qp().unbindMw(bind, window);
                return bob.done(bind);
            });
        }

        /** Invalidates a type-2 window from bob's own side. */
        void invalidate(MemoryWindow window) {
            measured(() -> {
                long invalidate = bob.nextRequest();
                bob.post(LocalInvalidate.of(invalidate, window.rkey()));
                return bob.done(invalidate);
            });
        }

        private RemoteBuffer tell(long bind, long send, long received) {
            bob.done(bind);
            bob.done(send);
            alice.done(received);
            binds++;
            return alice.message();
        }

        private <T> T measured(Supplier<T> work) {
            Cost before = Cost.of(bob.host());
            T result = work.get();
            cost = cost.plus(Cost.of(bob.host()).since(before));
            return result;
        }
    }

    /**
     * Alice's part: she reads the file piece by piece into a staging buffer and writes it from there through a window.
     */
    static final class Transfer {
        private static final int STAGING = 4 << 20;
        /** Most bytes of one RDMA WRITE. */
        private static final int CHUNK = 1 << 20;

        private final End alice;
        private final Reader file;
        private final long size;
        private final Progress progress;
        private final Memory memory;
        private final MemoryRegion staging;
        private final byte[] buffer;
        private long moved;

        Transfer(End alice, Reader file, long size, Progress progress) {
            this.alice = alice;
            this.file = file;
            this.size = size;
            this.progress = progress;
            memory = alice.context().allocate(Math.min(STAGING, size));
            staging = alice.pd().regMr(memory, AccessFlag.LOCAL_WRITE);
            buffer = new byte[(int) Math.min(CHUNK, size)];
        }

        /** Writes the next bytes of the file through a window, as many as fit. */
        void carry(RemoteBuffer window) throws FileException {
            for (long at = 0; at < window.length(); at += memory.length()) {
                int part = (int) Math.min(memory.length(), window.length() - at);
                load(part);
                write(window.slice(at, part));
                moved += part;
                progress.moved(moved, size);
            }
        }

        /** Writes what is in the staging buffer again, up to the length of a window. */
        void write(RemoteBuffer window) {
            int length = (int) window.length();
            List<RdmaWrite> writes = new ArrayList<>();
            for (int at = 0; at < length; at += CHUNK) {
                int part = Math.min(CHUNK, length - at);
                RdmaWrite write = RdmaWrite.of(alice.nextRequest(), window.slice(at, part), staging.slice(at, part));
                writes.add(at + part < length ? write.unsignaled() : write);
            }
            alice.post(writes.toArray(RdmaWrite[]::new));
            alice.done(writes.getLast().wrId());
        }

        private void load(int bytes) throws FileException {
            for (int at = 0; at < bytes; at += buffer.length) {
                int part = Math.min(buffer.length, bytes - at);
                file.read(buffer, part);
                memory.put(at, buffer, 0, part);
            }
        }
    }
}
