package dev.fenestra.ib.core.kernel.gsi;

import dev.fenestra.ib.core.kernel.MrResponse;
import dev.fenestra.ib.core.kernel.QpInitAttributes;
import dev.fenestra.ib.core.kernel.QpResponse;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserAh;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.spi.UserPd;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.spi.UserState;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * QP 1 of a port, with its buffers: sends datagrams to the QP 1 of a peer, and hands over those that come. It has no
 * thread. The thread that reads the device's events reads it too.
 */
final class GsiQp {
    /** The Q_Key of every QP 1 (IBA 10.2.5). */
    private static final int QKEY = 0x8001_0000;

    private static final int GSI_QPN = 1;
    private static final int PORT = 1;
    private static final int MOST_PATHS = 1 << 10;
    private static final int MOST_UNSENT = 1 << 12;
    private static final int CQES = GsiMemory.RECEIVES + GsiMemory.SENDS;

    /** The write-request id of a send: its slot, with this bit. */
    private static final long SEND = 1L << 32;

    private final GsiContext context;
    private final GsiMemory memory;
    private final Consumer<byte[]> receiver;
    private final UserPd pd;
    private final int lkey;
    private final UserCq cq;
    private final UserQp qp;
    /** Guarded by this, as all that follows. */
    private final Deque<Integer> freeSends = new ArrayDeque<>();

    private final Map<AhAttributes, Path> paths = new HashMap<>();
    private final Completions block = new Completions(GsiMemory.SENDS);

    /** Datagrams that wait for a free slot, oldest first. */
    private final Deque<Unsent> unsent = new ArrayDeque<>();

    /** Datagrams that were found and not handed over yet, oldest first. */
    private List<byte[]> unread = new ArrayList<>();

    /** An address handle in both halves. */
    private record Path(int handle, UserAh user) {}

    private record Unsent(AhAttributes path, byte[] mad) {}

    /**
     * Creates it, ready to send and to receive. EOPNOTSUPP for a device that has none.
     *
     * @param receiver gets each datagram with the 40 octets before it, and holds no lock of this QP
     */
    GsiQp(GsiContext context, Consumer<byte[]> receiver) {
        this.context = context;
        this.receiver = receiver;
        memory = new GsiMemory(context.memory());
        Pending<UserState> preparedPd = context.user().preparePd();
        int pdHandle =
                GsiContext.call(preparedPd, udata -> context.kernel().pds().allocate(udata));
        pd = new UserPd(pdHandle, preparedPd.complete(pdHandle));
        lkey = register();
        int channel = context.kernel().events().createChannel();
        Pending<UserCq> preparedCq = context.user().prepareCq(CQES);
        int cqHandle =
                GsiContext.call(preparedCq, udata -> context.kernel().cqs().create(CQES, channel, 0, udata));
        cq = preparedCq.complete(cqHandle);
        qp = create(cqHandle);
        for (int slot = 0; slot < GsiMemory.RECEIVES; slot++) {
            postReceive(slot);
        }
        for (int slot = 0; slot < GsiMemory.SENDS; slot++) {
            freeSends.add(slot);
        }
        context.kernel().events().onCompletion(channel, () -> read(channel));
        cq.arm(false);
    }

    private int register() {
        long first = memory.address();
        int access = AccessFlag.LOCAL_WRITE.bit();
        Pending<UserState> prepared = context.user().prepareMr(pd, first, GsiMemory.bytes(), first, access);
        MrResponse response = GsiContext.call(
                prepared,
                udata -> context.kernel().mrs().register(pd.number(), first, GsiMemory.bytes(), first, access, udata));
        prepared.complete(response.handle());
        return response.lkey();
    }

    private UserQp create(int cqHandle) {
        QpCapacity room = new QpCapacity(GsiMemory.SENDS, GsiMemory.RECEIVES, 1, 1, 0);
        Pending<UserQp> prepared =
                context.user().prepareQp(new UserQpRequest(QpType.UD, room, false, false, cq, cq, null, null, pd));
        QpInitAttributes asked =
                new QpInitAttributes(QpType.UD, cqHandle, cqHandle, QpInitAttributes.NONE, room, false);
        QpResponse response =
                GsiContext.call(prepared, udata -> context.kernel().qps().createGsi(pd.number(), asked, udata));
        UserQp made = prepared.complete(response.qpNumber());
        bring(
                made,
                response.handle(),
                QpAttributes.to(QpState.INIT).pkeyIndex(0).port(PORT).qkey(QKEY));
        bring(made, response.handle(), QpAttributes.to(QpState.RTR));
        bring(made, response.handle(), QpAttributes.to(QpState.RTS).sqPsn(0));
        return made;
    }

