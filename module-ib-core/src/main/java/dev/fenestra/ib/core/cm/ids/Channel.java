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
import dev.fenestra.ib.core.cm.protocol.CmLock;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An open channel: takes the lock, finds the id, and calls what does the work. */
final class Channel implements CmChannelCalls {
    private final CmLock lock;
    private final Alarm alarm;
    private final IdTable ids;
    private final IdLife life;
    private final AddressCalls addresses;
    private final ConnectCalls connects;
    private final GroupCalls groups;
    private final EventList events;
    private boolean closed;

    Channel(
            CmLock lock,
            Alarm alarm,
            IdTable ids,
            IdLife life,
            AddressCalls addresses,
            ConnectCalls connects,
            GroupCalls groups) {
        this.lock = lock;
        this.alarm = alarm;
        this.ids = ids;
        this.life = life;
        this.addresses = addresses;
        this.connects = connects;
        this.groups = groups;
        events = new EventList(lock);
    }

    @Override
    public int createId(PortSpace space, QpType type, long uid) {
        return call(() -> life.create(events, space, type, uid));
    }

    @Override
    public int destroyId(int id) {
        return call(() -> life.destroy(find(id)));
    }

    @Override
    public void bindAddr(int id, CmAddress address) {
        run(id, found -> addresses.bind(found, address));
    }

    @Override
    public void resolveAddr(int id, @Nullable CmAddress source, CmAddress destination, int timeoutMs) {
        run(id, found -> addresses.resolveAddr(found, source, destination, timeoutMs));
    }

    @Override
    public void resolveRoute(int id, int timeoutMs) {
        run(id, addresses::resolveRoute);
    }

    @Override
    public void listen(int id, int backlog) {
        run(id, found -> addresses.listen(found, backlog));
    }

    @Override
    public void connect(int id, ConnParam param, Ece ece) {
        run(id, found -> connects.connect(found, param, ece));
    }

    @Override
    public void accept(int id, @Nullable ConnParam param, long uid, Ece ece) {
        run(id, found -> connects.accept(found, param, uid, ece));
    }

    @Override
    public void reject(int id, int reason, byte[] privateData) {
        run(id, found -> connects.reject(found, reason, privateData));
    }

    @Override
    public void disconnect(int id) {
        run(id, connects::disconnect);
    }

    @Override
    public void notifyEstablished(int id) {
        run(id, connects::notifyEstablished);
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
        return with(id, found -> groups.join(found, group, uid));
    }

    @Override
    public int leaveMulticast(int membership) {
        return call(() -> {
            Membership found = ids.find(events, membership, Membership.class);
            found.id.checkDevice();
            return groups.leave(found);
        });
    }

    @Override
    public int migrateId(int id, CmChannelCalls from) {
        return call(() -> {
            if (!(from instanceof Channel other) || other.ids != ids) {
                throw CmRule.ID.refused("handle=" + id + " of another host");
            }
            CmIdObject found = other.find(id);
            found.checkDevice();
            return life.migrate(found, events);
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
        return lock.call(() -> !events.isEmpty());
    }

    @Override
    public void listener(@Nullable Runnable listener) {
        lock.run(() -> events.listener(listener));
    }

    @Override
    public List<CmIdInfo> ids() {
        return lock.call(() -> own().stream().map(CmIdObject::info).toList());
    }

    @Override
    public boolean isOpen() {
        return lock.call(() -> !closed);
    }

    @Override
    public void close() {
        lock.run(() -> {
            closed = true;
            events.listener(null);
            // A listening id takes requests with it that nobody has seen.
            for (List<CmIdObject> left = own(); !left.isEmpty(); left = own()) {
                left.stream().filter(ids::has).forEach(life::destroy);
            }
            alarm.set();
        });
    }

    private List<CmIdObject> own() {
        return ids.ids().stream().filter(id -> id.events == events).toList();
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
        return call(() -> {
            CmIdObject found = find(id);
            found.checkDevice();
            return work.apply(found);
        });
    }

    private CmIdObject find(int id) {
        return ids.find(events, id, CmIdObject.class);
    }

    private <R extends @Nullable Object> R call(Supplier<R> work) {
        return lock.call(() -> {
            if (closed) {
                throw CmRule.CHANNEL_OPEN.refused("");
            }
            try {
                return work.get();
            } finally {
                alarm.set();
            }
        });
    }
}
