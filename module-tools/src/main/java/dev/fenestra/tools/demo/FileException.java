package dev.fenestra.tools.demo;

/** A file or folder that the user named cannot be used. The message is one sentence for the user. */
public final class FileException extends Exception {
    private static final long serialVersionUID = 1L;

    FileException(String sentence) {
        super(sentence);
    }
}
