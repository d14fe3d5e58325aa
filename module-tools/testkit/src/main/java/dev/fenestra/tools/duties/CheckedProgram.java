package dev.fenestra.tools.duties;

import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.SgeList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A process that a {@link DutyChecker} checks. Each method tells of one act of the program, after it has succeeded and
 * before the device can answer it. Places are lines of the program.
 */
public final class CheckedProgram {
    private final CheckedFabric fabric;
    private final String host;
    private final String name;
    private final ProgramMemory memory;
    private final Predicate<Gid> isOwn;
    private final LongSupplier rnrNaks;
    private final Supplier<String> places;

    private final Map<Integer, CheckedRegion> regions = new LinkedHashMap<>();
    private final Map<Integer, CheckedRegion> regionsByLkey = new HashMap<>();
    private final Map<Integer, CheckedRegion> regionsByRkey = new HashMap<>();
    private final Map<Integer, CheckedWindow> windows = new LinkedHashMap<>();
    private final Map<Integer, CheckedQp> qps = new LinkedHashMap<>();
    private final Map<Integer, PostedReceives> srqs = new LinkedHashMap<>();
    private final Map<Integer, CheckedCq> cqs = new LinkedHashMap<>();
    /** Objects that are open, by name, with the lines that created them. */
    private final Map<String, String> objects = new LinkedHashMap<>();

    /** Outstanding requests by the bytes that devices read for them, and by those that devices store for them. */
    final RangeIndex<SendRequest> gathersAt = new RangeIndex<>();

    final RangeIndex<SendRequest> landingsAt = new RangeIndex<>();
    final RangeIndex<ReceiveRequest> receivesAt = new RangeIndex<>();
    /** Outstanding requests of all programs by the bytes of this program that they name. */
    final RangeIndex<SendRequest> accessesAt = new RangeIndex<>();

    private boolean ended;

    CheckedProgram(
            CheckedFabric fabric,
            String host,
            String name,
            ProgramMemory memory,
            Predicate<Gid> isOwn,
            LongSupplier rnrNaks,
            Supplier<String> places) {
        this.fabric = fabric;
        this.host = host;
        this.name = name;
        this.memory = memory;
        this.isOwn = isOwn;
        this.rnrNaks = rnrNaks;
        this.places = places;
    }

    /** {@return the name of its host} */
    public String host() {
        return host;
    }

    /** {@return the name of its process} */
    public String name() {
        return name;
    }

    // Objects

    /**
     * An object was created of which only its end is checked.
     *
     * @param object its name, such as {@code PD 3}
     * @param place the line that created it
     */
    public void created(String object, String place) {
        synchronized (fabric) {
            objects.put(object, place);
        }
    }

    /**
     * An object was destroyed of which only its end is checked.
     *
     * @param object its name
     */
    public void destroyed(String object) {
        synchronized (fabric) {
            objects.remove(object);
        }
    }

    /**
     * A region was registered, or has other properties.
     *
     * @param handle its handle
     * @param lkey its L_Key
     * @param rkey its R_Key
     * @param iova address of its first byte in requests
     * @param address virtual address of its first byte
     * @param length bytes
     * @param isRemote whether it has a right for peers
     * @param place the line that did it
     */
    public void region(
            int handle, int lkey, int rkey, long iova, long address, long length, boolean isRemote, String place) {
        synchronized (fabric) {
            regionGone(handle);
            AddressRange range = new AddressRange(address, length);
            CheckedRegion region = new CheckedRegion(handle, lkey, rkey, iova, range, isRemote, place);
            regions.put(handle, region);
            regionsByLkey.put(lkey, region);
            regionsByRkey.put(rkey, region);
            objects.put(region.toString(), place);
        }
    }

    /**
     * A region was deregistered.
     *
     * @param handle its handle
     */
    public void deregistered(int handle) {
        synchronized (fabric) {
            CheckedRegion gone = regionGone(handle);
            if (gone != null) {
                objects.remove(gone.toString());
            }
        }
    }

