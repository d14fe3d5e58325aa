package dev.fenestra.tools.cli;

import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.kit.ConformanceOptions;
import dev.fenestra.tools.conformance.kit.OracleResult;
import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import dev.fenestra.tools.proof.campaign.CampaignWork;
import dev.fenestra.tools.proof.campaign.Finding;
import dev.fenestra.tools.proof.campaign.Identity;
import dev.fenestra.tools.proof.campaign.ItemResult;
import dev.fenestra.tools.proof.oracle.OracleWork;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The conformance kit as a campaign. An item is a case on the device of one provider, or the random program of one
 * seed. The programs come after the cases, and may have no end.
 */
final class KitWork implements CampaignWork {
    private final Identity identity;
    private final List<ProviderUnderTest> providers;
    private final List<ConformanceCase> cases;
    private final ConformanceOptions options;
    private final OptionalLong verbs;

    /**
     * @param command its name
     * @param cases to run; none for the oracle alone
     * @param options the seed, and the rule for which the cases were chosen
     * @param verbs of the oracle on each device; 0 for no oracle, empty for an open campaign
     */
    KitWork(
            String command,
            List<ProviderUnderTest> providers,
            List<ConformanceCase> cases,
            ConformanceOptions options,
            OptionalLong verbs) {
        this.providers = List.copyOf(providers);
        this.cases = List.copyOf(cases);
        this.options = options;
        this.verbs = verbs;
        Map<String, String> named = new TreeMap<>();
        named.put("--provider", providers.stream().map(ProviderUnderTest::name).collect(Collectors.joining(" ")));
        options.rule().ifPresent(rule -> named.put("--rule", rule));
        @Nullable Long items = null;
        if (verbs.isPresent()) {
            named.put("--verbs", Long.toString(verbs.getAsLong()));
            items = providers.size() * (cases.size() + Math.ceilDiv(verbs.getAsLong(), OracleWork.PROGRAM_VERBS));
        }
        identity = new Identity(command, Version.text(), options.seed(), items, named);
    }

    @Override
    public Identity identity() {
        return identity;
    }

    @Override
    public String unit() {
        return cases.isEmpty() ? "verbs" : ITEMS;
    }

    @Override
    public Worker worker() {
        return this::run;
    }

    @Override
    public String repeat(long item) {
        ProviderUnderTest provider = provider(item);
        long place = item / providers.size();
        return place < cases.size()
                ? repeat(provider, cases.get((int) place))
                : repeat(provider, options.seed() + place - cases.size(), OracleWork.PROGRAM_VERBS);
    }

    private ProviderUnderTest provider(long item) {
        return providers.get((int) (item % providers.size()));
    }

    private String repeat(ProviderUnderTest provider, ConformanceCase one) {
        return "./fenestra conformance --provider " + provider.name() + " --rule " + one.id() + " --seed "
                + options.seed();
    }

    private static String repeat(ProviderUnderTest provider, long seed, long verbs) {
        return "./fenestra oracle --provider " + provider.name() + " --seed " + seed + " --verbs " + verbs;
    }

    private ItemResult run(long item) {
        ProviderUnderTest provider = provider(item);
        long place = item / providers.size();
        return place < cases.size() ? run(provider, cases.get((int) place)) : run(provider, place - cases.size());
    }

    private ItemResult run(ProviderUnderTest provider, ConformanceCase one) {
        CaseResult result = provider.kit(options).run(one);
        String kind = switch (result) {
            case CaseResult.Passed _ -> "passed";
            case CaseResult.Failed _ -> "failed";
            case CaseResult.Deviated _ -> "as declared";
            case CaseResult.Skipped _ -> "skipped";
        };
        return new ItemResult(
                Map.of("cases", 1L, "cases " + kind, 1L),
                Stream.of(result)
                        .filter(CaseResult.Failed.class::isInstance)
                        .map(CaseResult.Failed.class::cast)
                        .map(failed -> finding(provider, failed))
                        .toList());
    }

    private Finding finding(ProviderUnderTest provider, CaseResult.Failed failed) {
        return new Finding(
                String.join(" ", failed.rules()),
                "case " + failed.of().id() + " on " + provider.name(),
                "expected " + failed.expected() + ", seen " + failed.seen(),
                "",
                repeat(provider, failed.of()));
    }

    private ItemResult run(ProviderUnderTest provider, long program) {
        long seed = options.seed() + program;
        long most = verbs.isPresent()
                ? Math.min(OracleWork.PROGRAM_VERBS, verbs.getAsLong() - program * OracleWork.PROGRAM_VERBS)
                : OracleWork.PROGRAM_VERBS;
        OracleResult result = provider.kit(
                        ConformanceOptions.DEFAULT.withSeed(seed).withOracleVerbs(most))
                .oracle()
                .orElseThrow();
        String again = repeat(provider, seed, most);
        return new ItemResult(
                Map.of("verbs", result.verbs(), "programs", 1L),
                result
                        .difference()
                        .map(found -> new Finding(
                                String.join(" ", found.rules()),
                                found.topic() + " on " + provider.name(),
                                "expected " + found.expected() + ", seen " + found.seen(),
                                found.program(),
                                again))
                        .stream()
                        .toList());
    }
}
