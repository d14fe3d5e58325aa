package dev.fenestra.vendor.common;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The rules of one vendor: those of all cards, with the errnos and sources of its Linux driver. */
public final class VendorRules {
    private final Map<CardRule, Rule> rules = new EnumMap<>(CardRule.class);

    /**
     * What a vendor's Linux driver answers.
     *
     * @param rule that is broken
     * @param errno what the call returns
     * @param source file and function of the driver
     */
    public record Answer(CardRule rule, Errno errno, String source) {}

    private record VendorRule(RuleFacts facts, CardRule constant) implements Rule {
        @Override
        public Errno usualErrno() {
            return constant.errno();
        }
    }

    /**
     * Makes the rules of a vendor.
     *
     * @param vendor for ids, in capitals
     * @param source of rules that the answers do not name
     * @param answers those that differ, or have a better source
     */
    public VendorRules(String vendor, String source, List<Answer> answers) {
        for (CardRule rule : CardRule.values()) {
            if (rule.isOfSome()) {
                continue;
            }
            rules.put(rule, new VendorRule(facts(vendor, rule, rule.errno(), source), rule));
        }
        for (Answer answer : answers) {
            rules.put(
                    answer.rule(),
                    new VendorRule(facts(vendor, answer.rule(), answer.errno(), answer.source()), answer.rule()));
        }
    }

    private static RuleFacts facts(String vendor, CardRule rule, Errno errno, String source) {
        String id = rule.isOfVerbs() ? rule.name() : vendor + "-" + rule.name();
        return new RuleFacts(id, rule.text(), rule.violation(), source, errno);
    }

    /**
     * {@return the vendor's form of a rule}
     *
     * @param rule the rule
     */
    public Rule of(CardRule rule) {
        return Objects.requireNonNull(rules.get(rule));
    }

    /**
     * {@return a refusal}
     *
     * @param rule that is broken
     * @param values that broke it
     */
    public VerbsException refused(CardRule rule, String values) {
        return new VerbsException(of(rule), values);
    }

    /** {@return those that are no rules of verbs, which all drivers have} */
    public List<Rule> own() {
        return rules.keySet().stream()
                .filter(rule -> !rule.isOfVerbs())
                .map(this::of)
                .toList();
    }
}
