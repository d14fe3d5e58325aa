package dev.fenestra.tools.demo;

/** A file or folder that the user named cannot be used. The message is one sentence for the user. */
public final class FileException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean ofOutput;

    FileException(String sentence) {
        this(sentence, false);
    }

    private FileException(String sentence, boolean ofOutput) {
        super(sentence);
        this.ofOutput = ofOutput;
    }

    /** It cannot be written. */
    static FileException ofOutput(String sentence) {
        return new FileException(sentence, true);
    }

    /** Whether it cannot be written; else it cannot be read. */
    public boolean isOfOutput() {
        return ofOutput;
    }
}
