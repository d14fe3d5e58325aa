package dev.fenestra.tools.input;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why something with a file or a connection did not work, in words for the user. */
public final class Reason {
    private Reason() {}

    /**
     * The reason of a failure in plain words.
     *
     * @param failure the failure
     * @return a phrase for a message
     */
    public static String of(IOException failure) {
        return switch (failure) {
            case AccessDeniedException denied -> "permission denied";
            case NoSuchFileException missing -> "there is no such place";
            case UnknownHostException unknown -> "no host of this name is known";
            case FileSystemException other when other.getReason() != null -> String.valueOf(other.getReason());
            default -> failure.getMessage() == null ? "the system gives no reason" : failure.getMessage();
        };
    }
}
