package dev.fenestra.tools.duties;

import static dev.fenestra.tools.duties.DutyLevel.ADVICE;
import static dev.fenestra.tools.duties.DutyLevel.ERROR;
import static dev.fenestra.tools.duties.DutyLevel.WARNING;

import java.util.Arrays;
import java.util.Optional;

/** What a program owes to its device and to its peers. {@link DutyText} has the words. */
public enum Duty {
    SENT_BYTES_STAY("USE-1", ERROR),
    RECEIVE_IS_LEFT_ALONE("USE-2", ERROR),
    RESULT_IS_LEFT_ALONE("USE-3", ERROR),
    RECEIVES_HAVE_BUFFERS("USE-4", ADVICE),
    RECEIVES_ARE_APART("USE-5", WARNING),
    SOURCE_IS_NO_RECEIVE("USE-6", ADVICE),
    RESULTS_ARE_APART("USE-7", ADVICE),
    REGION_OUTLIVES_REQUESTS("USE-8", ERROR),
    MEMORY_OUTLIVES_REQUESTS("USE-9", ERROR),
    MEMORY_OUTLIVES_RIGHTS("USE-10", WARNING),
    BIND_IS_DONE("USE-11", ERROR),
    BIND_HAS_SUCCEEDED("USE-12", ERROR),
    TAG_IS_NEW("USE-13", WARNING),
    WINDOW_IS_CLOSED("USE-14", WARNING),
    WINDOW_INSTEAD_OF_REGION("USE-15", ADVICE),
    FENCE_BEFORE_USE("USE-16", ERROR),
    NO_RACE("USE-17", ERROR),
    NO_WRITE_BESIDE_ATOMICS("USE-18", ERROR),
    TARGET_WAITS("USE-19", WARNING),
    SIGNALED_IN_TIME("USE-20", ERROR),
    CQ_HAS_ROOM("USE-21", ERROR),
    CQ_FITS("USE-22", ADVICE),
    EVENTS_ARE_ACKNOWLEDGED("USE-23", WARNING),
    POLL_AFTER_ARM("USE-24", ADVICE),
    RECEIVES_ARE_READY("USE-25", WARNING),
    DEPTHS_FIT("USE-26", ERROR),
    CONNECTION_FITS("USE-27", ERROR),
    WAITS_END("USE-28", WARNING),
    RIGHTS_ARE_USED("USE-29", ADVICE),
    OBJECTS_ARE_CLOSED("USE-30", WARNING);

    private final String id;
    private final DutyLevel level;

    Duty(String id, DutyLevel level) {
        this.id = id;
        this.level = level;
    }

    /** {@return for example {@code USE-4}} */
    public String id() {
        return id;
    }

    /** {@return how grave it is not to keep it} */
    public DutyLevel level() {
        return level;
    }

    /**
     * The duty of an id.
     *
     * @param id in capitals or not
     * @return the duty; empty when there is none
     */
    public static Optional<Duty> of(String id) {
        return Arrays.stream(values())
                .filter(duty -> duty.id.equalsIgnoreCase(id))
                .findFirst();
    }
}
