package dev.fenestra.tools.duties;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.SgeList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells a {@link DutyChecker} of the requests of a program, from the post to the poll. */
public final class RequestActs {
    private final CheckedProgram program;
    private final ProgramMemory memory;
    private final CheckedFabric fabric;

    RequestActs(CheckedProgram program, ProgramMemory memory) {
        this.program = program;
        this.memory = memory;
        fabric = program.fabric();
    }

    /**
     * A send request was posted.
     *
     * @param act the request
     */
    public void posted(PostedSend act) {
        synchronized (fabric) {
            posted(act, null);
        }
    }

    /**
     * A send request was posted, whose bytes somebody else keeps and compares.
     *
     * @param act the request
     * @param content a sum of its bytes; 0 when there is none
     * @param number by which {@link #changed} names it
     */
    public void posted(PostedSend act, long content, long number) {
        synchronized (fabric) {
            SendRequest request = posted(act, new ToldSnapshot(act.bytes(), content));
            if (request != null) {
                request.number = number;
            }
        }
    }

    private @Nullable SendRequest posted(PostedSend act, @Nullable KeptBytes told) {
        CheckedQp qp = program.qps.get(act.qpNumber());
        if (qp != null) {
            SendRequest request = request(qp, act, told);
            qp.outstanding.add(request);
            qp.unsignaled = request.isSignaled ? 0 : qp.unsignaled + 1;
            program.enter(request);
            CheckedQp peer = fabric.peerOf(qp);
            if (peer != null && request.isMessage()) {
                peer.incoming.add(request);
            }
            program.tell(check -> check.posted(request));
            return request;
        }
        return null;
    }

    /**
     * Bytes of a request have changed. Its completion was polled, which is told next.
     *
     * @param qpNumber the number of the QP
     * @param number that of the request
     * @param changes first ones first
     */
    public void changed(int qpNumber, long number, List<ChangedBytes> changes) {
        synchronized (fabric) {
            CheckedQp qp = program.qps.get(qpNumber);
            if (qp != null) {
                for (SendRequest request : qp.outstanding) {
                    if (request.number == number && request.sent instanceof ToldSnapshot told) {
                        told.changed(changes);
                    }
                }
            }
        }
    }

    /**
     * The buffer of a posted receive has changed. Where no message and no other request of a device can have done it,
     * the program has.
     *
     * @param queue the number of the QP, or the handle of the SRQ
     * @param isSrq whether it is an SRQ
     * @param wrId the number of the receive
     * @param changes first ones first
     */
    public void receiveChanged(int queue, boolean isSrq, long wrId, List<ChangedBytes> changes) {
        synchronized (fabric) {
            CheckedQp own = isSrq ? null : program.qps.get(queue);
            PostedReceives receives = isSrq ? program.srqs.get(queue) : own == null ? null : own.receives;
            if (receives != null && isQuiet(receives)) {
                receives.outstanding.stream()
                        .filter(receive -> receive.wrId == wrId && !receive.isShared)
                        .findFirst()
                        .ifPresent(receive -> changes.forEach(change -> receive.stored(
                                new AddressRange(change.address(), change.length()), program.place() + " or before")));
            }
        }
    }

    /** Whether no peer has a message under way to a queue. Of datagrams nobody knows. */
    private boolean isQuiet(PostedReceives receives) {
        boolean isQuiet = true;
        for (CheckedQp qp : program.qps.values()) {
            if (qp.receives == receives) {
                isQuiet &= fabric.peerOf(qp) != null && qp.incoming.isEmpty();
            }
        }
        return isQuiet;
    }

    /**
     * Send requests that were told as posted were refused by the library.
     *
     * @param qpNumber the number of the QP
     * @param count how many of the last ones
     */
    public void refusedSends(int qpNumber, int count) {
        synchronized (fabric) {
            CheckedQp qp = program.qps.get(qpNumber);
            for (int i = 0; qp != null && i < count && !qp.outstanding.isEmpty(); i++) {
                SendRequest refused = qp.outstanding.removeLast();
                program.leave(refused);
                qp.unsignaled = Math.max(0, qp.unsignaled - 1);
                CheckedQp peer = qp.peer;
                if (peer != null) {
                    peer.incoming.remove(refused);
                }
                CheckedWindow window = refused.window;
                if (window != null) {
                    window.pending.remove(refused);
                }
            }
        }
    }

    /**
     * Receives that were told as posted were refused by the library.
     *
     * @param qpNumber the number of the QP
     * @param count how many of the last ones
     */
    public void refusedReceives(int qpNumber, int count) {
        synchronized (fabric) {
            CheckedQp qp = program.qps.get(qpNumber);
            if (qp != null) {
                withdraw(qp.receives, count);
            }
        }
    }

    /**
     * The same of an SRQ.
     *
     * @param srq its handle
     * @param count how many of the last ones
     */
    public void refusedSharedReceives(int srq, int count) {
        synchronized (fabric) {
            PostedReceives queue = program.srqs.get(srq);
            if (queue != null) {
                withdraw(queue, count);
            }
        }
    }

    private void withdraw(PostedReceives queue, int count) {
        for (int i = 0; i < count && !queue.outstanding.isEmpty(); i++) {
            ReceiveRequest refused = queue.outstanding.removeLast();
            program.leave(refused);
        }
    }

