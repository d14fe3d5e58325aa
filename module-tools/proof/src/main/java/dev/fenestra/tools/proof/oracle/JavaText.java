package dev.fenestra.tools.proof.oracle;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.ReregFlag;
import dev.fenestra.tools.proof.oracle.model.Model;
import dev.fenestra.tools.proof.oracle.program.KeyName;
import dev.fenestra.tools.proof.oracle.program.Piece;
import dev.fenestra.tools.proof.oracle.program.Side;
import dev.fenestra.tools.proof.oracle.program.Step;
import dev.fenestra.tools.proof.oracle.program.Target;
import dev.fenestra.tools.proof.oracle.program.Work;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Steps as calls of uverbs. A key is written by the object that has it; where it has another key now, by what lies
 * between the two.
 */
final class JavaText {
    private final Model model;
    private final Stack stack;

    /**
     * @param model as it is before the step
     * @param stack whose objects have the keys
     */
    JavaText(Model model, Stack stack) {
        this.model = model;
        this.stack = stack;
    }

    JavaCall of(int number, Step step) {
        return switch (step) {
            case Step.AllocPd(Side side, int pd) ->
                JavaCall.making("ProtectionDomain", JavaNames.pd(side, pd), side.host() + ".allocPd()");
            case Step.DeallocPd(Side side, int pd) -> closing(JavaNames.pd(side, pd));
            case Step.RegMr reg -> register(reg);
            case Step.ReregMr rereg -> change(rereg);
            case Step.DeregMr(Side side, int mr) -> closing(JavaNames.region(side, mr));
            case Step.AllocMw alloc -> allocate(alloc);
            case Step.QueryMw(Side side, int mw) -> JavaCall.action(JavaNames.window(side, mw) + ".query()");
            case Step.DeallocMw(Side side, int mw) -> closing(JavaNames.window(side, mw));
            case Step.CreateCq(Side side, int cq) ->
                JavaCall.making("CompletionQueue", JavaNames.cq(side, cq), createCq(side));
            case Step.ArmCq(Side side, int cq, boolean isSolicited) ->
                JavaCall.action(JavaNames.cq(side, cq) + ".requestNotify(" + isSolicited + ")");
            case Step.DestroyCq(Side side, int cq) -> JavaCall.action("destroy(" + JavaNames.cq(side, cq) + ")");
            case Step.CreateQp create -> create(create);
            case Step.DestroyQp(Side side, int qp) -> closing(JavaNames.qp(side, qp));
            case Step.Connect connect -> connect(number, connect);
            case Step.ResetQp(Side side, int qp) -> JavaCall.action(JavaNames.qp(side, qp) + ".reset()");
            case Step.InitQp(Side side, int qp) ->
                JavaCall.action(JavaNames.qp(side, qp)
                        + ".modify(QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(0))");
            case Step.FailQp(Side side, int qp) ->
                JavaCall.action(JavaNames.qp(side, qp) + ".modify(QpAttributes.to(QpState.ERR))");
            case Step.Receive receive -> receive(number, receive);
            case Step.BindOne bind -> JavaCall.posting(bind(number, bind));
            case Step.Post post -> JavaCall.posting(post(number, post));
            case Step.Fill fill -> fill(number, fill);
            case Step.Reopen(Side side) -> reopen(side);
        };
    }

    private static JavaCall closing(String object) {
        return JavaCall.action(object + ".close()");
    }

    private static JavaCall change(Step.ReregMr rereg) {
        return JavaCall.action(String.format(
                "%s.rereg(%d, %s, %s, %dL, %dL, %s)",
                JavaNames.region(rereg.side(), rereg.mr()),
                rereg.flags(),
                rereg.changes(ReregFlag.CHANGE_PD) ? JavaNames.pd(rereg.side(), rereg.pd()) : "null",
                rereg.changes(ReregFlag.CHANGE_TRANSLATION) ? JavaNames.memory(rereg.side()) : "null",
                rereg.offset(),
                rereg.length(),
                mask(rereg.access())));
    }

