package dev.fenestra.tools.proof.oracle;

import dev.fenestra.tools.proof.oracle.model.Model;
import dev.fenestra.tools.proof.oracle.model.Prediction;
import dev.fenestra.tools.proof.oracle.program.Step;

/** Writes down each step of a run as it is executed. */
interface StepRecorder {
    StepRecorder NONE = new StepRecorder() {
        @Override
        public void calls(int number, Step step, Model model, Stack stack) {}

        @Override
        public void called(Prediction prediction) {}

        @Override
        public void noted(Step step, Model model) {}
    };

    /** A step is going to be run: keys and addresses mean what they mean now. */
    void calls(int number, Step step, Model model, Stack stack);

    /** The call returned the predicted errno. Its completions will be polled. */
    void called(Prediction prediction);

    /** The program has noted the keys of windows after a step. */
    void noted(Step step, Model model);
}
