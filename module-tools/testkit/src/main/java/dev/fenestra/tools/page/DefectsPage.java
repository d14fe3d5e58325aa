package dev.fenestra.tools.page;

import io.jstach.jstache.JStache;

/**
 * Which defects of a module were noticed.
 *
 * @param packages how many of each
 * @param survivors those that nothing noticed
 * @param others the rest
 */
@JStache(path = "defects")
public record DefectsPage(Frame frame, Table packages, Table survivors, Table others) {
    /**
     * @param module whose classes had them
     * @param lead what was tried
     */
    public DefectsPage(String module, String lead, Table packages, Table survivors, Table others) {
        this(Frame.of("Defects of " + module, lead), packages, survivors, others);
    }

    boolean isSurvived() {
        return !survivors.rows().isEmpty();
    }

    int rest() {
        return others.rows().size();
    }

    /** The page. */
    public String html() {
        return new DefectsPageRenderer(Escape.VALUE, Escape.TEXT).execute(this);
    }
}
