package dev.fenestra.tools.oracle;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.oracle.model.Model;
import dev.fenestra.tools.oracle.program.KeyName;
import dev.fenestra.tools.oracle.program.Piece;
import dev.fenestra.tools.oracle.program.Program;
import dev.fenestra.tools.oracle.program.Side;
import dev.fenestra.tools.oracle.program.Step;
import dev.fenestra.tools.oracle.program.Target;
import dev.fenestra.tools.oracle.program.WindowForm;
import dev.fenestra.tools.oracle.program.Work;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A program as Java statements against uverbs, to be pasted into a test. Expectations are not part of it but the last
 * comment: what they say, the model says.
 */
final class JavaText {
    private final StringBuilder text = new StringBuilder();
    private final Set<String> declared = new HashSet<>();

    /** For each window variable, the expression of its first address. */
    private final Map<String, String> bases = new HashMap<>();

    private JavaText() {}

    static String of(Failure failure) {
        return new JavaText().write(failure);
    }

    private String write(Failure failure) {
        Program program = failure.program();
        String support = program.windows() == WindowForm.TYPE_2A ? "TYPES_1_AND_2A" : "TYPES_1_AND_2B";
        line("// windows of type %s, seed %d", program.windows(), program.seed());
        line("TestBench bench = TestBench.builder()");
        line("        .seed(%d)", program.seed());
        line("        .hostConfig(config -> config.withDriverOption(\"MLX5_SCATTER_TO_CQE\", \"0\"))");
        line("        .hcaConfig(config -> config.withWindows(WindowSupport.%s).withOdp(OdpSupport.NONE))", support);
        line("        .build();");
        for (Side side : Side.values()) {
            line("Context %1$s = bench.host(\"%1$s\").open();", side.host());
            line("Memory %1$sMemory = %1$s.allocate(%2$d);", side.host(), Program.MEMORY_BYTES);
        }
        for (int i = 0; i < program.steps().size(); i++) {
            step(i, program.steps().get(i));
        }
        Difference difference = failure.difference();
        line("// step %d, %s", difference.number(), difference.topic());
        line("// expected: %s", difference.expected());
        line("// seen:     %s", difference.seen());
        return text.toString();
    }

    private void step(int number, Step step) {
        switch (step) {
            case Step.AllocPd(Side side, int pd) ->
                assign("ProtectionDomain", name(side, "Pd", pd), side.host() + ".allocPd()");
            case Step.DeallocPd(Side side, int pd) -> line("%s.close();", name(side, "Pd", pd));
            case Step.RegMr reg -> register(reg);
            case Step.ReregMr rereg ->
                line(
                        "%s.rereg(%d, %s, %s, %d, %d, %s);",
                        name(rereg.side(), "Mr", rereg.mr()),
                        rereg.flags(),
                        name(rereg.side(), "Pd", rereg.pd()),
                        memory(rereg.side()),
                        rereg.offset(),
                        rereg.length(),
                        mask(rereg.access()));
            case Step.DeregMr(Side side, int mr) -> line("%s.close();", name(side, "Mr", mr));
            case Step.AllocMw alloc -> {
                String window = name(alloc.side(), "Mw", alloc.mw());
                String pd = name(alloc.side(), "Pd", alloc.pd());
                assign("MemoryWindow", window, pd + ".allocMw(MwType." + alloc.type() + ")");
            }
            case Step.QueryMw(Side side, int mw) -> line("%s.query();", name(side, "Mw", mw));
            case Step.DeallocMw(Side side, int mw) -> line("%s.close();", name(side, "Mw", mw));
            case Step.CreateCq(Side side, int cq) ->
                assign("CompletionQueue", name(side, "Cq", cq), side.host() + ".createCq(32)");
            case Step.DestroyCq(Side side, int cq) -> line("%s.close();", name(side, "Cq", cq));
            case Step.CreateQp create -> {
                String cq = name(create.side(), "Cq", create.qp());
                String spec = String.format("QpSpec.rc(%1$s, %1$s).maxSend(8).maxRecv(4).maxSge(2)", cq);
                String pd = name(create.side(), "Pd", create.pd());
                assign("QueuePair", name(create.side(), "Qp", create.qp()), pd + ".createQp(" + spec + ")");
            }
            case Step.DestroyQp(Side side, int qp) -> line("%s.close();", name(side, "Qp", qp));
            case Step.Connect connect -> connect(number, connect);
            case Step.ResetQp(Side side, int qp) -> line("%s.reset();", name(side, "Qp", qp));
            case Step.InitQp(Side side, int qp) ->
                line("%s.modify(QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(0));", name(side, "Qp", qp));
            case Step.FailQp(Side side, int qp) ->
                line("%s.modify(QpAttributes.to(QpState.ERR));", name(side, "Qp", qp));
            case Step.Receive receive ->
                line(
                        "%s.postRecv(%d, %s);",
                        name(receive.side(), "Qp", receive.qp()),
                        Model.wrId(number, 0),
                        piece(receive.side(), receive.piece()));
            case Step.BindOne bind -> bind(number, bind);
            case Step.Post post -> post(number, post);
            case Step.Fill fill -> {
                line("byte[] bytes%d = new byte[%d];", number, fill.length());
                line("new SplittableRandom(%dL).nextBytes(bytes%d);", fill.seed(), number);
                line("%s.put(%d, bytes%d);", memory(fill.side()), fill.offset(), number);
            }
            case Step.Reopen(Side side) -> {
                line("%s.close();", side.host());
                line("%1$s = bench.host(\"%1$s\").open();", side.host());
            }
        }
    }