    private void bring(UserQp made, int handle, QpAttributes to) {
        Udata udata = made.modifying(to);
        context.kernel().qps().modify(handle, to, udata);
        made.modified(to, udata);
        made.stateChanged(to.state());
    }

    private void postReceive(int slot) {
        qp.receiveQueue().post(slot, lkey, memory.receiveSlot(slot), GsiMemory.GRH_BYTES + GsiMemory.MAD_BYTES);
    }

    /**
     * Sends a datagram, once a slot is free. It is lost when no path leads there, and while thousands wait. Datagrams
     * that it finds among the completions stay for {@link #read}: the caller may be in the middle of one.
     */
    synchronized void send(AhAttributes path, byte[] mad) {
        readCompletions();
        if (unsent.size() < MOST_UNSENT) {
            unsent.add(new Unsent(path, mad));
        }
        sendWaiting();
    }

    /** The lock is held. */
    private void sendWaiting() {
        while (!unsent.isEmpty() && !freeSends.isEmpty()) {
            Unsent next = unsent.remove();
            UserAh way = way(next.path());
            if (way != null) {
                post(way, next.mad());
            }
        }
    }

    private void post(UserAh way, byte[] mad) {
        int slot = freeSends.remove();
        memory.write(slot, mad);
        SendQueue queue = qp.sendQueue();
        queue.start();
        queue.request(SEND | slot, SendFlag.SIGNALED);
        queue.send();
        queue.destination(way, GSI_QPN, QKEY);
        queue.sge(lkey, memory.sendSlot(slot), GsiMemory.MAD_BYTES);
        if (queue.complete() != 0) {
            freeSends.add(slot);
        }
    }

    /**
     * The address handle of a path; null when no path leads there, or leads there any more. Peers choose the paths of
     * answers, so they are forgotten before there are too many.
     */
    private @Nullable UserAh way(AhAttributes path) {
        if (paths.size() == MOST_PATHS) {
            paths.values().forEach(known -> context.kernel().ahs().destroy(known.handle()));
            paths.clear();
        }
        try {
            return paths.computeIfAbsent(path, this::resolve).user();
        } catch (VerbsException refused) {
            return null;
        }
    }

    private Path resolve(AhAttributes path) {
        Pending<UserAh> prepared = context.user().prepareAh(path);
        int handle = GsiContext.call(prepared, udata -> context.kernel().ahs().create(pd.number(), path, udata));
        return new Path(handle, prepared.complete(handle));
    }

    private void read(int channel) {
        context.kernel().events().readCompletion(channel);
        cq.eventTaken();
        List<byte[]> received;
        synchronized (this) {
            cq.arm(false);
            readCompletions();
            sendWaiting();
            received = unread;
            unread = new ArrayList<>();
        }
        received.forEach(receiver);
    }

    /** The lock is held. */
    private void readCompletions() {
        do {
            block.clear();
            cq.poll(block);
            for (int i = 0; i < block.size(); i++) {
                finish(i);
            }
        } while (block.isFull());
    }

    private void finish(int i) {
        int slot = (int) block.wrId(i);
        if ((block.wrId(i) & SEND) != 0) {
            freeSends.add(slot);
            return;
        }
        boolean isMad = block.status(i) == WcStatus.SUCCESS
                && block.byteLength(i) == GsiMemory.GRH_BYTES + GsiMemory.MAD_BYTES
                && block.sourceQpNumber(i) == GSI_QPN;
        if (isMad) {
            unread.add(memory.read(slot));
        }
        // A QP in ERR would flush what is posted to it without end.
        if (block.status(i) != WcStatus.WR_FLUSH_ERR) {
            postReceive(slot);
        }
    }
}
