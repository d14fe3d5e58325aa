package dev.fenestra.tools.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
    @Test
    void shouldNestAndSeparate() {
        JsonWriter json = new JsonWriter();
        json.beginObject()
                .name("a")
                .value(1)
                .name("b")
                .values(List.of("x", "y"))
                .name("c")
                .nullValue();
        json.name("d").beginArray().endArray().endObject();
        assertEquals("""
            {
              "a": 1,
              "b": [
                "x",
                "y"
              ],
              "c": null,
              "d": []
            }\
            """, json.toString());
    }

    @Test
    void shouldEscapeWhatMustBe() {
        assertEquals(
                "\"a\\\"b\\\\c\\u000ad\u00e9\"",
                new JsonWriter().value("a\"b\\c\nd\u00e9").toString());
    }

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
}