    private void register(Step.RegMr reg) {
        String arguments = String.format(
                "%1$s, %2$d, %3$d, %1$s.address() + %4$d, %5$s",
                memory(reg.side()), reg.offset(), reg.length(), reg.offset() + reg.iovaStep(), flags(reg.access()));
        String call = name(reg.side(), "Pd", reg.pd()) + ".regMrIova(" + arguments + ")";
        assign("MemoryRegion", name(reg.side(), "Mr", reg.mr()), call.replace(", )", ")"));
    }

    private void connect(int number, Step.Connect connect) {
        String options = String.format(
                "ConnectOptions.DEFAULT.withMtu(Mtu.%s).withTimeout(2).withRetries(3, 1).withPsn(%d)",
                connect.mtu(), Stack.psn(number));
        for (Side side : Side.values()) {
            line("%s.reset();", name(side, "Qp", connect.qp()));
        }
        for (Side side : Side.values()) {
            line(
                    "%s.connect(%s.endpoint(%s), %s.withAccess(%s));",
                    name(side, "Qp", connect.qp()),
                    name(side.peer(), "Qp", connect.qp()),
                    options,
                    options,
                    flags(connect.access(side)));
        }
    }

    private void bind(int number, Step.BindOne bind) {
        String window = name(bind.side(), "Mw", bind.mw());
        boolean hasRegion = bind.mr() != Step.BindOne.NO_REGION;
        String region = hasRegion ? name(bind.side(), "Mr", bind.mr()) : "null";
        String address = (hasRegion ? region + ".address() + " : "") + bind.offset();
        line(
                "%s.bindMw(%d, SendFlag.SIGNALED, %s, %s, %s, %dL, %s);",
                name(bind.side(), "Qp", bind.qp()),
                Model.wrId(number, 0),
                window,
                region,
                address,
                bind.length(),
                mask(bind.access()));
        if (!bind.isRestored()) {
            line("// if that fails, the program does not write the old R_Key back");
        }
        bases.put(window, address);
        await(bind.side(), bind.qp(), Model.wrId(number, 0));
    }

    private void post(int number, Step.Post post) {
        String qp = name(post.side(), "Qp", post.qp());
        line("%s.builder().start()", qp);
        int last = post.works().size() - 1;
        for (int i = 0; i <= last; i++) {
            String flag = post.isQuiet() && i < last ? "0" : "SendFlag.SIGNALED";
            line(
                    "        .request(%d, %s)%s",
                    Model.wrId(number, i), flag, work(post.side(), post.works().get(i)));
        }
        line("        .complete();");
        await(post.side(), post.qp(), Model.wrId(number, last));
        for (Work work : post.works()) {
            if (work instanceof Work.BindTwo bind) {
                line("%s.rkey(%s);", name(post.side(), "Mw", bind.window()), newKey(post.side(), bind));
            }
        }
    }

