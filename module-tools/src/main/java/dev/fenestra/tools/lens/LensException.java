package dev.fenestra.tools.lens;

/** Input that is not what it was said to be. The message is one sentence that says where. */
public final class LensException extends Exception {
    private static final long serialVersionUID = 1L;

    LensException(String sentence) {
        super(sentence);
    }
}
