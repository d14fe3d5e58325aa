package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.Errno.EOPNOTSUPP;

import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import java.util.List;

/** What a device announces about its windows, and whether it is true. */
final class CapabilityCases {
    private static final int MEM_WINDOW = 1 << 17;
    private static final int TYPE_2A = 1 << 23;
    private static final int TYPE_2B = 1 << 24;

    private CapabilityCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of("CAP-2A", "2A sets MEM_WINDOW and bit 23", b -> flags(b, MEM_WINDOW | TYPE_2A))
                        .needing(Requirement.TYPE_2A)
                        .settling(30),
                ConformanceCase.of("CAP-2B", "2B sets MEM_WINDOW and bit 24", b -> flags(b, MEM_WINDOW | TYPE_2B))
                        .needing(Requirement.TYPE_2B)
                        .settling(30),
                ConformanceCase.of("CAP-none", "a device without windows sets none of them", CapabilityCases::none)
                        .needing(Requirement.NO_WINDOWS)
                        .settling(30),
                refused("CAP-none-t1", MwType.TYPE_1),
                refused("CAP-none-t2", MwType.TYPE_2),
                ConformanceCase.of(
                        "CAP-mem-mgt",
                        "memory management extensions are type-2 windows and fast registration, both or none",
                        CapabilityCases::memoryManagement),
                ConformanceCase.of("CAP-max", "max_mw is 0 exactly without windows", CapabilityCases::maxMw));
    }

    private static ConformanceCase refused(String id, MwType type) {
        return ConformanceCase.of(
                        id,
                        "a device without windows allocates none of " + type,
                        b -> b.expect().refusedCall("alloc_mw", "MW-1", EOPNOTSUPP, () -> b.window(type)))
                .breaking("MW-1")
                .needing(Requirement.NO_WINDOWS);
    }

    private static int windowFlags(CaseBench b) {
        DeviceAttributes device = b.bob().context().deviceAttributes();
        return (int) device.memoryWindows().capabilityFlags() & (MEM_WINDOW | TYPE_2A | TYPE_2B);
    }

    private static void flags(CaseBench b, int expected) {
        b.expect().same("window flags", expected, windowFlags(b));
        b.expect().works("alloc_mw type 1", () -> b.window(MwType.TYPE_1));
        b.expect().works("alloc_mw type 2", () -> b.window(MwType.TYPE_2));
    }

    private static void none(CaseBench b) {
        b.expect().same("window flags", 0, windowFlags(b));
    }

    private static void memoryManagement(CaseBench b) {
        DeviceAttributes device = b.bob().context().deviceAttributes();
        boolean both =
                device.memoryWindows() != MemoryWindows.NONE && device.memory().maxFastRegPages() > 0;
        b.expect().same("MEM_MGT_EXTENSIONS", both, device.can(DeviceCapability.MEM_MGT_EXTENSIONS));
    }

    private static void maxMw(CaseBench b) {
        DeviceAttributes device = b.bob().context().deviceAttributes();
        b.expect().same("no windows", device.memoryWindows() == MemoryWindows.NONE, device.maxMw() == 0);
    }
}
