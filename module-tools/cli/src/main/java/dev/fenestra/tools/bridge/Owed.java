package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.kernel.inspection.Awaited;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What a thread of the server waits for.
 *
 * @param object the line or file
 * @param what as {@link Awaited#what} has it
 * @param debtor who owes it
 * @param here whether it has come
 * @param open whether it can still come
 * @param last what came last
 */
record Owed(
        String object, String what, String debtor, BooleanSupplier here, BooleanSupplier open, Supplier<String> last)
        implements Awaited {

    /** By a program, over a connection. The system alone knows what lies in it, and ends the wait when there is any. */
    static Owed byProgram(String object, String what, String program) {
        return new Owed(object, what, program, () -> false, () -> true, () -> "");
    }

    @Override
    public boolean isHere() {
        return here.getAsBoolean();
    }

    @Override
    public boolean canCome() {
        return open.getAsBoolean();
    }

    @Override
    public String lastEvent() {
        return last.get();
    }
}
