package dev.fenestra.tools.proof.campaign;

import dev.fenestra.tools.input.InputException;
import java.io.IOException;

/** The work of a campaign as items that are numbered from 0, each of which can be run by itself. */
public interface CampaignWork extends AutoCloseable {
    /** The unit of work whose items have no common count. */
    String ITEMS = "items";

    /** What the campaign is. */
    Identity identity();

    /** The count that its speed is told by: one of those in {@link ItemResult#counts}, or {@link #ITEMS}. */
    String unit();

    /**
     * The means of one thread to run items.
     *
     * @throws InputException when what the command line names cannot be used
     * @throws IOException when the system refuses something
     */
    Worker worker() throws InputException, IOException;

    /** The command that runs an item by itself; empty when there is none. */
    default String repeat(long item) {
        return "";
    }

    @Override
    default void close() throws IOException {}

    /** Runs items, one at a time. */
    interface Worker extends AutoCloseable {

        /**
         * Runs an item. When it ends with an exception, the worker is closed and not used again, and the exception
         * is a finding.
         *
         * @throws IOException when the system refuses something
         */
        ItemResult run(long item) throws IOException;

        @Override
        default void close() throws IOException {}
    }
}
