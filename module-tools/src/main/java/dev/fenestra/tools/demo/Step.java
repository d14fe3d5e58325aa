package dev.fenestra.tools.demo;

/** A step of the demo. */
sealed interface Step permits NoRightStep, TypeOneStep, TypeTwoStep, DeregistrationStep, ReckoningStep {

    String title();

    /** Plays its acts. */
    void play() throws FileException;
}
