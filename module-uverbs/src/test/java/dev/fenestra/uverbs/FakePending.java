package dev.fenestra.uverbs;

import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.Udata;
import java.util.List;
import java.util.function.Supplier;

/** Notes whether an object is completed or discarded by its system call. */
final class FakePending<T> implements Pending<T> {
    private final List<String> asked;
    private final String what;
    private final Supplier<T> object;

    FakePending(List<String> asked, String what, Supplier<T> object) {
        this.asked = asked;
        this.what = what;
        this.object = object;
        asked.add("prepare " + what);
    }

    @Override
    public Udata udata() {
        return Udata.none();
    }

    @Override
    public T complete(int number) {
        asked.add("complete " + what + " " + number);
        return object.get();
    }

    @Override
    public void discard() {
        asked.add("discard " + what);
    }
}