    private String work(Side side, Work work) {
        String pieces = work.pieces().stream()
                .map(piece -> ".sge(" + piece(side, piece) + ")")
                .collect(Collectors.joining());
        return switch (work) {
                    case Work.Write write -> ".rdmaWrite(" + target(side.peer(), write.target()) + ")";
                    case Work.WriteImmediate write ->
                        ".rdmaWriteWithImmediate(" + target(side.peer(), write.target()) + ", " + write.immediate()
                                + ")";
                    case Work.Read read -> ".rdmaRead(" + target(side.peer(), read.target()) + ")";
                    case Work.FetchAdd atomic ->
                        ".atomicFetchAndAdd(" + target(side.peer(), atomic.target()) + ", " + atomic.add() + "L)";
                    case Work.CompareSwap atomic ->
                        String.format(
                                ".atomicCompareAndSwap(%s, %dL, %dL)",
                                target(side.peer(), atomic.target()), atomic.compare(), atomic.swap());
                    case Work.Send _ -> ".send()";
                    case Work.SendInvalidate send -> ".sendWithInvalidate(" + key(side.peer(), send.key()) + ")";
                    case Work.LocalInvalidate(KeyName key) -> ".localInvalidate(" + key(side, key) + ")";
                    case Work.BindTwo bind -> bind(side, bind);
                }
                + pieces;
    }

    private String bind(Side side, Work.BindTwo bind) {
        String window = name(side, "Mw", bind.window());
        String region = name(side, "Mr", bind.region());
        String address = region + ".address() + " + bind.offset();
        bases.put(window, AccessFlag.ZERO_BASED.in(bind.access()) ? "0" : address);
        return String.format(
                ".bindMw(%s, %s, %s, %s, %dL, %s)",
                window, newKey(side, bind), region, address, bind.length(), mask(bind.access()));
    }

    private static String newKey(Side side, Work.BindTwo bind) {
        String index = String.format("MemoryKey.index(%s.rkey())", name(side, "Mw", bind.window()));
        return String.format("MemoryKey.of(%s + %d, %d)", index, bind.indexStep(), bind.tag());
    }

    private void await(Side side, int qp, long wrId) {
        line("System.out.println(%s.await(%d, Duration.ofSeconds(1)));", name(side, "Cq", qp), wrId);
    }

    private String target(Side side, Target target) {
        String base = target.isAbsolute() ? "" : base(side, target.key()) + " + ";
        return key(side, target.key()) + ", " + base + target.offset() + "L";
    }

    private String piece(Side side, Piece piece) {
        return String.format(
                "%s, %s + %dL, %d", key(side, piece.key()), base(side, piece.key()), piece.offset(), piece.length());
    }

    private String base(Side side, KeyName name) {
        String object = object(side, name);
        return name.holder() == KeyName.Holder.REGION ? object + ".address()" : bases.getOrDefault(object, "0");
    }

    private static String key(Side side, KeyName name) {
        String key = object(side, name) + ".rkey()";
        return name.isExact()
                ? key
                : String.format(
                        "MemoryKey.of(MemoryKey.index(%1$s) + %2$d, MemoryKey.tag(%1$s) + %3$d)",
                        key, name.indexStep(), name.tagStep());
    }

    private static String object(Side side, KeyName name) {
        return name(side, name.holder() == KeyName.Holder.REGION ? "Mr" : "Mw", name.slot());
    }

    private static String name(Side side, String kind, int slot) {
        return side.host() + kind + slot;
    }

    private static String memory(Side side) {
        return side.host() + "Memory";
    }

    private static String flags(int mask) {
        return AccessFlag.of(mask).stream().map(flag -> "AccessFlag." + flag).collect(Collectors.joining(", "));
    }

    private static String mask(int mask) {
        List<AccessFlag> flags = List.copyOf(AccessFlag.of(mask));
        return mask == AccessFlag.mask(flags.toArray(AccessFlag[]::new))
                ? "AccessFlag.mask(" + flags(mask) + ")"
                : String.format("0x%x", mask);
    }

    private void assign(String type, String name, String value) {
        line("%s%s = %s;", declared.add(name) ? type + " " : "", name, value);
    }

    private void line(String format, Object... values) {
        text.append(values.length == 0 ? format : String.format(format, values)).append('\n');
    }
}
