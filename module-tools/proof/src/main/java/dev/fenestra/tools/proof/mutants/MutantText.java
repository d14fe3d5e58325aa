package dev.fenestra.tools.proof.mutants;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.tools.input.Json;
import dev.fenestra.tools.proof.explorer.Exploration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Verdicts for readers: a table for the terminal, one for the documents, and one defect in full. */
public final class MutantText {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private static final String HEAD = """
        # Mutants

        This page is made by `mvn test -Dtest=MutantTest -Dsurefire.failIfNoSpecifiedTests=false` and held by
        `MutantTest`.

        Defects that RDMA stacks have had, and rules of the specification left out, built into Fenestra one at a time;
        and the conformance kit's answer. Fenestra's own code has no switch for them: a defect is a patch of compiled
        methods, made while another copy of the stack is loaded. A patch that does not fit any more, or a defect that
        the kit does not find, fails the build. `./fenestra mutants` runs them all, `./fenestra mutants ID` explains
        one.

        "soft-roce D03" is case D03 of [soft-roce.md](soft-roce.md). What the kit does not notice is in
        [unnoticed.md](../unnoticed.md).

        | defect | what is wrong | seen in, or what is left out | rule | first failing case | explorer |
        |---|---|---|---|---|---|
        """;

    private static final String NAMED = """

        ## Where a defect is built in

        A patch finds its methods by the enum constants that they read: the rule that is forgotten, or one that is
        decided beside it. Such a method may move, or be renamed. The methods below are found by the simple name of
        their class and their own, in whichever package, because no constant tells them apart:

        | defect | method | why |
        |---|---|---|
        """;

    private static final String EXPLORER = """

        ## The explorer

        `./fenestra explore --depth N` carries out, on the stack itself, every sequence of N verbs that change the state
        of two PDs, two QPs, two regions and two windows of one host; the other host is the peer. Paths begin with a
        connected QP and a region that allows windows, in one PD. A state is what there is, in which PD and with which
        rights, how each window is bound (as `query_mw` confirms), what the indexes of old keys and the numbers of old
        QPs are now, and how many indexes are free; states that differ in the names of objects only are one. In every
        state all that must be refused is tried, and all that must leave it as it is; at the end of every path all
        objects must go. The oracle's model says for each verb what must come of it: errno, completions, memory, states
        of the QPs, and the answer of `query_mw`.
        """;

    private static final String COUNTS = """

        | device | depth | states | edges | probes |
        |---|---|---|---|---|
        """;

    private static final String EXAMPLE = """

        The last column of the table of defects says after how many verbs stack and model differ with the defect; it is
        empty for defects that are not about these states. `./fenestra explore --defect ID --depth N` prints a shortest
        program in which they do. For %s this is its main method:

        ```java
        %s```
        """;

    private MutantText() {}

    /** A line for each verdict and one for all. */
    public static String table(List<KitVerdict> verdicts) {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                "%-17s %-16s %-28s %6s  %s%n", "defect", "killed by", "first failing case", "ms", "what is wrong"));
        for (KitVerdict verdict : verdicts) {
            Defect defect = verdict.defect();
            text.append(String.format(
                    "%-17s %-16s %-28s %6d  %s%n",
                    defect.id(),
                    verdict.isKilled() ? defect.rule() : "SURVIVED",
                    verdict.killer(),
                    verdict.nanos() / NANOS_PER_MILLI,
                    defect.text()));
        }
        long killed = verdicts.stream().filter(KitVerdict::isKilled).count();
        return text.append(String.format("%d of %d defects killed%n", killed, verdicts.size()))
                .toString();
    }

    /** All of them as JSON. */
    public static String json(List<KitVerdict> verdicts) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (KitVerdict verdict : verdicts) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("defect", verdict.defect().id());
            members.put("text", verdict.defect().text());
            members.put("seen_in", verdict.defect().source());
            members.put("rule", verdict.defect().rule());
            members.put("killed", verdict.isKilled());
            members.put("case", verdict.killer());
            members.put("ms", verdict.nanos() / NANOS_PER_MILLI);
            all.add(members);
        }
        return Json.write(all) + "\n";
    }

    /** Everything about one. */
    public static String explain(KitVerdict verdict) {
        Defect defect = verdict.defect();
        StringBuilder text = new StringBuilder();
        text.append(String.format("%s: %s%n", defect.id(), defect.text()));
        text.append(String.format("  seen in   %s%n", defect.source()));
        text.append(String.format("  device    %s%n", defect.device()));
        defect.patches().forEach(patch -> text.append(String.format("  patch     %s%n", patch)));
        if (verdict.isKilled()) {
            text.append(String.format("  killed by %s, case %s%n", defect.rule(), verdict.killer()));
            text.append(String.format("  expected  %s%n", verdict.finding().get(2)));
            text.append(String.format("  seen      %s%n", verdict.finding().get(3)));
        } else {
            text.append(String.format("  SURVIVED  no case named %s%n", defect.rule()));
        }
        return text.toString();
    }

    /**
     * The page of the documents.
     *
     * @param explored the stack without defects, at several depths
     * @param example an explored defect
     * @param shown what the explorer made of it
     */
    public static String markdown(
            List<KitVerdict> verdicts, List<Exploration> explored, Defect example, Exploration.Finding shown) {
        StringBuilder text = new StringBuilder(HEAD);
        for (KitVerdict verdict : verdicts) {
            Defect defect = verdict.defect();
            text.append(String.format(
                    "| %s | %s | %s | %s | %s | %s |\n",
                    defect.id(),
                    defect.text(),
                    defect.source(),
                    defect.rule(),
                    verdict.killer(),
                    defect.isExplored() ? defect.moves() : ""));
        }
        long killed = verdicts.stream().filter(KitVerdict::isKilled).count();
        text.append(String.format("\n%d of %d defects are killed.\n", killed, verdicts.size()))
                .append(NAMED);
        verdicts.stream().map(KitVerdict::defect).forEach(defect -> text.append(named(defect)));
        text.append(EXPLORER);
        text.append(COUNTS);
        for (Exploration one : explored) {
            text.append(String.format(
                    "| %s | %d | %,d | %,d | %,d |\n",
                    one.device() == WindowSupport.TYPES_1_AND_2A ? "2A" : "2B",
                    one.depth(),
                    one.states(),
                    one.edges(),
                    one.probes()));
        }
        return text.append(String.format(EXAMPLE, example.id(), mainMethod(shown.program())))
                .toString();
    }

    private static String mainMethod(String program) {
        String end = "\n}\n";
        return program.substring(program.indexOf("void main()"), program.indexOf(end) + end.length());
    }

    private static String named(Defect defect) {
        return defect.patches().stream()
                .map(Patch::site)
                .filter(Site.Named.class::isInstance)
                .map(Site.Named.class::cast)
                .distinct()
                .map(site -> String.format("| %s | `%s` | %s |\n", defect.id(), site, site.reason()))
                .collect(Collectors.joining());
    }
}
