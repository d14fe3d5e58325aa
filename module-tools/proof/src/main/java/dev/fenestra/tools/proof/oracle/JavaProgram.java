package dev.fenestra.tools.proof.oracle;

import dev.fenestra.tools.proof.oracle.model.Expected;
import dev.fenestra.tools.proof.oracle.model.Model;
import dev.fenestra.tools.proof.oracle.model.Prediction;
import dev.fenestra.tools.proof.oracle.program.Side;
import dev.fenestra.tools.proof.oracle.program.Slots;
import dev.fenestra.tools.proof.oracle.program.Step;
import dev.fenestra.tools.proof.oracle.program.VerbsProgram;
import dev.fenestra.tools.proof.oracle.program.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A failing program as one Java file, written while the program is run again: it makes the same calls with the same
 * keys and addresses, and prints what was expected and what is seen.
 */
final class JavaProgram implements StepRecorder {
    private static final String COMPLETION = "completion";

    private static final String HEAD = """
        // Save as Finding.java (a provider that is not part of Fenestra goes on the module path too), then:
        // java -p module-tools/target/dist --add-modules dev.fenestra.tools.testkit Finding.java
        import dev.fenestra.hw.sim.hca.limits.*;
        import dev.fenestra.ib.core.vocabulary.*;
        import dev.fenestra.tools.bench.*;
        import dev.fenestra.uverbs.cm.*;
        import dev.fenestra.uverbs.handles.*;
        import dev.fenestra.uverbs.memory.*;
        import dev.fenestra.uverbs.request.*;

        """;

    private static final String HELPERS = """

        /**
         * Polls until a number of completions has come, or until two milliseconds of the device's clock pass without
         * one.
         */
        void take(String host, CompletionQueue cq, int count) {
            Completions block = new Completions(16);
            int empty = 0;
            for (int left = count; left > 0 && empty <= 2_000; left -= block.size()) {
                empty += cq.poll(block) == 0 ? 1 : 0;
                for (int i = 0; i < block.size(); i++) {
                    IO.println("taken:    " + host + " wrId=" + block.wrId(i) + " " + block.status(i)
                            + (block.status(i) == WcStatus.SUCCESS
                                    ? String.format(
                                            " opcode=%d byteLength=%d flags=%d value=0x%08x",
                                            block.opcode(i), block.byteLength(i), block.flags(i) & ~WcFlag.GRH,
                                            block.immediateOrKey(i))
                                    : String.format(
                                                " vendorErr=0x%02x flags=%d value=0x%08x",
                                                block.vendorError(i), block.flags(i), block.immediateOrKey(i))));
                }
            }
        }

        void destroy(CompletionQueue cq) {
            cq.close();
            cq.channel().ifPresent(CompletionChannel::close);
        }

        boolean takeEvent(CompletionQueue cq) {
            boolean isThere = cq.channel().orElseThrow().pollEvent().isPresent();
            cq.ackEvents(isThere ? 1 : 0);
            return isThere;
        }

        String outcome(Callable<?> call) {
            try {
                return call.call() instanceof Integer errno ? Errno.of(errno).name() : "OK";
            } catch (VerbsException refused) {
                return refused.usualErrno().name();
            } catch (IllegalStateException _) {
                return "IllegalStateException";
            } catch (Exception fault) {
                return fault.toString();
            }
        }
        """;

    private final Failure failure;
    private final StringBuilder body = new StringBuilder();
    private final Map<String, String> fields = new TreeMap<>();
    private @Nullable JavaCall open;

    /**
     * @param bench expression that builds the hosts
     */
    JavaProgram(Failure failure, String bench) {
        this.failure = failure;
        line("TestBench bench = " + bench + ";");
        for (Side side : Side.values()) {
            fields.put(side.host(), "Context");
            fields.put(JavaNames.memory(side), "Memory");
            line("%1$s = bench.host(\"%1$s\").open();", side.host());
            line("%s = %s.allocate(%d);", JavaNames.memory(side), side.host(), VerbsProgram.MEMORY_BYTES);
        }
    }

    @Override
    public void calls(int number, Step step, Model model, Stack stack) {
        JavaCall call = new JavaText(model, stack).of(number, step);
        call.declares().ifPresent(field -> fields.put(call.assigned(), field));
        open = call;
    }

    @Override
    public void called(Prediction prediction) {
        JavaCall call = open;
        open = null;
        if (call != null) {
            line(prediction.errno() == 0 ? call.statement() : "outcome(" + call.lambda() + ");");
        }
        takes(prediction.completions());
        for (Expected told : prediction.told()) {
            line("takeEvent(%s);", JavaNames.cq(told.side(), told.qp()));
        }
    }

    /** As {@link CompletionCheck} does: the CQ of the last one first. */
    private void takes(List<Expected> completions) {
        List<Expected> pending = new ArrayList<>(completions);
        while (!pending.isEmpty()) {
            Expected last = pending.getLast();
            int before = pending.size();
            pending.removeIf(one -> one.side() == last.side() && one.qp() == last.qp());
            take(last.side(), last.qp(), before - pending.size());
        }
    }

    private void take(Side side, int cq, int count) {
        line("take(\"%s\", %s, %d);", side.host(), JavaNames.cq(side, cq), count);
    }

    @Override
    public void noted(Step step, Model model) {
        switch (step) {
            case Step.Post post -> {
                for (Work work : post.works()) {
                    if (work instanceof Work.BindTwo bind) {
                        note(post.side(), bind.window(), model);
                    }
                }
            }
            case Step.BindOne bind -> note(bind.side(), bind.mw(), model);
            default -> {}
        }
    }

    private void note(Side side, int window, Model model) {
        line("%s.rkey(0x%x);", JavaNames.window(side, window), model.notedKey(side, window));
    }

    @Override
    public String toString() {
        Difference difference = failure.difference();
        StringBuilder text = new StringBuilder(HEAD);
        fields.forEach(
                (name, type) -> text.append(type).append(' ').append(name).append(";\n"));
        text.append("\nvoid main() {\n").append(body);
        text.append("    // step ").append(difference.number()).append(", ").append(difference.topic());
        text.append("\n    IO.println(")
                .append(quoted("expected: " + difference.expected()))
                .append(");\n");
        look(difference).forEach(line -> text.append("    ").append(line).append('\n'));
        return text.append("}\n").append(HELPERS).toString();
    }

    private List<String> look(Difference difference) {
        JavaCall last = open;
        if (last != null) {
            return List.of("IO.println(\"seen:     \" + outcome(" + last.lambda() + "));");
        }
        if (!difference.topic().equals(COMPLETION)) {
            return List.of("IO.println(\"seen:     \" + (" + difference.look() + "));");
        }
        List<String> rest = new ArrayList<>();
        for (String name : new TreeSet<>(fields.keySet())) {
            if ("CompletionQueue".equals(fields.get(name))) {
                String host = name.startsWith(Side.ALICE.host()) ? Side.ALICE.host() : Side.BOB.host();
                rest.add(String.format("take(\"%s\", %s, %d);", host, name, Slots.QPS));
            }
        }
        rest.add("// seen, among what was taken last: " + difference.seen());
        return rest;
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private void line(String format, Object... values) {
        String text = values.length == 0 ? format : String.format(format, values);
        body.append("    ").append(text).append('\n');
    }
}
