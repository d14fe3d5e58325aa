package dev.fenestra.tools.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    static {
        // Formats lie in packages that their module opens to that of Json. This one is in a test.
        JsonTest.class.getModule().addOpens(JsonTest.class.getPackageName(), Json.class.getModule());
    }

    /** A format with all kinds of members. */
    record Format(
            @Nullable String text,
            @Nullable Boolean truth,
            @Whole(least = 0) long whole,
            @Nullable Double number,
            @Amount @Nullable Double amount,

            @Whole(least = 1, most = 99, orText = true) @Nullable
            Integer orText,

            Thread.@Nullable State state,
            @Nullable List<String> list,
            @Nullable Map<String, Integer> map,
            @Nullable Format inner) {

        static Format of(long whole) {
            return new Format(null, null, whole, null, null, null, null, null, null, null);
        }
    }

    @Test
    void shouldReadEveryKindOfValue() throws InputException {
        Format read = Json.read("""
            {"whole": 1, "number": -2.5e1, "text": "x\\u00e9\\n\\"", "truth": true, "amount": 3, "orText": "0x1f",
             "state": "timed_waiting", "list": ["a", ""], "map": {"b": -1}, "inner": {"whole": 2}}
            """, Format.class);

        assertEquals(
                new Format(
                        "x\u00e9\n\"",
                        true,
                        1,
                        -25.0,
                        3.0,
                        31,
                        Thread.State.TIMED_WAITING,
                        List.of("a", ""),
                        Map.of("b", -1),
                        Format.of(2)),
                read);
    }

    @Test
    void shouldTakeNullForAbsent() throws InputException {
        assertEquals(Format.of(1), Json.read("{\"text\": null, \"whole\": 1, \"amount\": null}", Format.class));
    }

    @Test
    void shouldWriteWhatItReads() throws InputException {
        String text = """
            {
              "text": "\\u0001 <é>",
              "whole": 7,
              "number": 1.0E10,
              "state": "new",
              "list": [],
              "map": {
                "b": -1
              },
              "inner": {
                "whole": 2
              }
            }\
            """;

        assertEquals(text, Json.write(Json.read(text, Format.class)));
        assertTrue(Json.writeWithNulls(Format.of(2)).startsWith("{\n  \"text\": null,\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "[] ~ line 1, column 1: expected an object, not an array",
                "3 ~ line 1, column 1: expected an object, not 3",
                "null ~ line 1, column 1: expected an object, not null",
                "{'list': []} ~ line 1, column 1: expected a member \"whole\"",
                "{'whole': 1, 'hole': 2} ~ line 1, column 22: hole: there is no member \"hole\"; there are amount,"
                        + " inner, list, map, number, orText, state, text, truth, whole",
                "{'whole': -1} ~ line 1, column 11: whole: expected a whole number from 0 to 9223372036854775807, not"
                        + " -1",
                "{'whole': 1.5} ~ line 1, column 11: whole: expected a whole number from 0 to 9223372036854775807, not"
                        + " 1.5",
                "{'whole': '3'} ~ line 1, column 11: whole: expected a whole number from 0 to 9223372036854775807, not"
                        + " \"3\"",
                "{'whole': 9223372036854775808} ~ line 1, column 11: whole: expected a whole number from 0 to"
                        + " 9223372036854775807, not 9223372036854775808",
                "{'whole': null} ~ line 1, column 11: whole: expected a number, not null",
                "{'whole': 1, 'text': 3} ~ line 1, column 22: text: expected a text, not 3",
                "{'whole': 1, 'text': []} ~ line 1, column 22: text: expected a text, not an array",
                "{'whole': 1, 'truth': 'true'} ~ line 1, column 23: truth: expected true or false, not \"true\"",
                "{'whole': 1, 'truth': 1} ~ line 1, column 23: truth: expected true or false, not 1",
                "{'whole': 1, 'number': '1'} ~ line 1, column 24: number: expected a number, not \"1\"",
                "{'whole': 1, 'number': 1e999} ~ line 1, column 24: number: expected a number, not 1e999",
                "{'whole': 1, 'amount': -1} ~ line 1, column 24: amount: expected a number from 0 on, not -1",
                "{'whole': 1, 'orText': '0x64'} ~ line 1, column 24: orText: expected a whole number from 1 to 99, not"
                        + " \"0x64\"",
                "{'whole': 1, 'state': 'NEW'} ~ line 1, column 23: state: expected one of new, runnable, blocked,"
                        + " waiting, timed_waiting, terminated, not \"NEW\"",
                "{'whole': 1, 'state': 0} ~ line 1, column 23: state: expected one of new, runnable, blocked,"
                        + " waiting, timed_waiting, terminated, not 0",
                "{'whole': 1, 'state': ''} ~ line 1, column 23: state: expected one of new, runnable, blocked,"
                        + " waiting, timed_waiting, terminated, not \"\"",
                "{'whole': 1, 'list': {}} ~ line 1, column 22: list: expected an array, not an object",
                "{'whole': 1, 'list': ''} ~ line 1, column 22: list: expected an array, not \"\"",
                "{'whole': 1, 'list': ['a', 3]} ~ line 1, column 28: list[1]: expected a text, not 3",
                "{'whole': 1, 'list': ['a', null]} ~ line 1, column 28: list[1]: expected a text, not null",
                "{'whole': 1, 'map': []} ~ line 1, column 21: map: expected an object, not an array",
                "{'whole': 1, 'map': {'x.y': 'z'}} ~ line 1, column 29: map.x.y: expected a whole number from"
                        + " -2147483648 to 2147483647, not \"z\"",
                "{'whole': 1, 'map': {'x': null}} ~ line 1, column 27: map.x: expected a number, not null",
                "{'whole': 1, 'inner': {'whole': 'x'}} ~ line 1, column 33: inner.whole: expected a whole number from"
                        + " 0",
                "{'whole': 1, 'inner': {}} ~ line 1, column 23: inner: expected a member \"whole\"",
                "{'whole': 1, 'inner': ''} ~ line 1, column 23: inner: expected an object, not \"\"",
            })
    void shouldSayWhichValueIsNotOfTheFormat(String text, String complaint) {
        String message = refused(text.replace('\'', '"'));
        assertTrue(message.startsWith(complaint), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "'' ~ line 1, column 1: expected a value, not the end of the text",
                "{'a': 1,} ~ line 1, column 9: expected a name in quotes, not \"}\"",
                "{'a' 1} ~ line 1, column 6: expected \":\", not \"1\"",
                "{'a': 1 'b': 2} ~ line 1, column 9: expected \",\" or \"}\", not a quote",
                "{'a': 1, 'a': 2} ~ line 1, column 10: a second member \"a\"",
                "[1 2] ~ line 1, column 4: expected \",\" or \"]\", not \"2\"",
                "[1,, 2] ~ line 1, column 4: expected a value, not \",\"",
                "{} x ~ line 1, column 4: expected the end of the text, not \"x\"",
                "[01] ~ line 1, column 3: expected no digit after a 0 that begins a number, not \"1\"",
                "[-] ~ line 1, column 3: expected a digit, not \"]\"",
                "[.5] ~ line 1, column 2: expected a value, not \".\"",
                "[nul] ~ line 1, column 2: expected a value, not \"n\"",
                "[NaN] ~ line 1, column 5: expected a number in digits before this, not \"]\"",
                "['a ~ line 1, column 4: expected more, as brackets are open, not the end of the text",
                "['\\x'] ~ line 1, column 4: expected one of \"\\/bfnrtu after a backslash, not \"x\"",
                "['\\u12g4'] ~ line 1, column 7: expected four hexadecimal digits after \\u, not \"g\"",
                "[1.] ~ line 1, column 4: expected a digit, not \"]\"",
                "[1ex] ~ line 1, column 4: expected a digit, not \"x\"",
                "[1} ~ line 1, column 3: expected \"]\", not \"}\"",
                "{'a': 1] ~ line 1, column 8: expected \"}\", not \"]\"",
                "{} {} ~ line 1, column 4: expected the end of the text, not \"{\"",
                "3 4 ~ line 1, column 3: expected the end of the text, not \"4\"",
                "12x ~ line 1, column 3: expected the end of the text, not \"x\"",
                "] ~ line 1, column 1: expected a value, not \"]\"",
                "/* no */ ~ line 1, column 1: expected a value, not \"/\"",
            })
    void shouldSayWhereATextIsNoJsonAndWhatWasExpected(String text, String complaint) {
        assertRefused(text.replace("''", "").replace('\'', '"'), complaint);
    }

    @Test
    void shouldCountLinesAndColumns() {
        assertRefused("{\n  \"a\": [\n    1,\n    ?]}", "line 4, column 5: expected a value, not \"?\"");
        assertRefused(
                "[\"a\tb\"]",
                "line 1, column 4: expected a character of a text or its closing quote, not the" + " character U+0009");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":"})
    void shouldRefuseNestingWithoutEnd(String open) {
        String message = refused(open.repeat(1_000_000));
        assertTrue(message.endsWith("expected at most 64 brackets inside each other"), message);
    }

    @Test
    void shouldShowLongAndStrangeTextsShortAndOnOneLine() {
        String message = refused("{\"whole\": \"" + "\\n\\u0000\\u202e" + "z".repeat(1000) + "\"}");

        assertTrue(message.endsWith(", not \"???" + "z".repeat(37) + "...\""), message);
    }

    private static void assertRefused(String text, String complaint) {
        assertEquals(complaint, refused(text));
    }

    private static String refused(String text) {
        return String.valueOf(assertThrows(InputException.class, () -> Json.read(text, Format.class))
                .getMessage());
    }
}
