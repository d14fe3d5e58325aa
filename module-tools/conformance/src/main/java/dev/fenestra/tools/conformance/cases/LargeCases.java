package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ON_DEMAND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_PROT_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.MW_BIND_ERR;

import dev.fenestra.ib.core.vocabulary.MapOptions;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Limit;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.List;
import java.util.stream.Stream;

/**
 * Ranges that just fit into 31, 32 or 40 bits, and ranges that end at the last address. Only touched memory uses
 * frames, so large ranges are cheap.
 */
final class LargeCases {
    private static final long GIB_2 = 1L << 31;
    private static final long GIB_4 = 1L << 32;
    private static final long TIB = 1L << 40;

    private LargeCases() {}

    static List<ConformanceCase> all() {
        return Stream.of(large(), top()).flatMap(List::stream).toList();
    }

    private static List<ConformanceCase> large() {
        return List.of(
                paged("BIG-2g-t1", "a type-1 window of 2^31 bytes ends there", b -> longest(b, TYPE_1), "A7")
                        .needing(Requirement.WINDOWS),
                paged("BIG-2g-t2", "so does one of type 2", b -> longest(b, TYPE_2), "A7")
                        .needing(Requirement.WINDOWS),
                paged("BIG-4g", "a region of 2^32 bytes ends there", b -> ends(b, GIB_4), "R6"),
                paged("BIG-4g-behind", "the bytes after 2^32 are not those at the start", b -> behind(b, GIB_4)),
                paged("BIG-4g-window", "nor in a window there", b -> windowBehind(b, GIB_4), "A7")
                        .needing(Requirement.WINDOWS),
                ConformanceCase.of("BIG-1t-whole", "the key of all memory reaches all of 1 TiB", LargeCases::whole)
                        .needing(Requirement.ODP_IMPLICIT));
    }

    private static List<ConformanceCase> top() {
        return List.of(
                ConformanceCase.of("TOP-region", "a region may end at 2^64", LargeCases::regionAtTop)
                        .breaking("R6"),
                ConformanceCase.of("TOP-local", "requests reach its last bytes by the L_Key", LargeCases::localAtTop)
                        .breaking("L6"),
                window("TOP-window-t1", "a type-1 window may end there", b -> windowAtTop(b, TYPE_1)),
                window("TOP-window-t2", "so may one of type 2", b -> windowAtTop(b, TYPE_2)),
                ConformanceCase.of("TOP-bind", "a bind does not go around 2^64", LargeCases::bindAround)
                        .breaking("B12")
                        .needing(Requirement.WINDOWS));
    }

