package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.QpCapacity;

/** The kernel half's own object behind a QP. */
public interface DriverQp extends EventSource {
    /** {@return the QP number, 24 bits} */
    int number();

    /**
     * {@return what its queues were made with, for the answer to its creation} The default is what was asked for.
     *
     * @param asked when the QP was created
     */
    default QpCapacity made(QpCapacity asked) {
        return asked;
    }

    /**
     * {@return what its queues hold, for later queries} The default is what they were made with. A driver whose
     * receive ring is laid out by the user half knows better.
     *
     * @param asked when the QP was created
     */
    default QpCapacity capacity(QpCapacity asked) {
        return made(asked);
    }
}
