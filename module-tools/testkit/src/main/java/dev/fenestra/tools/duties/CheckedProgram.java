package dev.fenestra.tools.duties;

import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.SgeList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is known of a process that is checked: its objects, and the requests that it has outstanding. */
final class CheckedProgram {
    private final CheckedFabric fabric;
    private final String host;
    private final String name;
    private final Predicate<Gid> isOwn;
    private final LongSupplier rnrNaks;
    private final Supplier<String> places;

    final Map<Integer, CheckedWindow> windows = new LinkedHashMap<>();
    final Map<Integer, CheckedQp> qps = new LinkedHashMap<>();
    final Map<Integer, PostedReceives> srqs = new LinkedHashMap<>();
    final Map<Integer, CheckedCq> cqs = new LinkedHashMap<>();
    /** Objects that are open, by name, with the lines that created them. */
    final Map<String, String> objects = new LinkedHashMap<>();

    private final Map<Integer, CheckedRegion> regions = new LinkedHashMap<>();
    private final Map<Integer, CheckedRegion> regionsByLkey = new HashMap<>();
    private final Map<Integer, CheckedRegion> regionsByRkey = new HashMap<>();

    /** Outstanding requests by the bytes that devices read for them, and by those that devices store for them. */
    final RangeIndex<SendRequest> gathersAt = new RangeIndex<>();

    final RangeIndex<SendRequest> landingsAt = new RangeIndex<>();
    final RangeIndex<ReceiveRequest> receivesAt = new RangeIndex<>();
    /** Outstanding requests of all programs by the bytes of this program that they name. */
    final RangeIndex<SendRequest> accessesAt = new RangeIndex<>();

    private int outstanding;

    CheckedProgram(
            CheckedFabric fabric,
            String host,
            String name,
            Predicate<Gid> isOwn,
            LongSupplier rnrNaks,
            Supplier<String> places) {
        this.fabric = fabric;
        this.host = host;
        this.name = name;
        this.isOwn = isOwn;
        this.rnrNaks = rnrNaks;
        this.places = places;
    }

    CheckedFabric fabric() {
        return fabric;
    }

    String host() {
        return host;
    }

    String name() {
        return name;
    }

    /** Tells the checks of an act. */
    void tell(Consumer<DutyCheck> act) {
        fabric.tell(act);
    }

    /** Ends it, once: takes its requests away from those of others. */
    void end() {
        if (fabric.programs().contains(this)) {
            tell(check -> check.ended(this));
            qps.values().forEach(qp -> qp.outstanding.forEach(this::leave));
            fabric.forget(this);
        }
    }

    // Regions

    void add(CheckedRegion region) {
        remove(region.handle());
        regions.put(region.handle(), region);
        regionsByLkey.put(region.lkey(), region);
        regionsByRkey.put(region.rkey(), region);
        objects.put(region.toString(), region.place());
    }

    /** Removes a region; one that is not there is ignored. */
    void remove(int handle) {
        CheckedRegion old = regions.remove(handle);
        if (old != null) {
            tell(check -> check.regionGone(this, old));
            regionsByLkey.remove(old.lkey(), old);
            regionsByRkey.remove(old.rkey(), old);
            objects.remove(old.toString());
        }
    }

    @Nullable
    CheckedRegion region(int handle) {
        return regions.get(handle);
    }

    // Requests

    /** A send request is outstanding from now on. */
    void enter(SendRequest request) {
        CheckedCq cq = cqs.get(request.qp.shape.sendCq());
        if (cq != null && request.isSignaled) {
            cq.signaled++;
        }
        outstanding++;
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

    /** A send request is no longer outstanding. */
    void leave(SendRequest request) {
        CheckedCq cq = cqs.get(request.qp.shape.sendCq());
        if (cq != null && request.isSignaled) {
            cq.signaled--;
        }
        outstanding--;
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

    /** A receive is outstanding from now on. */
    void enter(ReceiveRequest receive) {
        outstanding++;
        receivesAt.add(receive.pieces, receive);
    }

    /** A receive is no longer outstanding. */
    void leave(ReceiveRequest receive) {
        outstanding--;
        receivesAt.remove(receive.pieces, receive);
    }

    /** {@return its open objects and outstanding requests} */
    int size() {
        return objects.size() + outstanding;
    }

    /** Finds the bytes and the regions of pieces whose keys are known. */
    void resolve(SgeList list, List<AddressRange> pieces, List<CheckedRegion> named) {
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
    @Nullable
    AccessedBytes remote(int rkey, long address, long length) {
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

    // What checks look at

    boolean isOwn(Gid gid) {
        return isOwn.test(gid);
    }

    Collection<CheckedRegion> regions() {
        return regions.values();
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
