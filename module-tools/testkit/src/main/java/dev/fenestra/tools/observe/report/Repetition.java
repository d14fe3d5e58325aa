package dev.fenestra.tools.observe.report;

import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.observe.report.EventRow.AccessRow;
import dev.fenestra.tools.observe.report.EventRow.KeyRow;
import dev.fenestra.tools.observe.report.EventRow.RefusalRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The shortest program that repeats a remote access: a JUnit test of hosts of its own, with a region, a window and a
 * key like those of the journal. It demands the same status, and the same rule in the log of the host that refuses. A
 * test compiles and runs such programs.
 */
final class Repetition {
    /** Most bytes of a region or an access that a program makes anew. */
    private static final long MOST_BYTES = 16 << 20;

    private static final String INDENT = "        ";
    private static final String HEAD = """
        import static dev.fenestra.ib.core.vocabulary.AccessFlag.*;
        import static org.junit.jupiter.api.Assertions.assertEquals;

        import dev.fenestra.ib.core.vocabulary.*;
        import dev.fenestra.tools.bench.*;
        import dev.fenestra.tools.junit.Fenestra;
        import dev.fenestra.uverbs.cm.*;
        import dev.fenestra.uverbs.handles.*;
        import dev.fenestra.uverbs.memory.*;
        import dev.fenestra.uverbs.request.*;
        import org.junit.jupiter.api.Test;

        """;

    private final AccessRow access;
    private final @Nullable KeyRow key;
    private final @Nullable KeyRow region;
    private final String rule;
    private final List<String> resources = new ArrayList<>();
    private final List<String> steps = new ArrayList<>();
    private String address = "";
    private String rkey = "";

    private Repetition(AccessRow access, @Nullable KeyRow key, @Nullable KeyRow region, String rule) {
        this.access = access;
        this.key = key;
        this.region = key == null || isWindow(key) ? region : key;
        this.rule = rule;
    }

    /**
     * The source of a test.
     *
     * @param n sequence of the event
     * @param access that is repeated
     * @param key entry that its index names; null when there is none
     * @param region of the window that it names, if there is one
     * @param rule that refuses it; empty when it is granted
     * @return empty for what it cannot build anew
     */
    static Optional<String> of(long n, AccessRow access, @Nullable KeyRow key, @Nullable KeyRow region, String rule) {
        Repetition repetition = new Repetition(access, key, region, rule);
        return repetition.isFeasible() && repetition.build() ? Optional.of(repetition.source(n)) : Optional.empty();
    }

    /** Whether the kernel refused to deregister a region because of a window. */
    static boolean isOfBoundRegion(RefusalRow refusal) {
        return refusal.rule().equals("LIFE-3") && refusal.values().matches("MR \\d+ is held by MW \\d+ .*");
    }

    /** The source of a test that tries to deregister a region while a window is bound to it. */
    static String ofBoundRegion(long n) {
        return HEAD.replace(
                        "assertEquals;\n",
                        "assertEquals;\nimport static org.junit.jupiter.api.Assertions.assertThrows;\n")
                + """
                /** The deregistration of event %1$d is refused by LIFE-3. */
                @Fenestra
                class Event%1$dTest {
                    @Test
                    void shouldBeRefusedByLife3(Peer bob) {
                        try (MemoryRegion region = bob.pd().regMr(bob.memory(), LOCAL_WRITE, MW_BIND);
                                MemoryWindow window = bob.pd().allocMw(MwType.TYPE_2)) {
                            bob.perform(BindMw.of(1, window, window.nextKey(), region.slice(0, 64), REMOTE_WRITE));
                            VerbsException refused = assertThrows(VerbsException.class, region::close);
                            assertEquals(Errno.EBUSY, refused.errno());
                            assertEquals("LIFE-3", bob.host().refusals().getLast().ruleId());
                        }
                    }
                }
                """.formatted(n);
    }

    private static boolean isWindow(KeyRow key) {
        return key.object().endsWith("window");
    }

    private boolean isFeasible() {
        long bytes = region == null ? 0 : region.length();
        return access.length() <= MOST_BYTES
                && bytes >= 0
                && bytes <= MOST_BYTES
                && List.of("remote-read", "remote-write").contains(access.right());
    }

    private boolean build() {
        return switch (rule) {
            case "R1" -> gone();
            case "R2" -> stale();
            case "R3", "A2" -> ofAnotherPd();
            case "A4" -> unbound();
            case "A3" -> isBound() && named();
            case "", "R4", "R6", "A5", "A7" -> named();
            default -> false;
        };
    }

    /** A key that names nothing any more. */
    private boolean gone() {
        steps.add("int key;");
        steps.add("try (MemoryRegion gone = bob.pd().regMr(bob.memory(), LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ)) {");
        steps.add("    key = gone.rkey();");
        steps.add("}");
        address = "bob.region().address()";
        rkey = "key";
        return true;
    }

    private boolean stale() {
        boolean known = key != null && (isWindow(key) && key.free() ? unbound() : named());
        rkey = "MemoryKey.next(" + rkey + ")";
        return known;
    }

    private boolean ofAnotherPd() {
        resources.add("ProtectionDomain other = bob.context().allocPd()");
        address = "bob.region().address()";
        if (key != null && isWindow(key)) {
            resources.add("MemoryWindow window = other.allocMw(" + type(key) + ")");
            rkey = "window.rkey()";
        } else {
            resources.add("MemoryRegion region = other.regMr(bob.memory(), LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ)");
            rkey = "region.rkey()";
        }
        return key != null;
    }

