package dev.fenestra.tools.duties;

import dev.fenestra.ib.core.memory.AccessObserver;
import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.VerbsObserver;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Tells a check what a Java program does. */
final class ProgramWatch implements VerbsObserver, AccessObserver {
    private static final int REMOTE_RIGHTS =
            AccessFlag.mask(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC);

    private final ProgramActs program;
    /** Windows and regions, as providers know them, by what the library knows. */
    private final Map<Object, Integer> handles = new ConcurrentHashMap<>();

    ProgramWatch(ProgramActs program) {
        this.program = program;
    }

    @Override
    public void call(String verb) {}

    @Override
    public void created(VerbsObject object) {
        String place = SourcePlace.ofCaller();
        switch (object) {
            case MemoryRegion region -> region(region, place);
            case MemoryWindow window -> window(window, place);
            case CompletionQueue cq -> program.cq(cq.handle(), cq.capacity(), place);
            case SharedReceiveQueue srq -> program.srq(srq.handle(), place);
            case QueuePair qp -> program.qp(shape(qp), place);
            default -> program.created(object.name(), place);
        }
    }

    private void region(MemoryRegion region, String place) {
        handles.put(region.user(), region.handle());
        program.region(
                region.handle(),
                region.lkey(),
                region.rkey(),
                region.address(),
                new MemorySlice(region, region.address(), 0).virtualAddress(),
                region.length(),
                (region.user().access() & REMOTE_RIGHTS) != 0,
                place);
    }

    private void window(MemoryWindow window, String place) {
        handles.put(window.user(), window.handle());
        program.window(window.handle(), window.type() == MwType.TYPE_2, window::rkey, place);
    }

    private static QpShape shape(QueuePair qp) {
        QpSpec asked = qp.asked();
        return new QpShape(
                qp.number(),
                qp.type(),
                asked.sendCq().handle(),
                asked.recvCq().handle(),
                qp.srq().map(VerbsObject::handle).orElse(QpShape.NO_SRQ),
                asked.maxSend(),
                asked.maxRecv(),
                asked.signalAll());
    }

    @Override
    public void changed(VerbsObject object) {
        if (object instanceof MemoryRegion region) {
            region(region, SourcePlace.ofCaller());
        }
    }

    @Override
    public void deregistered(VerbsObject region) {
        program.deregistered(region.handle());
    }

    @Override
    public void destroyed(VerbsObject object) {
        switch (object) {
            case MemoryRegion region -> handles.remove(region.user());
            case MemoryWindow window -> {
                handles.remove(window.user());
                program.deallocated(window.handle());
            }
            case CompletionQueue cq -> program.destroyedCq(cq.handle());
            case SharedReceiveQueue srq -> program.destroyedSrq(srq.handle());
            case QueuePair qp -> program.destroyedQp(qp.number());
            default -> program.destroyed(object.name());
        }
    }

    @Override
    public void modified(VerbsObject qp, QpAttributes attributes) {
        if (qp instanceof QueuePair pair) {
            program.modified(pair.number(), attributes);
        }
    }

    @Override
    public void posted(int qpNumber, long wrId, int opcode) {}

    @Override
    public void posted(int qpNumber, SendList.Entry request) {
        program.requests()
                .posted(new PostedSend(
                        qpNumber,
                        request.wrId,
                        request.opcode,
                        request.flags,
                        request.data,
                        request.rkey,
                        request.remoteAddress,
                        keyOf(request),
                        bind(request),
                        SourcePlace.ofCaller()));
    }

    private static int keyOf(SendList.Entry request) {
        return switch (request.opcode) {
            case BIND_MW -> request.newKey;
            case SEND_WITH_INV, LOCAL_INV -> request.immediateOrKey;
            default -> 0;
        };
    }

    private PostedSend.@Nullable Bind bind(SendList.Entry request) {
        if (request.mw == null) {
            return null;
        }
        int window = handles.getOrDefault(request.mw, 0);
        int region = request.mr == null ? 0 : handles.getOrDefault(request.mr, 0);
        boolean isZeroBased = AccessFlag.ZERO_BASED.in(request.bindAccess);
        return new PostedSend.Bind(window, region, request.bindAddress, request.bindLength, isZeroBased);
    }

    @Override
    public void receivePosted(VerbsObject queue, long wrId, SgeList pieces) {
        if (queue instanceof QueuePair qp) {
            program.requests().receivePosted(qp.number(), wrId, pieces, SourcePlace.ofCaller());
        } else {
            program.requests().sharedReceivePosted(queue.handle(), wrId, pieces, SourcePlace.ofCaller());
        }
    }

    @Override
    public void polled(int cq, long wrId, int status) {}

    @Override
    public void polled(int cq, int qpNumber, long wrId, int status, int opcode, int byteLength) {
        boolean isReceive = opcode >= WcOpcode.RECV.code();
        program.requests().polled(cq, qpNumber, wrId, status == 0, isReceive, byteLength);
    }

    @Override
    public void polledEmpty(int cq) {
        program.requests().polledInVain(cq);
    }

    @Override
    public void armed(int cq) {
        program.armed(cq);
    }

    @Override
    public void eventTaken(int cq) {
        program.eventTaken(cq);
    }

    @Override
    public void eventsAcknowledged(int cq, int count) {
        program.eventsAcknowledged(cq, count);
    }

    @Override
    public void stored(long address, long length) {
        program.stored(address, length);
    }

    @Override
    public void loaded(long address, long length) {
        program.loaded(address, length);
    }

    @Override
    public void unmapping(long address, long length) {
        program.unmapping(address, length);
    }
}
