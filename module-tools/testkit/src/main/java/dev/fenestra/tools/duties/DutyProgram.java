package dev.fenestra.tools.duties;

import dev.fenestra.ib.core.vocabulary.SortedSets;
import dev.fenestra.tools.observe.rules.ProgramTexts;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A short program that keeps a duty, or does not.
 *
 * @param duty the duty
 * @param variant tells it from other programs of the duty; may be empty
 * @param isBroken whether it does not keep the duty
 * @param language {@code java} or {@code c}
 * @param also duties that it cannot keep either
 * @param statements of the program, in its frame
 */
public record DutyProgram(
        Duty duty, String variant, boolean isBroken, String language, Set<Duty> also, List<String> statements) {
    private static final String RESOURCE = "programs.txt";
    private static final String FRAME = "frame";
    private static final String BROKEN = "broken";
    private static final String RIGHT = "right";
    private static final String ALSO = "also";

    /** Keeps copies. */
    public DutyProgram {
        also = SortedSets.copyOf(also);
        statements = List.copyOf(statements);
    }

    /** Read when the first program is asked for. */
    private static final class Holder {
        static final ProgramTexts TEXTS = new ProgramTexts(DutyText.lines(RESOURCE));
        static final List<DutyProgram> ALL = TEXTS.titles().stream()
                .filter(title -> !title.startsWith(FRAME))
                .map(title -> of(title, TEXTS.section(title)))
                .toList();
    }

    /** {@return all programs, in the order of the duties} */
    public static List<DutyProgram> all() {
        return Holder.ALL;
    }

    /**
     * The program that the documents show.
     *
     * @param duty the duty
     * @param language {@code java} or {@code c}
     * @param isBroken whether it does not keep the duty
     * @return it; empty when a check does not see the duty in this language
     */
    public static Optional<DutyProgram> first(Duty duty, String language, boolean isBroken) {
        return of(duty).stream()
                .filter(program -> program.language.equals(language) && program.isBroken == isBroken)
                .findFirst();
    }

    /**
     * The programs of a duty.
     *
     * @param duty the duty
     * @return first those that do not keep it
     */
    public static List<DutyProgram> of(Duty duty) {
        return all().stream().filter(program -> program.duty == duty).toList();
    }

    /** A title has the duty, perhaps a variant, whether it is broken, the language, and perhaps further duties. */
    private static DutyProgram of(String title, List<String> statements) {
        List<String> words = Arrays.asList(title.split(" "));
        int at = Math.max(words.indexOf(BROKEN), words.indexOf(RIGHT));
        Set<Duty> also = EnumSet.noneOf(Duty.class);
        for (int i = words.indexOf(ALSO); i >= 0 && ++i < words.size(); ) {
            also.add(duty(words.get(i)));
        }
        return new DutyProgram(
                duty(words.getFirst()),
                String.join(" ", words.subList(1, at)),
                words.get(at).equals(BROKEN),
                words.get(at + 1),
                also,
                statements);
    }

    private static Duty duty(String id) {
        return Duty.of(id).orElseThrow(() -> new IllegalStateException("no duty " + id));
    }

    /** {@return the name of its file, which Java takes for that of a class, such as {@code USE_1_broken}} */
    public String name() {
        String middle = variant.isEmpty() ? "" : "_" + variant.replace('-', '_');
        return duty.id().replace('-', '_') + middle + (isBroken ? "_broken" : "_right");
    }

    /** {@return the whole program, for {@code fenestra run} or {@code fenestra exec --check}} */
    public String text() {
        DutyText said = DutyText.of(duty);
        String title = duty.id() + (isBroken ? ", broken: " + said.violation() + "." : ", kept: " + said.text());
        return Holder.TEXTS.program(language, statements, Map.of("title", title, "name", name()));
    }
}
