package dev.fenestra.tools.provider;

/** A project cannot be written: the name is bad, or the folder is not usable. */
public final class ProviderException extends Exception {
    private static final long serialVersionUID = 1L;

    ProviderException(String sentence) {
        super(sentence);
    }
}
