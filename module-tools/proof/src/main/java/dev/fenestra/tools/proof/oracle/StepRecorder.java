package dev.fenestra.tools.proof.oracle;

import dev.fenestra.tools.proof.oracle.model.Model;
import dev.fenestra.tools.proof.oracle.model.Prediction;
import dev.fenestra.tools.proof.oracle.program.Step;

/** Writes down each step of a run as it is executed. */
interface StepRecorder {
    StepRecorder NONE = new StepRecorder() {};

    /** A step is going to be run: keys and addresses mean what they mean now. */
    default void calls(int number, Step step, Model model, Stack stack) {}

    /** The call returned the predicted errno. Its completions will be polled. */
    default void called(Prediction prediction) {}

    /** The program has noted the keys of windows after a step. */
    default void noted(Step step, Model model) {}
}