    private @Nullable CheckedRegion regionGone(int handle) {
        CheckedRegion old = regions.remove(handle);
        if (old != null) {
            tell(check -> check.regionGone(this, old));
            regionsByLkey.remove(old.lkey(), old);
            regionsByRkey.remove(old.rkey(), old);
        }
        return old;
    }

    /**
     * A window was allocated.
     *
     * @param handle its handle
     * @param isType2 whether requests bind it
     * @param key its present R_Key, whenever it is asked for
     * @param place the line that did it
     */
    public void window(int handle, boolean isType2, IntSupplier key, String place) {
        synchronized (fabric) {
            CheckedWindow window = new CheckedWindow(handle, isType2, place, key);
            windows.put(handle, window);
            objects.put(window.toString(), place);
        }
    }

    /**
     * A window was deallocated.
     *
     * @param handle its handle
     */
    public void deallocated(int handle) {
        synchronized (fabric) {
            CheckedWindow gone = windows.remove(handle);
            if (gone != null) {
                objects.remove(gone.toString());
            }
        }
    }

    /**
     * A CQ was created.
     *
     * @param handle its handle
     * @param capacity completions that it can hold
     * @param place the line that did it
     */
    public void cq(int handle, int capacity, String place) {
        synchronized (fabric) {
            CheckedCq cq = new CheckedCq(handle, capacity, place);
            cqs.put(handle, cq);
            objects.put(cq.toString(), place);
        }
    }

    /**
     * A CQ has another size.
     *
     * @param handle its handle
     * @param capacity completions that it can hold
     */
    public void resizedCq(int handle, int capacity) {
        synchronized (fabric) {
            CheckedCq cq = cqs.get(handle);
            if (cq != null) {
                cq.capacity = capacity;
            }
        }
    }

    /**
     * A CQ is about to be destroyed.
     *
     * @param handle its handle
     */
    public void destroyingCq(int handle) {
        synchronized (fabric) {
            CheckedCq cq = cqs.get(handle);
            if (cq != null) {
                tell(check -> check.ending(this, cq));
            }
        }
    }

    /**
     * A CQ was destroyed.
     *
     * @param handle its handle
     */
    public void destroyedCq(int handle) {
        synchronized (fabric) {
            CheckedCq gone = cqs.remove(handle);
            if (gone != null) {
                objects.remove(gone.toString());
            }
        }
    }

    /**
     * An SRQ was created.
     *
     * @param handle its handle
     * @param place the line that did it
     */
    public void srq(int handle, String place) {
        synchronized (fabric) {
            srqs.put(handle, new PostedReceives("SRQ " + handle + " of " + name));
            objects.put("SRQ " + handle, place);
        }
    }

    /**
     * An SRQ was destroyed.
     *
     * @param handle its handle
     */
    public void destroyedSrq(int handle) {
        synchronized (fabric) {
            PostedReceives gone = srqs.remove(handle);
            if (gone != null) {
                gone.outstanding.forEach(receive -> receivesAt.remove(receive.pieces, receive));
            }
            objects.remove("SRQ " + handle);
        }
    }

    /**
     * A QP was created.
     *
     * @param shape as the program has asked for it
     * @param place the line that did it
     */
    public void qp(QpShape shape, String place) {
        synchronized (fabric) {
            PostedReceives own = new PostedReceives(String.format("QP 0x%x of %s", shape.number(), name));
            PostedReceives receives = shape.srq() == QpShape.NO_SRQ ? own : srqs.getOrDefault(shape.srq(), own);
            CheckedQp qp = new CheckedQp(this, shape, receives, place);
            qps.put(shape.number(), qp);
            objects.put(objectName(qp), place);
            tell(check -> check.created(qp));
        }
    }

    /**
     * A QP was destroyed.
     *
     * @param number its number
     */
    public void destroyedQp(int number) {
        synchronized (fabric) {
            CheckedQp qp = qps.get(number);
            if (qp != null) {
                empty(qp);
                qps.remove(number);
                objects.remove(objectName(qp));
            }
        }
    }