    private static ConformanceCase paged(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.ODP);
    }

    private static ConformanceCase window(String id, String title, CaseBody body) {
        return ConformanceCase.of(id, title, body).breaking("A7").needing(Requirement.WINDOWS);
    }

    /** A region of bob, and the memory under it. */
    private record Large(Memory memory, MemoryRegion region) {

        static Large of(CaseBench b, long bytes) {
            b.bob().needs(Limit.REGION_BYTES, bytes);
            Memory memory = b.bob().context().map(bytes, MapOptions.USUAL);
            return new Large(
                    memory, b.bob().pd().regMr(memory, LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ, MW_BIND, ON_DEMAND));
        }

        RemoteBuffer at(long offset) {
            return new RemoteBuffer(region.address() + offset, Long.BYTES, region.rkey());
        }
    }

    private static void arrives(CaseBench b, Memory memory, long offset, RemoteBuffer target) {
        b.expect()
                .succeeds("write at 0x" + Long.toHexString(offset), b.atAlice().write(target));
        b.expect().same("first byte there", b.alice().fill(), memory.get(offset, 1)[0]);
        b.expect().same("last byte there", b.alice().fill(), memory.get(offset + Long.BYTES - 1, 1)[0]);
        b.expect().succeeds("read there", b.atAlice().read(target));
    }

    private static void longest(CaseBench b, MwType type) {
        Large large = Large.of(b, GIB_2 + CaseSteps.PAGE);
        CaseWindow window = b.window(type);
        b.expect().succeeds("bind", window.bind(b.atBob(), large.region().slice(0, GIB_2), REMOTE_WRITE, REMOTE_READ));
        arrives(b, large.memory(), 0, window.at(0, Long.BYTES));
        arrives(b, large.memory(), GIB_2 - Long.BYTES, window.at(GIB_2 - Long.BYTES, Long.BYTES));
        b.expect().refusedByPeer("write over its end", "A7", () -> b.atAlice().write(window.at(GIB_2 - 7, Long.BYTES)));
    }

    private static void ends(CaseBench b, long bytes) {
        Large large = Large.of(b, bytes);
        arrives(b, large.memory(), 0, large.at(0));
        arrives(b, large.memory(), bytes - Long.BYTES, large.at(bytes - Long.BYTES));
        b.expect().refusedByPeer("write over its end", "R6", () -> b.atAlice().write(large.at(bytes - 7)));
        b.connection().reconnect();
        b.expect().refusedByPeer("write behind its end", "R6", () -> b.atAlice().write(large.at(bytes)));
    }

    private static void behind(CaseBench b, long offset) {
        Large large = Large.of(b, offset + CaseSteps.PAGE);
        large.memory().put(0, new byte[Long.BYTES]);
        arrives(b, large.memory(), offset, large.at(offset));
        b.expect().same("first byte of the region", (byte) 0, large.memory().get(0, 1)[0]);
    }

    private static void windowBehind(CaseBench b, long offset) {
        Large large = Large.of(b, offset + CaseSteps.PAGE);
        large.memory().put(0, new byte[Long.BYTES]);
        CaseWindow window = b.window(TYPE_2);
        b.expect()
                .succeeds("bind", window.bind(b.atBob(), large.region().slice(offset, 64), REMOTE_WRITE, REMOTE_READ));
        arrives(b, large.memory(), offset + 8, window.at(8, Long.BYTES));
        b.expect().same("first byte of the region", (byte) 0, large.memory().get(0, 1)[0]);
        b.expect().refusedByPeer("write before it", "A7", () -> b.atAlice().write(window.at(-offset, Long.BYTES)));
    }

    private static void whole(CaseBench b) {
        Memory memory = b.bob().context().map(TIB, MapOptions.USUAL);
        MemoryRegion everything = b.bob().pd().regImplicit(LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ);
        for (long offset : new long[] {TIB - Long.BYTES, GIB_4, GIB_2}) {
            arrives(b, memory, offset, new RemoteBuffer(memory.address() + offset, Long.BYTES, everything.rkey()));
        }
        b.expect().same("first byte of the memory", (byte) 0, memory.get(0, 1)[0]);
    }

    /** A page of bob that ends at the last address. */
    private static MemoryRegion atTop(CaseBench b) {
        return b.bob()
                .pd()
                .regMrIova(
                        b.bob().memory(),
                        0,
                        CaseSteps.PAGE,
                        -CaseSteps.PAGE,
                        LOCAL_WRITE,
                        REMOTE_WRITE,
                        REMOTE_READ,
                        MW_BIND);
    }

    private static void regionAtTop(CaseBench b) {
        MemoryRegion region = atTop(b);
        RemoteBuffer last = new RemoteBuffer(-64, 64, region.rkey());
        b.expect().succeeds("write of the last bytes", b.atAlice().write(last));
        b.expect().landed(CaseSteps.PAGE - 64, 64);
        b.expect()
                .refusedByPeer("write around", "R6", () -> b.atAlice().write(new RemoteBuffer(-63, 64, region.rkey())));
        b.connection().reconnect();
        b.expect().refusedByPeer("write at 0", "R6", () -> b.atAlice().write(new RemoteBuffer(0, 8, region.rkey())));
    }

    private static void localAtTop(CaseBench b) {
        MemoryRegion region =
                b.alice().pd().regMrIova(b.alice().memory(), 0, CaseSteps.PAGE, -CaseSteps.PAGE, LOCAL_WRITE);
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 64);
        b.expect().succeeds("write of the last bytes", b.atAlice().writeFrom(region.lkey(), -64, 64, target));
        b.expect().landed(0, 64);
        b.expect()
                .refused(
                        "write around",
                        "L6",
                        LOC_PROT_ERR,
                        () -> b.atAlice().writeFrom(region.lkey(), -63, 64, target));
    }

    private static void windowAtTop(CaseBench b, MwType type) {
        MemoryRegion region = atTop(b);
        CaseWindow window = b.window(type);
        b.expect().succeeds("bind", window.bind(b.atBob(), new MemorySlice(region, -64, 64), REMOTE_WRITE));
        b.expect().succeeds("write of the last bytes", b.atAlice().write(window.at(32, 32)));
        b.expect().landed(CaseSteps.PAGE - 32, 32);
        b.expect().refusedByPeer("write around", "A7", () -> b.atAlice().write(window.at(33, 32)));
    }

    private static void bindAround(CaseBench b) {
        MemoryRegion region = atTop(b);
        CaseWindow window = b.window(TYPE_2);
        b.expect()
                .refused(
                        "bind",
                        "B12",
                        MW_BIND_ERR,
                        () -> window.bind(b.atBob(), new MemorySlice(region, -64, 128), REMOTE_WRITE));
        b.connection().reconnect();
        b.expect()
                .refused(
                        "bind at 0",
                        "B12",
                        MW_BIND_ERR,
                        () -> window.bind(b.atBob(), new MemorySlice(region, 0, 64), REMOTE_WRITE));
    }
}
