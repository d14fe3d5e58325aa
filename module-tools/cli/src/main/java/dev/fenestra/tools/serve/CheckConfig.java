package dev.fenestra.tools.serve;

import dev.fenestra.tools.duties.CheckSettings;
import dev.fenestra.tools.duties.Duty;
import dev.fenestra.tools.duties.DutyLevel;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The description of a check, as JSON. All members are optional:
 *
 * {@snippet lang = json :
 * {
 *   "least": "warning",
 *   "levels": {"USE-5": "advice", "USE-30": "off"},
 *   "known": [{"duty": "USE-2", "place": "pp_post_recv", "why": "ibv_rc_pingpong -c fills its buffer late"}]
 * }
 * }
 *
 * @param least findings of lighter levels are not reported: advice, warning or error
 * @param levels levels that differ from those of the duties; off for duties that are not checked
 * @param known findings that are not reported
 */
public record CheckConfig(
        @Nullable String least,
        @Nullable Map<String, String> levels,
        @Nullable List<KnownFinding> known) {
    private static final String OFF = "off";

    /**
     * A finding that is not reported.
     *
     * @param duty such as USE-2; all without it
     * @param place a part of one of its places; all without it
     * @param why for people
     */
    public record KnownFinding(
            @Nullable String duty,
            @Nullable String place,
            @Nullable String why) {}

    /** Reads a file's text; {@link InputException} says where it is not of the format. */
    public static CheckSettings read(String text) throws InputException {
        return Json.read(text, CheckConfig.class).settings();
    }

    private CheckSettings settings() throws InputException {
        CheckSettings settings = CheckSettings.USUAL;
        if (least != null) {
            settings = settings.atLeast(level(least));
        }
        if (levels != null) {
            for (Map.Entry<String, String> entry : levels.entrySet()) {
                boolean isOff = entry.getValue().equals(OFF);
                settings = settings.with(
                        duty(entry.getKey()), isOff ? Optional.empty() : Optional.of(level(entry.getValue())));
            }
        }
        return known == null ? settings : new CheckSettings(settings.least(), settings.levels(), suppressed(known));
    }

    private static List<CheckSettings.Suppression> suppressed(List<KnownFinding> known) throws InputException {
        List<CheckSettings.Suppression> all = new ArrayList<>();
        for (KnownFinding one : known) {
            Optional<Duty> duty = one.duty() == null ? Optional.empty() : Optional.of(duty(one.duty()));
            all.add(new CheckSettings.Suppression(
                    duty, one.place() == null ? "" : one.place(), one.why() == null ? "" : one.why()));
        }
        return all;
    }

    private static Duty duty(String id) throws InputException {
        return Duty.of(id).orElseThrow(() -> new InputException("there is no duty " + id));
    }

    private static DutyLevel level(String name) throws InputException {
        for (DutyLevel level : DutyLevel.values()) {
            if (level.toString().equals(name.toLowerCase(Locale.ROOT))) {
                return level;
            }
        }
        throw new InputException("a level is advice, warning, error or off, not " + name);
    }
}