    private static String objectName(CheckedQp qp) {
        return String.format("QP 0x%x", qp.shape.number());
    }

    /**
     * A QP was modified.
     *
     * @param number its number
     * @param attributes what the program asked for, and got
     */
    public void modified(int number, QpAttributes attributes) {
        synchronized (fabric) {
            CheckedQp qp = qps.get(number);
            if (qp != null) {
                if (attributes.has(QpAttribute.STATE) && attributes.state() == QpState.RESET) {
                    empty(qp);
                }
                qp.modified(attributes);
            }
        }
    }

    private void empty(CheckedQp qp) {
        fabric.peerOf(qp);
        tell(check -> check.emptied(qp));
        qp.outstanding.forEach(this::leave);
        qp.outstanding.clear();
        qp.incoming.clear();
        CheckedQp peer = qp.peer;
        if (peer != null) {
            peer.peer = peer.peer == qp ? null : peer.peer;
        }
        if (qp.shape.srq() == QpShape.NO_SRQ) {
            qp.receives.outstanding.forEach(receive -> receivesAt.remove(receive.pieces, receive));
            qp.receives.outstanding.clear();
        }
    }

    private void enter(SendRequest request) {
        CheckedCq cq = cqs.get(request.qp.shape.sendCq());
        if (cq != null && request.isSignaled) {
            cq.signaled++;
        }
        if (request.gathers()) {
            gathersAt.add(request.pieces, request);
        } else if (request.lands()) {
            landingsAt.add(request.pieces, request);
        }
        AccessedBytes remote = request.remote;
        if (remote != null) {
            remote.target().accessesAt.add(remote.range(), request);
        }
    }

    private void leave(SendRequest request) {
        uncount(request);
        if (request.gathers()) {
            gathersAt.remove(request.pieces, request);
        } else if (request.lands()) {
            landingsAt.remove(request.pieces, request);
        }
        AccessedBytes remote = request.remote;
        if (remote != null) {
            remote.target().accessesAt.remove(remote.range(), request);
        }
    }

    private void uncount(SendRequest request) {
        CheckedCq cq = cqs.get(request.qp.shape.sendCq());
        if (cq != null && request.isSignaled) {
            cq.signaled--;
        }
    }

