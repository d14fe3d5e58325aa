package dev.fenestra.uverbs;

import java.util.ArrayList;
import java.util.List;

/** Writes down what it is told. */
final class RecordingObserver implements VerbsObserver {
    final List<String> events = new ArrayList<>();

    @Override
    public void call(String verb) {
        events.add(verb);
    }

    @Override
    public void posted(int qpNumber, long wrId, int opcode) {
        events.add("posted " + qpNumber + " " + wrId + " " + opcode);
    }

    @Override
    public void polled(int cq, long wrId, int status) {
        events.add("polled " + cq + " " + wrId + " " + status);
    }
}