    private boolean unbound() {
        if (key == null || !isWindow(key)) {
            return false;
        }
        resources.add("MemoryWindow window = bob.pd().allocMw(" + type(key) + ")");
        address = "bob.region().address()";
        rkey = "window.rkey()";
        return true;
    }

    /** A region, or a window that is bound to one, like the one in the journal. */
    private boolean named() {
        KeyRow under = region;
        if (key == null || under == null || key.free()) {
            return false;
        }
        resources.add("Memory memory = bob.context().allocate(" + under.length() + ")");
        resources.add("MemoryRegion region = bob.pd().regMr(memory" + flags(under.rights()) + ")");
        address = plus("region.address()", difference(access.address(), under.start()));
        rkey = "region.rkey()";
        return !isWindow(key) || bound(key, under);
    }

    private boolean isBound() {
        return key != null && isWindow(key) && !key.free();
    }

    private boolean bound(KeyRow window, KeyRow under) {
        long offset = difference(window.start(), under.start());
        if (offset < 0 || offset > under.length() - window.length()) {
            return false;
        }
        resources.add("MemoryWindow window = bob.pd().allocMw(" + type(window) + ")");
        List<String> rights =
                window.rights().stream().filter(it -> it.startsWith("remote")).toList();
        String range = "region.slice(" + offset + ", " + window.length() + ")" + flags(rights);
        if (window.object().startsWith("type-1")) {
            steps.add("bob.qp().bindMw(1, window, " + range + ");");
            steps.add("bob.await(1).orThrow();");
            rkey = "window.rkey()";
        } else {
            steps.add("int key = window.nextKey();");
            steps.add("bob.perform(BindMw.of(1, window, key, " + range + "));");
            rkey = "key";
        }
        return true;
    }

    private String source(long n) {
        boolean isRefused = !rule.isEmpty();
        boolean isByOther = rule.equals("A3");
        boolean isLong = access.length() > Peer.MEMORY_BYTES;
        if (isLong) {
            resources.add("Memory buffer = alice.context().allocate(" + access.length() + ")");
            resources.add("MemoryRegion data = alice.pd().regMr(buffer, LOCAL_WRITE)");
        }
        if (isByOther) {
            resources.add("QueuePair one = alice.pd().createQp(QpSpec.rc(alice.cq(), alice.cq()))");
            resources.add("QueuePair other = bob.pd().createQp(QpSpec.rc(bob.cq(), bob.cq()))");
            steps.addFirst("bench.connectPair(one, other);");
        }
        steps.add("RemoteBuffer target = new RemoteBuffer(" + address + ", " + access.length() + ", " + rkey + ");");
        String request = access.right().equals("remote-read") ? "RdmaRead" : "RdmaWrite";
        String data = (isLong ? "data" : "alice.region()") + ".slice(0, " + access.length() + ")";
        steps.add((isByOther ? "one" : "alice.qp()") + ".post(" + request + ".of(2, target, " + data + "));");
        String status = isRefused ? "REM_ACCESS_ERR" : "SUCCESS";
        steps.add("assertEquals(WcStatus." + status + ", alice.await(2).status());");
        if (isRefused) {
            steps.add("assertEquals(\"" + rule + "\", bob.host().refusals().getLast().ruleId());");
        }
        String what = isRefused ? "The access of event %d is refused by %s." : "The access of event %d is granted.";
        return HEAD + "/** " + String.format(what, n, rule) + " */\n@Fenestra\nclass Event" + n + "Test {\n    @Test\n"
                + "    void should" + (isRefused ? "BeRefusedBy" + rule : "BeGranted") + "("
                + (isByOther ? "TestBench bench, " : "") + "Peer alice, Peer bob) {\n" + body() + "    }\n}\n";
    }

    private String body() {
        if (resources.isEmpty()) {
            return lines(INDENT);
        }
        String opened = String.join(";\n" + INDENT.repeat(2), resources);
        return INDENT + "try (" + opened + ") {\n" + lines(INDENT + "    ") + INDENT + "}\n";
    }

    private String lines(String indent) {
        return steps.stream().map(step -> indent + step + "\n").collect(Collectors.joining());
    }

    private static String type(KeyRow window) {
        return window.object().startsWith("type-1") ? "MwType.TYPE_1" : "MwType.TYPE_2";
    }

    private static String flags(List<String> rights) {
        return rights.stream()
                .filter(right -> !right.equals("local-read"))
                .map(Repetition::flag)
                .map(flag -> ", " + flag)
                .collect(Collectors.joining());
    }

    private static String flag(String right) {
        return switch (right) {
            case "local-write" -> "LOCAL_WRITE";
            case "remote-read" -> "REMOTE_READ";
            case "remote-write" -> "REMOTE_WRITE";
            case "remote-atomic" -> "REMOTE_ATOMIC";
            case "mw-bind" -> "MW_BIND";
            default -> throw new IllegalArgumentException(right);
        };
    }

    private static long difference(String address, String start) {
        return Long.decode(address) - Long.decode(start);
    }

    private static String plus(String base, long offset) {
        return offset == 0 ? base : base + (offset < 0 ? " - " : " + ") + Math.abs(offset);
    }
}