    // Requests

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
        CheckedQp qp = qps.get(act.qpNumber());
        if (qp != null) {
            SendRequest request = request(qp, act, told);
            qp.outstanding.add(request);
            qp.unsignaled = request.isSignaled ? 0 : qp.unsignaled + 1;
            enter(request);
            CheckedQp peer = fabric.peerOf(qp);
            if (peer != null && request.isMessage()) {
                peer.incoming.add(request);
            }
            tell(check -> check.posted(request));
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
            CheckedQp qp = qps.get(qpNumber);
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
            CheckedQp own = isSrq ? null : qps.get(queue);
            PostedReceives receives = isSrq ? srqs.get(queue) : own == null ? null : own.receives;
            if (receives != null && isQuiet(receives)) {
                receives.outstanding.stream()
                        .filter(receive -> receive.wrId == wrId && !receive.isShared)
                        .findFirst()
                        .ifPresent(receive -> changes.forEach(change -> receive.stores.add(new ReceiveRequest.Store(
                                new AddressRange(change.address(), change.length()), place() + " or before"))));
            }
        }
    }

    /** Whether no peer has a message under way to a queue. Of datagrams nobody knows. */
    private boolean isQuiet(PostedReceives receives) {
        boolean isQuiet = true;
        for (CheckedQp qp : qps.values()) {
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
            CheckedQp qp = qps.get(qpNumber);
            for (int i = 0; qp != null && i < count && !qp.outstanding.isEmpty(); i++) {
                SendRequest refused = qp.outstanding.removeLast();
                leave(refused);
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
            CheckedQp qp = qps.get(qpNumber);
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
            PostedReceives queue = srqs.get(srq);
            if (queue != null) {
                withdraw(queue, count);
            }
        }
    }

    private void withdraw(PostedReceives queue, int count) {
        for (int i = 0; i < count && !queue.outstanding.isEmpty(); i++) {
            ReceiveRequest refused = queue.outstanding.removeLast();
            receivesAt.remove(refused.pieces, refused);
        }
    }

    private SendRequest request(CheckedQp qp, PostedSend act, @Nullable KeptBytes told) {
        boolean isInline = (act.flags() & SendFlag.INLINE) != 0;
        List<AddressRange> pieces = new ArrayList<>();
        List<CheckedRegion> named = new ArrayList<>();
        if (!isInline) {
            resolve(act.pieces(), pieces, named);
        }
        SendRequest request = new SendRequest(new SendRequest.Posted(
                qp,
                act.wrId(),
                act.opcode(),
                act.flags(),
                List.copyOf(pieces),
                List.copyOf(named),
                act.rkey(),
                act.place(),
                fabric.nextSequence()));
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
        request.newKey = act.newKey();
        if (bind != null) {
            request.window = windows.get(bind.window());
            CheckedRegion below = regions.get(bind.region());
            if (below != null && bind.length() > 0) {
                request.opened = below.at(bind.address(), bind.length());
                request.openedAddress = bind.isZeroBased() ? 0 : bind.address();
            }
        }
    }

    private void resolve(SgeList list, List<AddressRange> pieces, List<CheckedRegion> named) {
        for (int i = 0; i < list.size(); i++) {
            CheckedRegion region = regionsByLkey.get(list.lkey(i));
            long length = Integer.toUnsignedLong(list.length(i));
            if (region != null && length > 0) {
                pieces.add(region.at(list.address(i), length));
                named.add(region);
            }
        }
    }

    /** The bytes behind an R_Key; null when the key is of no region and no window. */
    private @Nullable AccessedBytes remote(int rkey, long address, long length) {
        CheckedRegion region = regionsByRkey.get(rkey);
        if (region != null) {
            return new AccessedBytes(this, region.at(address, length), region);
        }
        for (CheckedWindow window : windows.values()) {
            SendRequest bind = window.bindOf(rkey);
            AddressRange opened = bind == null ? null : bind.opened;
            if (bind != null && opened != null) {
                long from = opened.address() + (address - bind.openedAddress);
                return new AccessedBytes(this, new AddressRange(from, length), null);
            }
        }
        return null;
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
            CheckedQp qp = qps.get(qpNumber);
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
            PostedReceives queue = srqs.get(srq);
            if (queue != null) {
                posted(queue, wrId, pieces, place);
            }
        }
    }

    private void posted(PostedReceives queue, long wrId, SgeList list, String place) {
        List<AddressRange> pieces = new ArrayList<>();
        List<CheckedRegion> named = new ArrayList<>();
        resolve(list, pieces, named);
        ReceiveRequest receive = new ReceiveRequest(queue, wrId, pieces, named, place);
        queue.outstanding.add(receive);
        receivesAt.add(receive.pieces, receive);
        tell(check -> check.posted(this, receive));
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
            CheckedCq cq = cqs.get(cqHandle);
            if (cq != null) {
                cq.isArmedUnpolled = false;
            }
            CheckedQp qp = qps.get(qpNumber);
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
            boolean isLast = i == done.size() - 1;
            leave(request);
            CheckedQp peer = qp.peer;
            if (peer != null && !succeeded) {
                peer.incoming.remove(request);
            }
            tell(check -> check.retired(request, succeeded || !isLast));
        }
        return !done.isEmpty();
    }

    private void received(CheckedQp qp, long wrId, boolean succeeded, long bytes) {
        ReceiveRequest receive = qp.receives.take(wrId);
        if (receive != null) {
            receivesAt.remove(receive.pieces, receive);
        }
        SendRequest message = succeeded ? qp.incoming.poll() : null;
        if (message != null) {
            message.qp.arrived(message);
        }
        if (receive != null && succeeded) {
            tell(check -> check.received(qp, receive, bytes));
        }
    }

    /**
     * A CQ was polled and was empty.
     *
     * @param cqHandle the CQ
     */
    public void polledInVain(int cqHandle) {
        synchronized (fabric) {
            CheckedCq cq = cqs.get(cqHandle);
            if (cq != null) {
                cq.isArmedUnpolled = false;
            }
        }
    }

    // Events

    /**
     * A CQ was armed.
     *
     * @param cqHandle the CQ
     */
    public void armed(int cqHandle) {
        synchronized (fabric) {
            CheckedCq cq = cqs.get(cqHandle);
            if (cq != null) {
                cq.isArmedUnpolled = cq.signaled > 0;
            }
        }
    }

    /**
     * An event of a CQ was taken.
     *
     * @param cqHandle the CQ
     */
    public void eventTaken(int cqHandle) {
        synchronized (fabric) {
            CheckedCq cq = cqs.get(cqHandle);
            if (cq != null) {
                cq.eventsTaken++;
                tell(check -> check.eventTaken(this, cq));
                cq.isArmedUnpolled = false;
            }
        }
    }

    /**
     * Events of a CQ were acknowledged.
     *
     * @param cqHandle the CQ
     * @param count how many
     */
    public void eventsAcknowledged(int cqHandle, int count) {
        synchronized (fabric) {
            CheckedCq cq = cqs.get(cqHandle);
            if (cq != null) {
                cq.eventsAcknowledged += count;
            }
        }
    }

    // Memory

    /**
     * The program has stored into its memory.
     *
     * @param address virtual address of the first byte
     * @param length bytes
     */
    public void stored(long address, long length) {
        synchronized (fabric) {
            AddressRange range = new AddressRange(address, length);
            tell(check -> check.stored(this, range));
        }
    }

    /**
     * The program has loaded from its memory.
     *
     * @param address virtual address of the first byte
     * @param length bytes
     */
    public void loaded(long address, long length) {
        synchronized (fabric) {
            AddressRange range = new AddressRange(address, length);
            tell(check -> check.loaded(this, range));
        }
    }

    /**
     * The program is about to unmap memory.
     *
     * @param address virtual address of the first byte
     * @param length bytes
     */
    public void unmapping(long address, long length) {
        synchronized (fabric) {
            AddressRange range = new AddressRange(address, length);
            tell(check -> check.unmapping(this, range));
        }
    }

    /** The program has ended. Further acts are ignored. */
    public void ended() {
        synchronized (fabric) {
            if (!ended) {
                ended = true;
                tell(check -> check.ended(this));
                qps.values().forEach(qp -> qp.outstanding.forEach(this::leave));
                fabric.forget(this);
            }
        }
    }

    private void tell(Consumer<DutyCheck> act) {
        fabric.tell(act);
    }

    // What checks look at

    boolean isOwn(Gid gid) {
        return isOwn.test(gid);
    }

    @Nullable
    CheckedQp qp(int number) {
        return qps.get(number);
    }

    @Nullable
    CheckedCq cq(int handle) {
        return cqs.get(handle);
    }

    Collection<CheckedCq> cqs() {
        return cqs.values();
    }

    Collection<CheckedQp> qps() {
        return qps.values();
    }

    Collection<PostedReceives> srqs() {
        return srqs.values();
    }

    Collection<CheckedRegion> regions() {
        return regions.values();
    }

    Collection<CheckedWindow> windows() {
        return windows.values();
    }

    Map<String, String> objects() {
        return objects;
    }

    /** {@return the line of the program that does the present act} */
    String place() {
        return places.get();
    }

    /** {@return RNR NAKs that its card has sent} */
    long rnrNaks() {
        return rnrNaks.getAsLong();
    }
}
