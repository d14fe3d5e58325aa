package dev.fenestra.tools.provider;

/** A project cannot be written: bad name, or a folder that cannot take it. */
public final class ProviderException extends Exception {
    private static final long serialVersionUID = 1L;

    ProviderException(String sentence) {
        super(sentence);
    }
}
