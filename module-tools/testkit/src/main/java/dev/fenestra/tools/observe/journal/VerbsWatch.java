package dev.fenestra.tools.observe.journal;

import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.uverbs.VerbsObserver;
import java.util.function.Supplier;

/** Notes what a program does. */
record VerbsWatch(Journal journal, String host) implements VerbsObserver {

    @Override
    public void call(String verb) {
        journal.add(host, Layer.UVERBS, stamp -> new JournalEvent.VerbCalled(stamp, verb));
    }

    @Override
    public void call(String verb, Supplier<CallArguments> arguments) {
        long sequence = journal.add(host, Layer.UVERBS, stamp -> new JournalEvent.VerbCalled(stamp, verb));
        journal.addArguments(sequence, arguments);
    }

    @Override
    public void posted(int qpNumber, long wrId, int opcode) {
        journal.add(host, Layer.UVERBS, stamp -> new JournalEvent.Posted(stamp, qpNumber, wrId, opcode));
    }

    @Override
    public void polled(int cq, long wrId, int status) {
        journal.add(host, Layer.UVERBS, stamp -> new JournalEvent.Polled(stamp, cq, wrId, status));
    }
}
