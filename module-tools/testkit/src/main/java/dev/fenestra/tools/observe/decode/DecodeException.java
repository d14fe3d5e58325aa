package dev.fenestra.tools.observe.decode;

/** The input is not the declared structure. The message is one sentence with the offset. */
public final class DecodeException extends Exception {
    private static final long serialVersionUID = 1L;

    public DecodeException(String sentence) {
        super(sentence);
    }
}