    private SendRequest request(CheckedQp qp, PostedSend act, @Nullable KeptBytes told) {
        boolean isInline = (act.flags() & SendFlag.INLINE) != 0;
        List<AddressRange> pieces = new ArrayList<>();
        List<CheckedRegion> named = new ArrayList<>();
        if (!isInline) {
            program.resolve(act.pieces(), pieces, named);
        }
        SendRequest request = new SendRequest(qp, act, pieces, named, fabric.nextSequence());
        if (request.gathers() && !pieces.isEmpty()) {
            request.sent = told != null ? told : new MemorySnapshot(memory, pieces, fabric.draw());
        }
        CheckedQp peer = fabric.peerOf(qp);
        if (peer != null && act.names()) {
            long length = request.isAtomic() ? Long.BYTES : act.bytes();
            request.remote = peer.program.remote(act.rkey(), act.remoteAddress(), length);
        }
        bind(request, act);
        return request;
    }

    private void bind(SendRequest request, PostedSend act) {
        PostedSend.Bind bind = act.bind();
        if (bind != null) {
            request.window = program.windows.get(bind.window());
            CheckedRegion below = program.region(bind.region());
            if (below != null && bind.length() > 0) {
                request.opened = below.at(bind.address(), bind.length());
                request.openedAddress = bind.isZeroBased() ? 0 : bind.address();
            }
        }
    }

    /**
     * A receive was posted to the queue of a QP.
     *
     * @param qpNumber the number of the QP
     * @param wrId the number of the request
     * @param pieces where the message goes
     * @param place the line that did it
     */
    public void receivePosted(int qpNumber, long wrId, SgeList pieces, String place) {
        synchronized (fabric) {
            CheckedQp qp = program.qps.get(qpNumber);
            if (qp != null) {
                posted(qp.receives, wrId, pieces, place);
            }
        }
    }

    /**
     * A receive was posted to an SRQ.
     *
     * @param srq its handle
     * @param wrId the number of the request
     * @param pieces where the message goes
     * @param place the line that did it
     */
    public void sharedReceivePosted(int srq, long wrId, SgeList pieces, String place) {
        synchronized (fabric) {
            PostedReceives queue = program.srqs.get(srq);
            if (queue != null) {
                posted(queue, wrId, pieces, place);
            }
        }
    }

    private void posted(PostedReceives queue, long wrId, SgeList list, String place) {
        List<AddressRange> pieces = new ArrayList<>();
        List<CheckedRegion> named = new ArrayList<>();
        program.resolve(list, pieces, named);
        ReceiveRequest receive = new ReceiveRequest(queue, wrId, pieces, named, place);
        queue.outstanding.add(receive);
        program.enter(receive);
        program.tell(check -> check.posted(program, receive));
    }

    /**
     * A completion was polled.
     *
     * @param cqHandle the CQ
     * @param qpNumber the QP whose request it was
     * @param wrId the number of the request
     * @param succeeded whether the request is done
     * @param isReceive whether it was a receive; of a failure that is not known, and false
     * @param bytes that a message has brought
     */
    public void polled(int cqHandle, int qpNumber, long wrId, boolean succeeded, boolean isReceive, long bytes) {
        synchronized (fabric) {
            CheckedCq cq = program.cqs.get(cqHandle);
            if (cq != null) {
                cq.isArmedUnpolled = false;
            }
            CheckedQp qp = program.qps.get(qpNumber);
            if (qp != null) {
                boolean isSend = !isReceive && qp.shape.sendCq() == cqHandle && retire(qp, wrId, succeeded);
                if (!isSend && qp.shape.recvCq() == cqHandle) {
                    received(qp, wrId, succeeded, bytes);
                }
            }
        }
    }

    private boolean retire(CheckedQp qp, long wrId, boolean succeeded) {
        List<SendRequest> done = qp.retire(wrId, succeeded);
        for (int i = 0; i < done.size(); i++) {
            SendRequest request = done.get(i);
            // Those before it are done, also when it has failed.
            boolean isDone = succeeded || i < done.size() - 1;
            program.leave(request);
            CheckedQp peer = qp.peer;
            if (peer != null && !isDone) {
                peer.incoming.remove(request);
            }
            program.tell(check -> check.retired(request, isDone));
        }
        return !done.isEmpty();
    }

    private void received(CheckedQp qp, long wrId, boolean succeeded, long bytes) {
        ReceiveRequest receive = qp.receives.take(wrId);
        if (receive != null) {
            program.leave(receive);
        }
        SendRequest message = succeeded ? qp.incoming.poll() : null;
        if (message != null) {
            message.qp.arrived(message);
        }
        if (receive != null && succeeded) {
            program.tell(check -> check.received(qp, receive, bytes));
        }
    }

    /**
     * A CQ was polled and was empty.
     *
     * @param cqHandle the CQ
     */
    public void polledInVain(int cqHandle) {
        synchronized (fabric) {
            CheckedCq cq = program.cqs.get(cqHandle);
            if (cq != null) {
                cq.isArmedUnpolled = false;
            }
        }
    }
}
