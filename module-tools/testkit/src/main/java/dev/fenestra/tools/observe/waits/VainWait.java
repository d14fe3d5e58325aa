package dev.fenestra.tools.observe.waits;

import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * Somebody who waits in vain.
 *
 * @param waiting who it is, and for what
 * @param reason why the wait is in vain
 * @param nanos how long it has lasted, or has been seen
 * @param since the time of day when that began
 */
public record VainWait(Waiting waiting, Reason reason, long nanos, LocalTime since) {

    /** Why a wait is in vain. */
    public enum Reason {
        /** A wake-up was lost. */
        HERE("it has happened already"),
        /** Who owes it has gone, or does something else. */
        NOBODY("nobody can end it"),
        /** Threads wait for each other. */
        CIRCLE("those who could end it wait themselves");

        private final String text;

        Reason(String text) {
            this.text = text;
        }
    }

    /** A finding of this moment. */
    static VainWait now(Waiting waiting, Reason reason, long nanos) {
        return new VainWait(
                waiting, reason, nanos, LocalTime.now().minusNanos(nanos).truncatedTo(ChronoUnit.MILLIS));
    }

    /** {@return the finding in words: party, object, since when, what happened last} */
    public String text() {
        return String.format(
                Locale.ROOT,
                "A wait in vain since %s, for %.1f s: %s. %s.",
                since,
                nanos / 1e9,
                waiting.text(),
                Character.toUpperCase(reason.text.charAt(0)) + reason.text.substring(1));
    }
}
