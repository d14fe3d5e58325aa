package dev.fenestra.tools.proof.oracle;

import dev.fenestra.tools.proof.campaign.CampaignWork;
import dev.fenestra.tools.proof.campaign.Finding;
import dev.fenestra.tools.proof.campaign.Identity;
import dev.fenestra.tools.proof.campaign.ItemResult;
import dev.fenestra.tools.proof.oracle.program.WindowForm;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The oracle as a campaign. An item is the random program of one seed, on one kind of device. */
public final class OracleWork implements CampaignWork {
    /** Verbs of one program, as many as it has steps or nearly so. */
    public static final long PROGRAM_VERBS = 10_000;

    private static final String VERBS = "verbs";

    private final Identity identity;
    private final List<WindowForm> forms;
    private final OptionalLong verbs;
    private final Function<WindowForm, Oracle> oracles;

    /**
     * @param version of the program
     * @param seed of the first program
     * @param forms of the windows that the devices offer, one kind of device for each
     * @param verbs to run on each kind of device; empty for an open campaign
     */
    public OracleWork(String version, long seed, List<WindowForm> forms, OptionalLong verbs) {
        this(version, seed, forms, verbs, Oracle::new);
    }

    /**
     * @param oracles makes the oracle of a kind of device, also a wrong one, to test what is made of a finding
     */
    OracleWork(
            String version,
            long seed,
            List<WindowForm> forms,
            OptionalLong verbs,
            Function<WindowForm, Oracle> oracles) {
        this.forms = List.copyOf(forms);
        this.verbs = verbs;
        this.oracles = oracles;
        @Nullable
        Long items =
                verbs.isPresent() ? Long.valueOf(forms.size() * Math.ceilDiv(verbs.getAsLong(), PROGRAM_VERBS)) : null;
        String types = forms.stream().map(WindowForm::toString).collect(Collectors.joining(" "));
        Map<String, String> options = verbs.isPresent()
                ? Map.of("--window-type", types, "--verbs", Long.toString(verbs.getAsLong()))
                : Map.of("--window-type", types);
        identity = new Identity("oracle", version, seed, items, options);
    }

    @Override
    public Identity identity() {
        return identity;
    }

    @Override
    public String unit() {
        return VERBS;
    }

    @Override
    public Worker worker() {
        return this::run;
    }

    @Override
    public String repeat(long item) {
        return repeat(form(item), seed(item));
    }

    private WindowForm form(long item) {
        return forms.get((int) (item % forms.size()));
    }

    private long seed(long item) {
        return identity.seed() + item / forms.size();
    }

    private static String repeat(WindowForm form, long seed) {
        return String.format("./fenestra oracle --seed %d --verbs %d --window-type %s", seed, PROGRAM_VERBS, form);
    }

    private ItemResult run(long item) {
        WindowForm form = form(item);
        long program = item / forms.size();
        long seed = seed(item);
        long most = verbs.isPresent()
                ? Math.min(PROGRAM_VERBS, verbs.getAsLong() - program * PROGRAM_VERBS)
                : PROGRAM_VERBS;
        Oracle oracle = oracles.apply(form);
        Optional<Failure> failure = oracle.run(seed, most);
        long run = oracle.tally().verbs();
        return new ItemResult(
                Map.of(VERBS, run, "programs", 1L),
                failure.map(found -> finding(oracle, form, seed, found)).stream()
                        .toList());
    }

    private static Finding finding(Oracle oracle, WindowForm form, long seed, Failure found) {
        Failure shortest = oracle.shrink(found);
        Difference difference = shortest.difference();
        return new Finding(
                String.join(" ", difference.rules()),
                String.format(
                        "%s of %s, windows of type %s",
                        difference.topic(), difference.step().verb(), form),
                String.format("expected %s, seen %s", difference.expected(), difference.seen()),
                oracle.toJava(shortest),
                repeat(form, seed));
    }
}
