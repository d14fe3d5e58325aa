package dev.fenestra.tools.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A value of a JSON text and its position.
 *
 * @param path how messages name the value, such as {@code faults[0].psn}; empty for the whole text
 * @param shown the value as messages show it
 */
record JsonPlace(TextPosition position, String path, String shown) {
    /** The value that begins at the parser's token. */
    static JsonPlace of(JsonParser parser, String path) throws IOException {
        String shown = switch (parser.currentToken()) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> Shown.text(parser.getText());
            default -> Shown.cut(parser.getText());
        };
        return new JsonPlace(TextPosition.of(parser.currentTokenLocation()), path, shown);
    }

    /** A member of the object that a text is; the object itself when it has no such member. */
    static JsonPlace ofMember(String text, String member) {
        try (JsonParser parser = JsonSyntax.FACTORY.createParser(text)) {
            parser.nextToken();
            JsonPlace whole = of(parser, "");
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                parser.nextToken();
                if (parser.currentName().equals(member)) {
                    return of(parser, member);
                }
                parser.skipChildren();
            }
            return whole;
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
}
