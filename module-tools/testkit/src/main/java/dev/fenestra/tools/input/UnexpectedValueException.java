package dev.fenestra.tools.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonMappingException;

/** A format does not accept a value at its place. The message says what the format accepts. */
final class UnexpectedValueException extends JsonMappingException {
    private static final long serialVersionUID = 1L;

    UnexpectedValueException(JsonParser parser, String taken) {
        super(parser, taken);
    }
}
