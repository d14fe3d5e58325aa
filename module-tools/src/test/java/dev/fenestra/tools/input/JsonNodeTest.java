package dev.fenestra.tools.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonNodeTest {
    @Test
    void shouldReadEveryKindOfValue() throws InputException {
        JsonNode root = JsonNode.parse(" {\"a\": [1, -2.5e1, \"x\\u00e9\\n\\\"\"], \"b\": {}, \"c\": 0x, \"d\": true}\n"
                .replace("0x", "null"));

        assertEquals(List.of("a", "b", "c", "d"), List.copyOf(root.members().keySet()));
        List<JsonNode> elements = root.member("a").elements();
        assertEquals(1, elements.get(0).whole(0, 1));
        assertEquals(-25.0, elements.get(1).number());
        assertEquals("x\u00e9\n\"", elements.get(2).text());
        assertTrue(root.member("b").isObject());
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
                "[01] ~ line 1, column 3: expected \",\" or \"]\", not \"1\"",
                "[-] ~ line 1, column 3: expected a digit, not \"]\"",
                "[.5] ~ line 1, column 2: expected a value, not \".\"",
                "[nul] ~ line 1, column 2: expected a value, not \"n\"",
                "[NaN] ~ line 1, column 2: expected a value, not \"N\"",
                "['a ~ line 1, column 4: expected more, as brackets are open, not the end of the text",
                "['\\x'] ~ line 1, column 4: expected one of \"\\/bfnrtu after a backslash, not \"x\"",
                "['\\u12g4'] ~ line 1, column 7: expected four hexadecimal digits after \\u, not \"g\"",
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
        InputException refused = assertThrows(InputException.class, () -> JsonNode.parse(open.repeat(1_000_000)));

        assertTrue(String.valueOf(refused.getMessage()).endsWith("expected at most 64 brackets inside each other"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "1e3", "9223372036854775808", "-1", "\"3\"", "null", "[]"})
    void shouldTakeNothingForAWholeNumberThatIsNone(String text) throws InputException {
        JsonNode node = JsonNode.parse(text);

        InputException refused = assertThrows(InputException.class, () -> node.whole(0, Long.MAX_VALUE));
        String message = String.valueOf(refused.getMessage());
        assertTrue(message.contains("expected a whole number from 0 to 9223372036854775807, not "), message);
    }

    @Test
    void shouldShowLongAndStrangeTextsShortAndOnOneLine() throws InputException {
        JsonNode node = JsonNode.parse("\"" + "\\n\\u0000\\u202e" + "z".repeat(1000) + "\"");

        String message = String.valueOf(node.expected("a number").getMessage());

        assertEquals("line 1, column 1: expected a number, not \"???" + "z".repeat(37) + "...\"", message);
    }

    private static void assertRefused(String text, String complaint) {
        InputException refused = assertThrows(InputException.class, () -> JsonNode.parse(text));
        assertEquals(complaint, refused.getMessage());
    }
}
