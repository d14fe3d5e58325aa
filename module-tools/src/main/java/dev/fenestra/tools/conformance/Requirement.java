package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.vocabulary.AtomicCapability;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.util.function.Predicate;

/** What a device must offer, or lack, for a case to mean anything. */
public enum Requirement {
    WINDOWS("memory windows", device -> device.memoryWindows() != MemoryWindows.NONE),
    TYPE_2A("type 2A windows", device -> device.memoryWindows() == MemoryWindows.TYPE_1_AND_2A),
    TYPE_2B("type 2B windows", device -> device.memoryWindows() == MemoryWindows.TYPE_1_AND_2B),
    NO_WINDOWS("no memory windows", device -> device.memoryWindows() == MemoryWindows.NONE),
    ATOMICS("atomics", device -> device.atomicCap() != AtomicCapability.NONE),
    UC("unreliable connections", device -> device.transports().contains(QpType.UC)),
    UD("datagrams", device -> device.transports().contains(QpType.UD));

    private final String text;
    private final Predicate<DeviceAttributes> met;

    Requirement(String text, Predicate<DeviceAttributes> met) {
        this.text = text;
        this.met = met;
    }

    public String text() {
        return text;
    }

    public boolean isMetBy(DeviceAttributes device) {
        return met.test(device);
    }
}
