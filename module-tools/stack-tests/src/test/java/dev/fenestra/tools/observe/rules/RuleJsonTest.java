package dev.fenestra.tools.observe.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RuleJsonTest {
    @Test
    void shouldWriteARuleWithAllItsFields() {
        RuleEntry entry = new RuleEntry(
                "X9",
                "all is well",
                "something is wrong",
                "nobody",
                "driver",
                "EIO",
                OptionalInt.empty(),
                List.of("Unit"),
                List.of(),
                List.of("XTest"));
        assertEquals("""
            [
              {
                "id": "X9",
                "text": "all is well",
                "violation": "something is wrong",
                "lookAt": null,
                "source": "nobody",
                "layer": "driver",
                "outcome": "EIO",
                "vendorErr": null,
                "enforcedBy": [
                  "Unit"
                ],
                "cases": [],
                "tests": [
                  "XTest"
                ]
              }
            ]
            """, RuleJson.array(List.of(entry)));
    }

    @Test
    void shouldEscapeWhatJsonDoesNotAllowAndNothingElse() {
        RuleEntry entry = new RuleEntry(
                "X9", "a\"b\\c\nd\u00e9<'>", "", "", "", "", OptionalInt.of(7), List.of(), List.of(), List.of());

        String json = RuleJson.array(List.of(entry));

        assertTrue(json.contains("\"a\\\"b\\\\c\\nd\u00e9<'>\""), json);
        assertTrue(json.contains("\"vendorErr\": 7,"), json);
    }
}
