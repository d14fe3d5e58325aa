package dev.fenestra.ib.core.cm.ids;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmChannelCalls;
import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmIdInfo;
import dev.fenestra.ib.core.cm.CmOption;
import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.Ece;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An open channel: takes the lock, finds the id, and calls what does the work. */
final class Channel implements CmChannelCalls {
    private final ConnectionManager manager;
    private final EventList events;
    private boolean closed;

    Channel(ConnectionManager manager) {
        this.manager = manager;
        events = new EventList(manager.lock());
    }

    EventList events() {
        return events;
    }

    @Override
    public int createId(PortSpace space, QpType type, long uid) {
        return call(() -> manager.life().create(this, space, type, uid));
    }

    @Override
    public int destroyId(int id) {
        return with(id, manager.life()::destroy);
    }

    @Override
    public void bindAddr(int id, CmAddress address) {
        run(id, found -> manager.addresses().bind(found, address));
    }

    @Override
    public void resolveAddr(int id, @Nullable CmAddress source, CmAddress destination, int timeoutMs) {
        run(id, found -> manager.addresses().resolveAddr(found, source, destination, timeoutMs));
    }

    @Override
    public void resolveRoute(int id, int timeoutMs) {
        run(id, manager.addresses()::resolveRoute);
    }

    @Override
    public void listen(int id, int backlog) {
        run(id, found -> manager.addresses().listen(found, backlog));
    }

    @Override
    public void connect(int id, ConnParam param, Ece ece) {
        run(id, found -> manager.connects().connect(found, param, ece));
    }

    @Override
    public void accept(int id, @Nullable ConnParam param, long uid, Ece ece) {
        run(id, found -> manager.connects().accept(found, param, uid, ece));
    }

    @Override
    public void reject(int id, int reason, byte[] privateData) {
        run(id, found -> manager.connects().reject(found, reason, privateData));
    }

    @Override
    public void disconnect(int id) {
        run(id, manager.connects()::disconnect);
    }

    @Override
    public void notifyEstablished(int id) {
        run(id, manager.connects()::notifyEstablished);
    }

    @Override
    public QpAttributes initQpAttr(int id, QpState state) {
        return with(id, found -> QpAnswers.to(found, state));
    }

    @Override
    public void setOption(int id, CmOption option, int value) {
        run(id, found -> OptionCalls.set(found, option, value));
    }

    @Override
    public int joinMulticast(int id, CmAddress group, long uid) {
        return with(id, found -> manager.groups().join(found, group, uid));
    }

    @Override
    public int leaveMulticast(int membership) {
        return call(() -> manager.groups().leave(manager.ids().find(this, membership, Membership.class)));
    }

    @Override
    public int migrateId(int id, CmChannelCalls from) {
        return call(() -> {
            if (!(from instanceof Channel other) || other.manager != manager) {
                throw CmRule.ID.refused("handle=" + id + " of another host");
            }
            return manager.life().migrate(manager.ids().find(other, id, CmIdObject.class), this);
        });
    }

    @Override
    public CmIdInfo query(int id) {
        return with(id, CmIdObject::info);
    }

    @Override
    public @Nullable CmEvent getEvent() {
        return call(events::read);
    }

    @Override
    public boolean hasEvents() {
        return manager.lock().call(() -> !events.isEmpty());
    }

    @Override
    public void listener(@Nullable Runnable listener) {
        manager.lock().run(() -> events.listener(listener));
    }

    @Override
    public List<CmIdInfo> ids() {
        return manager.lock().call(() -> own().stream().map(CmIdObject::info).toList());
    }

    @Override
    public void close() {
        manager.lock().run(() -> {
            closed = true;
            events.listener(null);
            // A listening id takes requests with it that nobody has seen.
            for (List<CmIdObject> left = own(); !left.isEmpty(); left = own()) {
                left.stream().filter(manager.ids()::has).forEach(manager.life()::destroy);
            }
            manager.setAlarm();
        });
    }

    private List<CmIdObject> own() {
        return manager.ids().ids().stream().filter(id -> id.channel == this).toList();
    }

    private interface Work {
        void on(CmIdObject id);
    }

    private void run(int id, Work work) {
        with(id, found -> {
            work.on(found);
            return null;
        });
    }

    private <R extends @Nullable Object> R with(int id, Function<CmIdObject, R> work) {
        return call(() -> work.apply(manager.ids().find(this, id, CmIdObject.class)));
    }

    private <R extends @Nullable Object> R call(Supplier<R> work) {
        return manager.lock().call(() -> {
            if (closed) {
                throw CmRule.CHANNEL_OPEN.refused("");
            }
            R result = work.get();
            manager.setAlarm();
            return result;
        });
    }
}
