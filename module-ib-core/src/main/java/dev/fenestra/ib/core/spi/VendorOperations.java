package dev.fenestra.ib.core.spi;

import java.util.List;

/** The calls and objects that only the vendor defines. */
@FunctionalInterface
public interface VendorOperations extends DeviceOperations {

    /**
     * {@return the methods of the ioctl interface that have attributes of this driver; they never change} Programs of
     * rdma-core call them. The user half of this provider uses {@link VendorCalls} and udata instead.
     */
    default List<VendorMethod> methods() {
        return List.of();
    }

    /**
     * {@return whether the request to create an object names this PD}
     *
     * @param pd made by this driver
     * @param udata what {@link #createObject} would get
     */
    default boolean isOwner(DriverPd pd, Udata udata) {
        return false;
    }

    /**
     * Creates an object of a kind that only the vendor knows; the user half asks for it by
     * {@link VendorCalls#createObject}.
     *
     * @param pd made by this driver
     * @param udata what it is to be, and room for the answer
     * @return the object
     */
    default DriverObject createObject(DriverPd pd, Udata udata) {
        throw Unsupported.operation(device(), "objects of its own");
    }

    /**
     * Ends an object of the vendor's own kind.
     *
     * @param object made by this driver
     */
    default void destroyObject(DriverObject object) {
        throw Unsupported.operation(device(), "objects of its own");
    }

    /**
     * Answers a question of the vendor's own; the user half asks it by {@link VendorCalls#query}.
     *
     * @param context opened by this driver
     * @param udata bytes of the user half, and room for the answer
     */
    default void query(DriverContext context, Udata udata) {
        throw Unsupported.operation(device(), "queries of its own");
    }

    /**
     * Answers a call of the vendor's own about an object; the user half makes it by {@link VendorCalls#query(
     * VendorSubject.Kind, int, Udata)}.
     *
     * @param context opened by this driver
     * @param subject the object; no other call destroys or changes it meanwhile
     * @param udata bytes of the user half, and room for the answer
     */
    default void query(DriverContext context, VendorSubject subject, Udata udata) {
        throw Unsupported.operation(device(), "calls of its own about objects");
    }
}
