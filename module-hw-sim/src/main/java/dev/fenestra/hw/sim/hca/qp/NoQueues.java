package dev.fenestra.hw.sim.hca.qp;

import dev.fenestra.hw.sim.hca.queue.Completion;
import dev.fenestra.hw.sim.hca.queue.CompletionRing;
import dev.fenestra.hw.sim.hca.queue.DataPiece;
import dev.fenestra.hw.sim.hca.queue.InlineRun;
import dev.fenestra.hw.sim.hca.queue.SendOperation;
import dev.fenestra.hw.sim.hca.queue.WorkQueues;

/**
 * The queues and CQs of an XRC target, which has none of its own: nothing is ever posted, and nothing completes here.
 */
public final class NoQueues implements WorkQueues, CompletionRing {
    /** The only instance. */
    static final NoQueues INSTANCE = new NoQueues();

    private NoQueues() {}

    @Override
    public int number() {
        return 0;
    }

    @Override
    public boolean write(WorkQueues queues, Completion completion) {
        return true;
    }

    @Override
    public int sendSlots() {
        return 1;
    }

    @Override
    public int sendsPosted() {
        return 0;
    }

    @Override
    public boolean hasReceive(int index) {
        return false;
    }

    @Override
    public boolean receivePiece(int index, int number, DataPiece into) {
        return false;
    }

    @Override
    public void fetch(int index, SendOperation into) {
        into.isComplete = false;
    }

    @Override
    public void remote(int index, SendOperation into) {
        into.rkey = 0;
    }

    @Override
    public void operands(int index, SendOperation into) {
        into.rkey = 0;
    }

    @Override
    public void piece(int index, int number, DataPiece into) {
        into.length = 0;
    }

    @Override
    public int inlineRoom(int firstPiece, int endOfPieces) {
        return 0;
    }

    @Override
    public void inline(int index, int firstPiece, int offset, InlineRun into) {
        into.length = 0;
    }
}