    private static JavaCall allocate(Step.AllocMw alloc) {
        return JavaCall.making(
                "MemoryWindow",
                JavaNames.window(alloc.side(), alloc.mw()),
                JavaNames.pd(alloc.side(), alloc.pd()) + ".allocMw(MwType." + alloc.type() + ")");
    }

    private JavaCall receive(int number, Step.Receive receive) {
        return JavaCall.posting(String.format(
                "%s.postRecv(%d, %s)",
                JavaNames.qp(receive.side(), receive.qp()),
                Model.wrId(number, 0),
                piece(receive.side(), receive.piece())));
    }

    private static JavaCall reopen(Side side) {
        return new JavaCall(
                side.host(), "Context", side.host() + ".close(); ", "bench.host(\"" + side.host() + "\").open()", true);
    }

    private static JavaCall fill(int number, Step.Fill fill) {
        String bytes = "bytes" + number;
        String before = String.format(
                "byte[] %1$s = new byte[%2$d]; new SplittableRandom(%3$dL).nextBytes(%1$s); ",
                bytes, fill.length(), fill.seed());
        String put = String.format("%s.put(%d, %s)", JavaNames.memory(fill.side()), fill.offset(), bytes);
        return new JavaCall("", "", before, put, false);
    }

    private static JavaCall register(Step.RegMr reg) {
        String arguments = String.format(
                "%1$s, %2$d, %3$dL, %1$s.address() + %4$dL, %5$s",
                JavaNames.memory(reg.side()),
                reg.offset(),
                reg.length(),
                reg.offset() + reg.iovaStep(),
                flags(reg.access()));
        String call = JavaNames.pd(reg.side(), reg.pd()) + ".regMrIova(" + arguments + ")";
        return JavaCall.making("MemoryRegion", JavaNames.region(reg.side(), reg.mr()), call.replace(", )", ")"));
    }

    private JavaCall create(Step.CreateQp create) {
        String spec = String.format(
                "QpSpec.rc(%1$s, %1$s).maxSend(%2$d).maxRecv(%3$d).maxSge(%4$d).maxInline(0).singleThreaded()",
                JavaNames.cq(create.side(), create.qp()),
                stack.room().sends(),
                stack.room().receives(),
                stack.room().pieces());
        return JavaCall.making(
                "QueuePair",
                JavaNames.qp(create.side(), create.qp()),
                JavaNames.pd(create.side(), create.pd()) + ".createQp(" + spec + ")");
    }

    private static JavaCall connect(int number, Step.Connect connect) {
        String one = JavaNames.qp(Side.ALICE, connect.qp());
        String other = JavaNames.qp(Side.BOB, connect.qp());
        String options = String.format(
                "ConnectOptions.DEFAULT.withMtu(Mtu.%s).withTimeout(2).withRetries(3, 1).withPsn(%d)",
                connect.mtu(), Stack.psn(number));
        String to = "%1$s.connect(%2$s.endpoint(%3$s), %3$s.withAccess(%4$s))";
        return new JavaCall(
                "",
                "",
                one + ".reset(); " + other + ".reset(); "
                        + String.format(to, one, other, options, flags(connect.aliceAccess())) + ";\n    ",
                String.format(to, other, one, options, flags(connect.bobAccess())),
                false);
    }

    private String bind(int number, Step.BindOne bind) {
        boolean hasRegion = bind.mr() != Step.BindOne.NO_REGION;
        long first = hasRegion ? model.regionAddress(bind.side(), bind.mr()) : 0;
        return String.format(
                "%s.bindMw(%d, SendFlag.SIGNALED, %s, %s, %s, %dL, %s)",
                JavaNames.qp(bind.side(), bind.qp()),
                Model.wrId(number, 0),
                JavaNames.window(bind.side(), bind.mw()),
                hasRegion ? JavaNames.region(bind.side(), bind.mr()) : "null",
                address(bind.side(), first + bind.offset()),
                bind.length(),
                mask(bind.access()));
    }

    private String createCq(Side side) {
        boolean hasEvents = stack.rig(side).context().completionVectors() > 0;
        String format = hasEvents
                ? "%1$s.createCq(CqSpec.of(%2$d).channel(%1$s.createCompletionChannel()))"
                : "%1$s.createCq(%2$d)";
        return String.format(format, side.host(), stack.room().completions());
    }

