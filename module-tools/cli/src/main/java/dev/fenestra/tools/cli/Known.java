package dev.fenestra.tools.cli;

import dev.fenestra.tools.duties.Duty;
import dev.fenestra.tools.observe.rules.RuleAdvice;
import dev.fenestra.tools.observe.rules.RuleEntry;
import dev.fenestra.tools.observe.rules.RuleTable;
import dev.fenestra.tools.observe.rules.Symptom;
import dev.fenestra.tools.proof.mutants.Defect;
import dev.fenestra.tools.proof.mutants.DishonestCards;
import dev.fenestra.tools.proof.mutants.Mutants;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** Words that a shell can complete. They are collected when the script of completion is made, not before. */
final class Known {
    private Known() {}

    /** Ids of rules. */
    static final class Rules implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return RuleTable.assemble().entries().stream()
                    .map(RuleEntry::id)
                    .distinct()
                    .iterator();
        }
    }

    /** Ids of duties. */
    static final class Duties implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Duty.values()).map(Duty::id).iterator();
        }
    }

    /** Statuses and errnos, and ids of rules and duties. */
    static final class Words implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            Stream<String> symptoms =
                    RuleAdvice.load().symptoms().stream().map(Symptom::name).filter(name -> !name.contains(" "));
            Stream<String> rules = RuleTable.assemble().entries().stream().map(RuleEntry::id);
            Stream<String> duties = Arrays.stream(Duty.values()).map(Duty::id);
            return Stream.of(symptoms, rules, duties)
                    .flatMap(words -> words)
                    .distinct()
                    .iterator();
        }
    }

    /** The hosts of a bench, and of a server that is not told others. */
    static final class Hosts implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("alice", "bob").iterator();
        }
    }

    /** Ids of defects. */
    static final class Defects implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.concat(Mutants.defects().stream(), DishonestCards.defects().stream())
                    .map(Defect::id)
                    .iterator();
        }
    }
}
