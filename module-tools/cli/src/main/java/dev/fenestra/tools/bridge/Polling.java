package dev.fenestra.tools.bridge;

import java.util.Locale;
import java.util.Map;

/** What a thread of a program does that polls a CQ in vain ({@code ibv_poll_cq}, {@code ibv_start_poll}). */
public enum Polling {
    /** After a few empty polls it yields its processor, which the device may need. */
    YIELD,
    /** It goes on, as the program is written. */
    SPIN;

    /** {@return what tells the library in the program} */
    public Map<String, String> variables() {
        return Map.of("FENESTRA_POLL", name().toLowerCase(Locale.ROOT));
    }
}
