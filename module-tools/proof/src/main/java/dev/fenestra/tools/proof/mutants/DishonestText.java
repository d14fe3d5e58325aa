package dev.fenestra.tools.proof.mutants;

import java.util.List;

/** The page of the documents about dishonest cards. */
public final class DishonestText {
    private static final String HEAD = """
        # Dishonest cards

        This page is made by `mvn verify -Dfenestra.dishonest=all` and held by `DishonestCardsTest`.

        Cards that do not keep what they must, each in one thing, and the conformance kit's answer. They are built as
        the defects of [mutants.md](mutants.md) are, by operators over the rules of the device and the driver, the
        fields of completions, the attributes of a QP, and named methods; none of them is one of those defects.
        `./fenestra mutants --dishonest` runs them all, `./fenestra mutants ID` explains one. Every build runs some of
        them.

        The name in the third column is the rule that the kit names, or the case that is about what no rule says.

        | card | what is wrong | named | first failing case |
        |---|---|---|---|
        """;

    private DishonestText() {}

    /** The part of a line about a card before it is tried. */
    public static String promise(Defect card) {
        return String.format("| %s | %s | %s |", card.id(), card.text(), card.rule());
    }

    /** A line of the table. */
    public static String line(KitVerdict verdict) {
        return promise(verdict.defect()) + " " + verdict.killer() + " |";
    }

    /** The whole page. */
    public static String markdown(List<KitVerdict> verdicts) {
        StringBuilder text = new StringBuilder(HEAD);
        verdicts.forEach(verdict -> text.append(line(verdict)).append('\n'));
        long named = verdicts.stream().filter(KitVerdict::isKilled).count();
        return text.append(String.format("\n%d of %d cards are named.\n", named, verdicts.size()))
                .toString();
    }
}
