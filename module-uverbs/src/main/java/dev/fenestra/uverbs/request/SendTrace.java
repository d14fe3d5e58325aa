package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.vocabulary.WrOpcode;
import dev.fenestra.uverbs.VerbsObserver;
import java.util.Arrays;

/** The requests of a batch. An observer gets them when they are posted, before the device is told. */
final class SendTrace {
    private long[] wrIds = new long[16];
    private int[] opcodes = new int[16];
    private int size;

    void clear() {
        size = 0;
    }

    void add(long wrId, WrOpcode opcode) {
        if (size == wrIds.length) {
            wrIds = Arrays.copyOf(wrIds, size * 2);
            opcodes = Arrays.copyOf(opcodes, size * 2);
        }
        wrIds[size] = wrId;
        opcodes[size] = opcode.code();
        size++;
    }

    void tell(VerbsObserver observer, int qpNumber) {
        for (int i = 0; i < size; i++) {
            observer.posted(qpNumber, wrIds[i], opcodes[i]);
        }
    }
}
