package dev.fenestra.tools.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.duties.CheckSettings;
import dev.fenestra.tools.duties.Duty;
import dev.fenestra.tools.duties.DutyLevel;
import dev.fenestra.tools.input.InputException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The file of {@code serve --check-config}. */
class CheckConfigTest {

    @Test
    void shouldTakeLevelsAndWhatIsKnown() throws InputException {
        CheckSettings settings = CheckConfig.read("""
            {"least": "error",
             "levels": {"USE-5": "advice", "use-30": "off"},
             "known": [{"duty": "USE-2", "place": "pp_post_recv", "why": "late"}, {"place": "main"}]}
            """);

        assertEquals(DutyLevel.ERROR, settings.least());
        assertEquals(
                Map.of(
                        Duty.RECEIVES_ARE_APART, Optional.of(DutyLevel.ADVICE),
                        Duty.OBJECTS_ARE_CLOSED, Optional.empty()),
                settings.levels());
        assertEquals(
                List.of(
                        new CheckSettings.Suppression(Optional.of(Duty.RECEIVE_IS_LEFT_ALONE), "pp_post_recv", "late"),
                        new CheckSettings.Suppression(Optional.empty(), "main", "")),
                settings.suppressed());
    }

    @Test
    void shouldBeTheUsualCheckWhenItSaysNothing() throws InputException {
        assertEquals(CheckSettings.USUAL, CheckConfig.read("{}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"levels\": {\"USE-99\": \"off\"}} | USE-99",
                "{\"known\": [{\"duty\": \"A7\"}]} | A7",
                "{\"least\": \"grave\"} | grave",
                "{\"levels\": {\"USE-1\": \"no\"}} | no",
                "{\"lest\": \"error\"} | lest"
            })
    void shouldSayWhatItDoesNotKnow(String text, String named) {
        String message =
                assertThrows(InputException.class, () -> CheckConfig.read(text)).getMessage();
        assertTrue(message.contains(named), message);
    }
}
