package dev.fenestra.tools.input;

import com.fasterxml.jackson.core.JsonLocation;

/**
 * A place in a text.
 *
 * @param line from 1
 * @param column from 1, in UTF-16 code units
 */
record TextPosition(int line, int column) {
    /** Where a text ends. */
    static TextPosition after(CharSequence text) {
        int line = 1;
        int begin = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\n') {
                line++;
                begin = i + 1;
            }
        }
        return new TextPosition(line, text.length() - begin + 1);
    }

    static TextPosition of(JsonLocation location) {
        return new TextPosition(location.getLineNr(), location.getColumnNr());
    }

    /** The position a number of columns before. */
    TextPosition back(int columns) {
        return new TextPosition(line, column - columns);
    }

    /** An error at this position. */
    InputException wrong(String what) {
        return InputException.at(line, column, what);
    }
}
