package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;
import static dev.fenestra.ib.core.vocabulary.Errno.EBUSY;
import static dev.fenestra.ib.core.vocabulary.Errno.EFAULT;
import static dev.fenestra.ib.core.vocabulary.Errno.EINVAL;
import static dev.fenestra.ib.core.vocabulary.Errno.EOPNOTSUPP;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.DeviceMemory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.ReregError;
import dev.fenestra.uverbs.memory.ReregException;
import java.util.List;

/** Memory on the card itself. */
final class DeviceMemoryCases {
    private static final int BYTES = 128;

    private DeviceMemoryCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                line("DM-copy", "what is copied there is there", DeviceMemoryCases::copy),
                line("DM-use", "a peer writes it through a region", DeviceMemoryCases::use),
                line("DM-size", "it has at most max_dm_size bytes", DeviceMemoryCases::size, "DM-2"),
                line("DM-range", "a copy outside is EFAULT, also one of odd bytes", DeviceMemoryCases::range),
                line("DM-words", "a copy inside is of whole words", DeviceMemoryCases::words),
                line("DM-zero", "its regions are ZERO_BASED", DeviceMemoryCases::zeroBased, "DM-3"),
                line("DM-inside", "its regions lie inside", DeviceMemoryCases::inside, "DM-4"),
                line("DM-held", "it stays while a region of it is registered", DeviceMemoryCases::held, "LIFE-1"),
                line("DM-rereg", "its regions are not changed by rereg", DeviceMemoryCases::rereg, "RRG-9"),
                line("DM-bind", "its regions carry no windows", DeviceMemoryCases::bind)
                        .needing(Requirement.WINDOWS),
                ConformanceCase.of("DM-none", "a device without it says so", DeviceMemoryCases::none)
                        .needing(Requirement.NO_DEVICE_MEMORY));
    }

    private static ConformanceCase line(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.DEVICE_MEMORY);
    }

    private static DeviceMemory memory(CaseBench b) {
        return b.bob().context().allocDm(BYTES);
    }

    private static MemoryRegion region(CaseBench b, DeviceMemory memory) {
        return b.bob().pd().regDmMr(memory, 0, BYTES, ZERO_BASED, LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ);
    }

    private static void copy(CaseBench b) {
        DeviceMemory memory = memory(b);
        b.expect().works("memcpy_to_dm", () -> memory.put(8, new byte[] {1, 2, 3, 4}));
        b.expect().same("first byte", 1, (int) memory.get(8, 4)[0]);
        b.expect().same("last byte", 4, (int) memory.get(8, 4)[3]);
        b.expect().same("before", 0, (int) memory.get(4, 4)[3]);
    }

    private static void use(CaseBench b) {
        DeviceMemory memory = memory(b);
        b.expect()
                .succeeds(
                        "write",
                        b.atAlice().write(region(b, memory).slice(64, 64).remote()));
        b.expect().same("first byte", b.alice().fill(), memory.get(64, 4)[0]);
        b.expect().same("before", (byte) 0, memory.get(60, 4)[3]);
    }

    private static void size(CaseBench b) {
        long most = b.bob().context().deviceAttributes().memory().maxDmSize();
        b.expect()
                .refusedCall("alloc_dm", "DM-2", EINVAL, () -> b.bob().context().allocDm(most + 1));
        b.expect()
                .refusedCall("alloc_dm", "DM-2", EINVAL, () -> b.bob().context().allocDm(0));
        b.expect().works("alloc_dm", () -> b.bob().context().allocDm(most).close());
    }

    private static void range(CaseBench b) {
        DeviceMemory memory = memory(b);
        b.expect().same("behind", EFAULT, errno(() -> memory.put(BYTES, new byte[4])));
        b.expect().same("over the end", EFAULT, errno(() -> memory.get(BYTES - 2, 3)));
        b.expect().same("wrapping", EFAULT, errno(() -> memory.get(-4, 8)));
    }

    private static void words(CaseBench b) {
        DeviceMemory memory = memory(b);
        b.expect().same("offset", EINVAL, errno(() -> memory.put(2, new byte[4])));
        b.expect().same("length", EINVAL, errno(() -> memory.get(0, 6)));
    }

    private static Object errno(Runnable call) {
        try {
            call.run();
            return Errno.OK;
        } catch (VerbsException refused) {
            return refused.errno();
        }
    }

    private static void zeroBased(CaseBench b) {
        DeviceMemory memory = memory(b);
        b.expect().refusedCall("reg_dm_mr", "DM-3", EINVAL, () -> b.bob().pd().regDmMr(memory, 0, 8, LOCAL_WRITE));
    }

    private static void inside(CaseBench b) {
        DeviceMemory memory = memory(b);
        b.expect().refusedCall("reg_dm_mr", "DM-4", EINVAL, () -> b.bob().pd().regDmMr(memory, 8, BYTES, ZERO_BASED));
        b.expect()
                .refusedCall("reg_dm_mr", "DM-4", EINVAL, () -> b.bob().pd().regDmMr(memory, BYTES + 4, 4, ZERO_BASED));
        b.expect().refusedCall("reg_dm_mr", "DM-4", EINVAL, () -> b.bob().pd().regDmMr(memory, 8, -1, ZERO_BASED));
    }

    private static void held(CaseBench b) {
        DeviceMemory memory = memory(b);
        MemoryRegion region = region(b, memory);
        b.expect().refusedCall("free_dm", "LIFE-1", EBUSY, memory::close);
        b.expect().works("dereg_mr", region::close);
        b.expect().works("free_dm", memory::close);
    }

    private static void rereg(CaseBench b) {
        MemoryRegion region = region(b, memory(b));
        try {
            region.changeAccess(LOCAL_WRITE);
            b.expect().same("rereg_mr", ReregError.ERR_INPUT, "success");
        } catch (ReregException refused) {
            b.expect().same("rereg_mr", ReregError.ERR_INPUT, refused.error());
            b.expect().broke("RRG-9");
        }
    }

    private static void bind(CaseBench b) {
        MemoryRegion region = region(b, memory(b));
        var window = b.bob().pd().allocMw(MwType.TYPE_1);
        Object seen = errno(() -> b.atBob().qp().bindMw(b.wrId(), window, region.slice(0, 8), REMOTE_READ));
        b.expect().same("bind_mw", EOPNOTSUPP, seen);
    }

    private static void none(CaseBench b) {
        b.expect()
                .same(
                        "max_dm_size",
                        0L,
                        b.bob().context().deviceAttributes().memory().maxDmSize());
        b.expect().same("alloc_dm", EOPNOTSUPP, errno(() -> b.bob().context().allocDm(64)));
    }
}
