package dev.fenestra.tools.observe.decode;

/** Input that is not what it was said to be. The message is one sentence that says where. */
public final class DecodeException extends Exception {
    private static final long serialVersionUID = 1L;

    DecodeException(String sentence) {
        super(sentence);
    }
}
