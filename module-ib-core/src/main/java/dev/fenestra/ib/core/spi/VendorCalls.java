package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.function.LongFunction;

/**
 * The system calls that a user half makes by itself. They are valid once its context is open. Each is one counted
 * kernel transition and ends in the operation of {@link RdmaDevice} with the same name. A refusal is a
 * {@link VerbsException}.
 */
public interface VendorCalls {

    /**
     * Maps device memory.
     *
     * @param offset what the two halves agree on
     * @return the page
     */
    MappedPage map(long offset);

    /**
     * Creates an object of a kind that only the vendor knows. It holds its PD. Closing the context destroys it.
     *
     * @param pd handle of a PD of the same context
     * @param udata bytes of the user half, and room for the answer
     * @return its handle
     */
    int createObject(int pd, Udata udata);

    /**
     * Ends an object that {@link #createObject} made.
     *
     * @param handle what that call returned
     */
    void destroyObject(int handle);

    /**
     * Asks the kernel half a question of the vendor's own.
     *
     * @param udata bytes of the user half, and room for the answer
     */
    void query(Udata udata);

    /**
     * Makes a call of the vendor's own about an object. ENOENT for an unknown handle, EINVAL for one of another kind,
     * EBUSY while another call changes the object.
     *
     * @param kind of the object
     * @param handle of the object
     * @param udata bytes of the user half, and room for the answer
     */
    default void query(VendorSubject.Kind kind, int handle, Udata udata) {
        throw unsupported("calls about a " + kind);
    }

    /**
     * For a user half whose only call is the mapping of device memory. The other calls fail with EOPNOTSUPP.
     *
     * @param map maps a page of the device, by an offset that the two halves agree on
     * @return calls that map, and refuse everything else
     */
    static VendorCalls mapping(LongFunction<MappedPage> map) {
        return new VendorCalls() {
            @Override
            public MappedPage map(long offset) {
                return map.apply(offset);
            }

            @Override
            public int createObject(int pd, Udata udata) {
                throw unsupported("objects");
            }

            @Override
            public void destroyObject(int handle) {
                throw unsupported("objects");
            }

            @Override
            public void query(Udata udata) {
                throw unsupported("queries");
            }
        };
    }

    private static VerbsException unsupported(String what) {
        return new VerbsException(SpiRule.UNSUPPORTED, "no " + what + " of a vendor's own");
    }
}
