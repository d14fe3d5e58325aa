package dev.fenestra.tools.bench;

/** The hardware of a bench: makes a card for each host, and is closed when all hosts are. */
interface BenchHardware extends AutoCloseable {

    /**
     * Makes the next card.
     *
     * @param ipv4 address of its port
     */
    Object newCard(int ipv4);

    @Override
    void close();
}
