package dev.fenestra.tools.duties;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a check reports.
 *
 * @param least findings of lighter levels are not reported
 * @param levels levels that differ from those of the duties; empty for duties that are not checked at all
 * @param suppressed findings that are known
 */
public record CheckSettings(DutyLevel least, Map<Duty, Optional<DutyLevel>> levels, List<Suppression> suppressed) {
    /** Everything, as the duties have it. */
    public static final CheckSettings ALL = new CheckSettings(DutyLevel.ADVICE, Map.of(), List.of());

    /** Warnings and errors. */
    public static final CheckSettings USUAL = new CheckSettings(DutyLevel.WARNING, Map.of(), List.of());

    /** Keeps copies. */
    public CheckSettings {
        levels = Map.copyOf(levels);
        suppressed = List.copyOf(suppressed);
    }

    /**
     * A finding that is known and not reported.
     *
     * @param duty its duty; empty for every duty
     * @param place a part of the text of one of its places; empty for every place
     * @param why the reason, for people
     */
    public record Suppression(Optional<Duty> duty, String place, String why) {

        boolean covers(DutyFinding finding) {
            boolean sameDuty = duty.isEmpty() || duty.get() == finding.duty();
            return sameDuty
                    && (finding.request().toString().contains(place)
                            || finding.against()
                                    .filter(side -> side.toString().contains(place))
                                    .isPresent());
        }
    }

    /**
     * The same, with another lightest level.
     *
     * @param level findings of lighter levels are not reported
     * @return a copy
     */
    public CheckSettings atLeast(DutyLevel level) {
        return new CheckSettings(level, levels, suppressed);
    }

    /**
     * The same, with another level of a duty.
     *
     * @param duty the duty
     * @param level its level; empty to check it no longer
     * @return a copy
     */
    public CheckSettings with(Duty duty, Optional<DutyLevel> level) {
        Map<Duty, Optional<DutyLevel>> more = new HashMap<>(levels);
        more.put(duty, level);
        return new CheckSettings(least, more, suppressed);
    }

    /** {@return whether findings of a duty may be reported} */
    boolean reports(Duty duty) {
        return levels.getOrDefault(duty, Optional.of(duty.level()))
                .filter(level -> level.compareTo(least) >= 0)
                .isPresent();
    }

    /** {@return the finding at the level that it has here; empty when it is not reported} */
    Optional<DutyFinding> judge(DutyFinding finding) {
        Optional<DutyLevel> own = levels.getOrDefault(finding.duty(), Optional.of(finding.level()));
        return own.map(finding::atLevel)
                .filter(it -> it.level().compareTo(least) >= 0)
                .filter(it -> suppressed.stream().noneMatch(one -> one.covers(it)));
    }
}
