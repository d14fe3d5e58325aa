package dev.fenestra.uverbs;

/** What an object asks and tells the opened device that it belongs to. A program does not use it. */
public interface ObjectOwner {

    /** {@return whether its process has ended, which has destroyed all objects} */
    boolean isEnded();

    /**
     * Takes an object off the list.
     *
     * @param object that is closed
     */
    void closed(VerbsObject object);
}
