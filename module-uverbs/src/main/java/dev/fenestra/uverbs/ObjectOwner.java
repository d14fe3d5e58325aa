package dev.fenestra.uverbs;

/** What an object asks and tells the opened device that it belongs to. A program does not use it. */
public interface ObjectOwner {

    /** {@return whether its process has ended, which has destroyed all objects} */
    boolean isEnded();

    /** {@return the name of its process, which mostly is that of its host} */
    String holder();

    /**
     * Takes an object off the list.
     *
     * @param object that is closed
     */
    void closed(VerbsObject object);
}
