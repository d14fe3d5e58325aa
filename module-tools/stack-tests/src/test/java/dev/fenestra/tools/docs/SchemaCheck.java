package dev.fenestra.tools.docs;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Holds a document against a JSON schema, as far as the schema of a Job needs it: type, enum, pattern, minimum,
 * minItems, items, properties, required and additionalProperties.
 */
final class SchemaCheck {
    private final JsonNode schema;
    private final List<String> complaints = new ArrayList<>();

    SchemaCheck(JsonNode schema) {
        this.schema = schema;
    }

    /** What is wrong, each with its place; empty when the document keeps the schema. */
    List<String> complaints(JsonNode document) {
        complaints.clear();
        check(schema, document, "");
        return List.copyOf(complaints);
    }

    private void check(JsonNode rule, JsonNode value, String place) {
        String type = rule.path("type").asText();
        boolean isRight = switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "integer" -> value.isIntegralNumber();
            case "boolean" -> value.isBoolean();
            default -> throw new IllegalArgumentException("the schema has no type for " + place);
        };
        if (!isRight) {
            complaints.add(place + " is no " + type);
            return;
        }
        switch (type) {
            case "object" -> object(rule, value, place);
            case "array" -> array(rule, value, place);
            default -> scalar(rule, value, place);
        }
    }

    private void object(JsonNode rule, JsonNode value, String place) {
        for (JsonNode name : rule.path("required")) {
            if (!value.has(name.asText())) {
                complaints.add(place + " lacks " + name.asText());
            }
        }
        value.properties().forEach(member -> {
            JsonNode known = rule.path("properties").path(member.getKey());
            JsonNode others = rule.path("additionalProperties");
            if (!known.isMissingNode()) {
                check(known, member.getValue(), place + "/" + member.getKey());
            } else if (others.isObject()) {
                check(others, member.getValue(), place + "/" + member.getKey());
            } else {
                complaints.add(place + " has no member " + member.getKey());
            }
        });
    }

    private void array(JsonNode rule, JsonNode value, String place) {
        if (value.size() < rule.path("minItems").asInt()) {
            complaints.add(place + " has too few items");
        }
        for (int i = 0; i < value.size(); i++) {
            check(rule.path("items"), value.get(i), place + "/" + i);
        }
    }

    private void scalar(JsonNode rule, JsonNode value, String place) {
        if (rule.has("enum")) {
            List<JsonNode> allowed = new ArrayList<>();
            rule.get("enum").forEach(allowed::add);
            if (!allowed.contains(value)) {
                complaints.add(place + " is none of " + allowed);
            }
        }
        if (rule.has("minimum") && value.asLong() < rule.get("minimum").asLong()) {
            complaints.add(place + " is less than " + rule.get("minimum"));
        }
        if (rule.has("pattern") && !Pattern.matches(rule.get("pattern").asText(), value.asText())) {
            complaints.add(place + " is not like " + rule.get("pattern").asText());
        }
    }
}
