package acme.rdma;

import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What user half and card both reach. The two halves of a provider exchange bytes only (udata): here the number under
 * which the user half has laid down its queue, where a real provider passes the address of its ring.
 */
final class SharedMemory {
    private static final ValueLayout.OfInt NUMBER = ValueLayout.JAVA_INT;

    private final Map<Integer, Object> laidDown = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();

    /** User half: lays an object down; the udata says where. */
    Udata put(Object object) {
        Udata udata = Udata.ofBytes((int) NUMBER.byteSize(), 0);
        int number = last.incrementAndGet();
        laidDown.put(number, object);
        udata.request().set(NUMBER, 0, number);
        return udata;
    }

    /** Kernel half: takes it away. EINVAL for udata that no user half of ours has written. */
    <T> T take(Udata udata, Class<T> kind) {
        Object found = udata.request().byteSize() < NUMBER.byteSize()
                ? null
                : laidDown.remove(udata.request().get(NUMBER, 0));
        if (!kind.isInstance(found)) {
            throw new VerbsException(AcmeRule.HALVES, "no " + kind.getSimpleName() + " there");
        }
        return kind.cast(found);
    }

    /** User half: the call was refused before the kernel half took it. */
    void forget(Udata udata) {
        laidDown.remove(udata.request().get(NUMBER, 0));
    }
}
