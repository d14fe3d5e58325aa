package dev.fenestra.tools.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonMappingException;

/** A value is none of those that a format takes at its place. The message is what the format takes. */
final class UnexpectedValueException extends JsonMappingException {
    private static final long serialVersionUID = 1L;

    UnexpectedValueException(JsonParser parser, String taken) {
        super(parser, taken);
    }
}