    private String post(int number, Step.Post post) {
        StringBuilder text = new StringBuilder(JavaNames.qp(post.side(), post.qp())).append(".builder().start()");
        int last = post.works().size() - 1;
        for (int i = 0; i <= last; i++) {
            String signaled = post.isQuiet() && i < last ? "0" : "SendFlag.SIGNALED";
            String flag = post.isSolicited() ? signaled + " | SendFlag.SOLICITED" : signaled;
            text.append(String.format(
                    "\n            .request(%d, %s)%s",
                    Model.wrId(number, i), flag, work(post.side(), post.works().get(i))));
        }
        return text.append("\n            .complete()").toString();
    }

    private String work(Side side, Work work) {
        String pieces = work.pieces().stream()
                .map(piece -> ".sge(" + piece(side, piece) + ")")
                .collect(Collectors.joining());
        Side peer = side.peer();
        return switch (work) {
                    case Work.Write write -> ".rdmaWrite(" + target(peer, write.target()) + ")";
                    case Work.WriteImmediate write ->
                        ".rdmaWriteWithImmediate(" + target(peer, write.target()) + ", " + write.immediate() + ")";
                    case Work.Read read -> ".rdmaRead(" + target(peer, read.target()) + ")";
                    case Work.FetchAdd atomic ->
                        ".atomicFetchAndAdd(" + target(peer, atomic.target()) + ", " + atomic.add() + "L)";
                    case Work.CompareSwap atomic ->
                        String.format(
                                ".atomicCompareAndSwap(%s, %dL, %dL)",
                                target(peer, atomic.target()), atomic.compare(), atomic.swap());
                    case Work.Send _ -> ".send()";
                    case Work.SendInvalidate send -> ".sendWithInvalidate(" + key(peer, send.key()) + ")";
                    case Work.LocalInvalidate(KeyName key) -> ".localInvalidate(" + key(side, key) + ")";
                    case Work.BindTwo bind -> bind(side, bind);
                }
                + pieces;
    }

    private String bind(Side side, Work.BindTwo bind) {
        String window = JavaNames.window(side, bind.window());
        int has = stack.rig(side).windows().at(bind.window()).rkey();
        return String.format(
                ".bindMw(%s, %s, %s, %s, %dL, %s)",
                window,
                key(window, has, model.bindKey(side, bind)),
                JavaNames.region(side, bind.region()),
                address(side, model.regionAddress(side, bind.region()) + bind.offset()),
                bind.length(),
                mask(bind.access()));
    }

    private String target(Side side, Target target) {
        return key(side, target.key()) + ", " + address(side, model.address(side, target));
    }

    private String piece(Side side, Piece piece) {
        return key(side, piece.key()) + ", " + address(side, model.address(side, piece)) + ", " + piece.length();
    }

    private String key(Side side, KeyName name) {
        boolean isRegion = name.holder() == KeyName.Holder.REGION;
        int has = isRegion
                ? stack.rig(side).regions().at(name.slot()).rkey()
                : stack.rig(side).windows().at(name.slot()).rkey();
        return key(JavaNames.object(side, name), has, model.key(side, name));
    }

    private static String key(String object, int has, int means) {
        int tags = MemoryKey.tag(means) - MemoryKey.tag(has);
        int indexes = MemoryKey.index(means) - MemoryKey.index(has);
        return tags == 0 && indexes == 0
                ? object + ".rkey()"
                : String.format(
                        "MemoryKey.of(MemoryKey.index(%1$s.rkey()) + %2$d, MemoryKey.tag(%1$s.rkey()) + %3$d)",
                        object, indexes, tags);
    }

    /**
     * Near a host's memory by what lies between, far from it as a number: zero-based windows, and addresses out of
     * nowhere.
     */
    private String address(Side side, long address) {
        long step = address - stack.rig(side).memory().address();
        return Math.abs(step) > Integer.MAX_VALUE * 2L
                ? address + "L"
                : JavaNames.memory(side) + ".address() + " + step + "L";
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
}
