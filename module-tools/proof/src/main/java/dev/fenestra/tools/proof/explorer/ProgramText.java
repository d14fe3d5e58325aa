package dev.fenestra.tools.proof.explorer;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** A counter-example as Java statements against uverbs, to be pasted into a test. */
final class ProgramText {
    private final StringBuilder text = new StringBuilder();
    private final Set<String> declared = new HashSet<>();
    /** By slot of windows: how many keys it has had, and the region it was last bound to. */
    private final int[] keys = new int[ExplorerScope.WINDOWS];

    private final int[] boundTo = new int[ExplorerScope.WINDOWS];
    private final MwType[] types = new MwType[ExplorerScope.WINDOWS];
    private int wrId;

    private ProgramText() {}

    static String of(WindowSupport device, CounterExample example) {
        return new ProgramText().write(device, example);
    }

    private String write(WindowSupport device, CounterExample example) {
        Set<Integer> pds = new HashSet<>();
        Set<Integer> qps = new HashSet<>();
        example.path().forEach(action -> mentioned(action, pds, qps));
        mentioned(example.last(), pds, qps);
        line("TestBench bench = TestBench.builder()");
        line("        .hcaConfig(hca -> hca.withWindows(WindowSupport.%s))", device);
        line("        .build();");
        for (String host : new String[] {"alice", "bob"}) {
            line("Context %1$s = bench.host(\"%1$s\").open();", host);
            line("CompletionQueue %1$sCq = %1$s.createCq(64);", host);
            line("Memory %1$sMemory = %1$s.allocate(%2$d);", host, Hosts.PAGE * ExplorerScope.REGIONS);
        }
        line("ProtectionDomain alicePd = alice.allocPd();");
        line("MemoryRegion source = alicePd.regMr(aliceMemory, AccessFlag.LOCAL_WRITE);");
        pds.stream().sorted().forEach(pd -> line("ProtectionDomain pd%d = bob.allocPd();", pd));
        qps.stream()
                .sorted()
                .forEach(qp -> line("QueuePair alice%d = alicePd.createQp(QpSpec.rc(aliceCq, aliceCq));", qp));
        example.path().forEach(this::action);
        line("// So far all is as it should be. Now:");
        action(example.last());
        line("// It ended with: %s", example.seen());
        line("// Broken: %s", example.broken().text());
        return text.toString();
    }

    private static void mentioned(Action action, Set<Integer> pds, Set<Integer> qps) {
        switch (action) {
            case Action.CreateQp(int qp, int pd) -> {
                qps.add(qp);
                pds.add(pd);
            }
            case Action.RegMr(int _, int pd, RegionRights _) -> pds.add(pd);
            case Action.AllocMw(int _, int pd, MwType _) -> pds.add(pd);
            default -> {}
        }
    }

    private void action(Action action) {
        switch (action) {
            case Action.CreateQp(int qp, int pd) -> {
                assign("QueuePair", "bob" + qp, String.format("pd%d.createQp(QpSpec.rc(bobCq, bobCq))", pd));
                connect(qp);
            }
            case Action.DestroyQp(int qp) -> line("bob%d.close();", qp);
            case Action.ResetQp(int qp) -> connect(qp);
            case Action.RegMr(int region, int pd, RegionRights rights) ->
                assign(
                        "MemoryRegion",
                        "mr" + region,
                        String.format(
                                "pd%d.regMr(bobMemory, %d, %d, %s)",
                                pd, region * Hosts.PAGE, ExplorerScope.REGION_BYTES, flags(rights.flags())));
            case Action.DeregMr(int region) -> line("mr%d.close();", region);
            case Action.AllocMw(int window, int pd, MwType type) -> {
                types[window] = type;
                assign("MemoryWindow", "mw" + window, String.format("pd%d.allocMw(MwType.%s)", pd, type.name()));
                line("int %s = mw%d.rkey();", newKey(window), window);
            }
            case Action.DeallocMw(int window) -> {
                line("mw%d.close();", window);
                line("int %s = 0;", newKey(window));
            }
            case Action.Bind bind -> bind(bind);
            case Action.Invalidate(int window, int qp, boolean byPeer, boolean isStale) ->
                invalidate(qp, key(window, isStale), byPeer);
            case Action.InvalidateRegion(int region, int qp) -> invalidate(qp, "mr" + region + ".rkey()", false);
            case Action.Access access -> access(access);
        }
    }

    private void connect(int qp) {
        line("bench.reconnectPair(alice%1$d, bob%1$d);", qp);
    }

    private void bind(Action.Bind bind) {
        int window = bind.window();
        Shape shape = bind.shape();
        String range = String.format(
                "new MemorySlice(mr%1$d, mr%1$d.address() + %2$d, %3$d)",
                bind.region(), shape.offset(), shape.length());
        String right = "AccessFlag." + shape.right();
        String key = newKey(window);
        line("int %s = mw%d.nextKey();", key, window);
        if (types[window] == MwType.TYPE_2) {
            line("bob%d.post(BindMw.of(%d, mw%d, %s, %s, %s));", bind.qp(), ++wrId, window, key, range, right);
        } else if (shape == Shape.EMPTY) {
            line("bob%d.unbindMw(%d, mw%d);", bind.qp(), ++wrId, window);
        } else {
            line("bob%d.bindMw(%d, mw%d, %s, %s);", bind.qp(), ++wrId, window, range, right);
        }
        await("bob");
        line("mw%d.rkey(%s);", window, key);
        boundTo[window] = bind.region();
    }

    private void invalidate(int qp, String key, boolean byPeer) {
        if (!byPeer) {
            line("bob%d.post(LocalInvalidate.of(%d, %s));", qp, ++wrId, key);
            await("bob");
            return;
        }
        line("bob%d.postRecv(%d);", qp, ++wrId);
        line("alice%d.post(SendWithInvalidate.of(%d, %s));", qp, wrId + 1, key);
        await("bob");
        wrId++;
        await("alice");
    }

    private void access(Action.Access access) {
        boolean writes = access.reach().right() == AccessFlag.REMOTE_WRITE;
        line(
                "alice%d.post(%s.of(%d, new RemoteBuffer(bobMemory.address() + %d, %d, %s), source.slice(0, %5$d)));",
                access.qp(),
                writes ? "RdmaWrite" : "RdmaRead",
                ++wrId,
                boundTo[access.window()] * Hosts.PAGE
                        + ExplorerScope.WINDOW_OFFSET
                        + access.reach().offset(),
                ExplorerScope.ACCESS_BYTES,
                key(access.window(), access.isStale()));
        await("alice");
    }

    private void await(String host) {
        line("System.out.println(%sCq.await(%d, Duration.ofSeconds(1)));", host, wrId);
    }

    private String newKey(int window) {
        return "key" + window + "v" + ++keys[window];
    }

    /** The present key, or the one before; a window that is gone counts its absence as a key. */
    private String key(int window, boolean isStale) {
        return "key" + window + "v" + (keys[window] - (isStale ? 1 : 0));
    }

    private static String flags(AccessFlag[] flags) {
        return Arrays.stream(flags).map(flag -> "AccessFlag." + flag).collect(Collectors.joining(", "));
    }

    private void assign(String type, String name, String value) {
        line("%s%s = %s;", declared.add(name) ? type + " " : "", name, value);
    }

    private void line(String format, Object... values) {
        text.append(String.format(format, values)).append('\n');
    }
}
