package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import dev.fenestra.uverbs.VerbsObserver;

/** The requests of a batch. Observers get them when they are posted, before the device is told. */
final class SendTrace {
    private final SendList requests = new SendList();

    void clear() {
        requests.clear();
    }

    /** {@return the request, to be filled in} */
    SendList.Entry add(long wrId, WrOpcode opcode, int flags) {
        return requests.add(wrId, opcode, flags);
    }

    /** {@return the request that was added last} */
    SendList.Entry last() {
        return requests.get(requests.size() - 1);
    }

    void tell(int qpNumber, VerbsObserver... observers) {
        for (int i = 0; i < requests.size(); i++) {
            for (VerbsObserver observer : observers) {
                observer.posted(qpNumber, requests.get(i));
            }
        }
    }
}
