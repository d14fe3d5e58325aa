package dev.fenestra.tools.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * A value of a JSON text and its position. When the path leads to nothing, it is the value at the end of the path's
 * existing part.
 *
 * @param path how messages name the value, such as {@code faults[0].psn}
 * @param shown the value as messages show it
 * @param isThere whether the path leads to a value
 */
record JsonPlace(Position position, String path, String shown, boolean isThere) {
    /** Follows a path through a text, which is JSON as far as the path goes. */
    static JsonPlace of(String text, List<Reference> steps) {
        try (JsonParser parser = JsonSyntax.FACTORY.createParser(text)) {
            parser.nextToken();
            StringBuilder path = new StringBuilder();
            JsonPlace place = here(parser, path);
            for (Reference step : steps) {
                if (!descend(parser, step)) {
                    return new JsonPlace(place.position, place.path, place.shown, false);
                }
                append(path, step);
                place = here(parser, path);
            }
            return place;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An error at this place. */
    InputException wrong(String what) {
        return position.wrong(path.isEmpty() ? what : Shown.path(path) + ": " + what);
    }

    /** An error at this place: another value was expected. */
    InputException expected(String what) {
        return wrong("expected " + what + ", not " + shown);
    }

    private static JsonPlace here(JsonParser parser, StringBuilder path) throws IOException {
        String shown = switch (parser.currentToken()) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> Shown.text(parser.getText());
            default -> Shown.cut(parser.getText());
        };
        return new JsonPlace(Position.of(parser.currentTokenLocation()), path.toString(), shown, true);
    }

    private static void append(StringBuilder path, Reference step) {
        if (step.getFieldName() == null) {
            path.append('[').append(step.getIndex()).append(']');
        } else {
            path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
        }
    }

    /** Goes to a member or element of the current value; false when it has none such. */
    private static boolean descend(JsonParser parser, Reference step) throws IOException {
        if (step.getFieldName() == null) {
            for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
                if (i == step.getIndex()) {
                    return true;
                }
                parser.skipChildren();
            }
            return false;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            if (name.equals(step.getFieldName())) {
                return true;
            }
            parser.skipChildren();
        }
        return false;
    }
}
