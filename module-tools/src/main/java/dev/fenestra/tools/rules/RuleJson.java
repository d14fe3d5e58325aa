package dev.fenestra.tools.rules;

import java.util.List;

/** The rule table for programs to read: an array of objects with the fields of {@link RuleEntry}. */
public final class RuleJson {
    private RuleJson() {}

    public static String array(List<RuleEntry> entries) {
        JsonWriter json = new JsonWriter();
        json.beginArray();
        entries.forEach(entry -> write(json, entry));
        json.endArray();
        return json + "\n";
    }

    private static void write(JsonWriter json, RuleEntry entry) {
        json.beginObject();
        json.name("id").value(entry.id());
        json.name("text").value(entry.text());
        json.name("violation").value(entry.violation());
        json.name("source").value(entry.source());
        json.name("layer").value(entry.layer());
        json.name("outcome").value(entry.outcome());
        json.name("vendorErr");
        entry.vendorError().ifPresentOrElse(json::value, json::nullValue);
        json.name("enforcedBy").values(entry.enforcedBy());
        json.name("cases").values(entry.cases());
        json.name("tests").values(entry.tests());
        json.endObject();
    }
}
