package dev.fenestra.tools.observe.journal;

import java.util.List;

/**
 * A duty that a program has not kept.
 *
 * @param duty its id, such as {@code USE-1}
 * @param level how grave that is: error, warning or advice
 * @param violation what is the case
 * @param facts both places, the object, the bytes, the repair
 * @param qpNumber the QP of the request that it is about; {@link #NONE} when it is about none
 * @param wrId the number of that request
 */
public record BrokenDuty(String duty, String level, String violation, List<String> facts, int qpNumber, long wrId) {
    /** In place of a QP. */
    public static final int NONE = -1;

    /** Keeps a copy of the facts. */
    public BrokenDuty {
        facts = List.copyOf(facts);
    }
}
