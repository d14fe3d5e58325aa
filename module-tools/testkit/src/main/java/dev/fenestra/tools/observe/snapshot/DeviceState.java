package dev.fenestra.tools.observe.snapshot;

import dev.fenestra.ib.core.spi.RdmaDevice;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * A device at one moment.
 *
 * @param info its name, attributes and ports
 * @param statistics its counters by name
 */
public record DeviceState(DeviceInfo info, SequencedMap<String, Long> statistics) {

    /** Copies the map, in its order. */
    public DeviceState {
        statistics = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(statistics));
    }

    static DeviceState of(RdmaDevice device) {
        return new DeviceState(DeviceInfoReader.read(device), device.statistics());
    }
}
