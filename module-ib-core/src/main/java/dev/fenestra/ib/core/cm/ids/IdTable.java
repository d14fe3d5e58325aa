package dev.fenestra.ib.core.cm.ids;

import dev.fenestra.ib.core.cm.CmRule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All ids and memberships of a host, by handle from 1 on, in order of creation. */
final class IdTable {
    private final Map<Integer, ChannelUser> objects = new LinkedHashMap<>();
    private int next = 1;

    int newHandle() {
        while (next <= 0 || objects.containsKey(next)) {
            next = next <= 0 ? 1 : next + 1;
        }
        return next++;
    }

    void add(ChannelUser object) {
        objects.put(object.handle, object);
    }

    boolean has(ChannelUser object) {
        return objects.get(object.handle) == object;
    }

    void remove(ChannelUser object) {
        objects.remove(object.handle);
    }

    /** The object of a channel; refused for any other handle. */
    <T extends ChannelUser> T find(EventList events, int handle, Class<T> type) {
        @Nullable ChannelUser object = objects.get(handle);
        if (!type.isInstance(object)) {
            throw CmRule.ID.refused("handle=" + Integer.toUnsignedString(handle));
        }
        if (object.events != events) {
            throw CmRule.OWNER.refused("handle=" + handle);
        }
        return type.cast(object);
    }

    List<CmIdObject> ids() {
        return objects.values().stream()
                .filter(CmIdObject.class::isInstance)
                .map(CmIdObject.class::cast)
                .toList();
    }
}
