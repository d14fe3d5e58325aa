package dev.fenestra.ib.core.spi;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * A method of the ioctl interface of uverbs that has attributes of the driver. It says where in udata each attribute
 * lies. The kernel moves the bytes without reading them, and the driver's operations see udata alone.
 */
public sealed interface VendorMethod {
    /** {@return the kind of object it is a method of, as numbered in {@code ib_user_ioctl_cmds.h} or by the driver} */
    int object();

    /** {@return its number among the methods of the object} */
    int number();

    /** {@return where its attributes lie in udata} */
    List<AttributePlace> places();

    /**
     * A method of the kernel whose operation takes udata, with attributes of the driver in addition.
     *
     * @param object kind of object
     * @param number of the method
     * @param places of the driver's attributes
     */
    record Extended(int object, int number, List<AttributePlace> places) implements VendorMethod {}

    /**
     * Creates an object by {@link VendorOperations#createObject}. {@link VendorOperations#isOwner} finds its PD.
     *
     * @param object kind of object
     * @param number of the method
     * @param handle attribute for the new handle
     * @param places of the other attributes
     */
    record Create(int object, int number, int handle, List<AttributePlace> places) implements VendorMethod {}

    /**
     * Creates an object that belongs to no PD.
     *
     * @param object kind of object
     * @param number of the method
     * @param handle attribute for the new handle
     * @param places of the other attributes
     * @param creation by the driver, which throws for what it refuses
     */
    record CreateAlone(
            int object,
            int number,
            int handle,
            List<AttributePlace> places,
            BiFunction<DriverContext, Udata, DriverObject> creation)
            implements VendorMethod {}

    /**
     * Ends such an object by {@link VendorOperations#destroyObject}.
     *
     * @param object kind of object
     * @param number of the method
     * @param handle attribute that names it
     */
    record Destroy(int object, int number, int handle) implements VendorMethod {
        @Override
        public List<AttributePlace> places() {
            return List.of();
        }
    }

    /**
     * Answers a question about the device.
     *
     * @param object kind of object
     * @param number of the method
     * @param places of the attributes
     * @param answer by the driver, which throws for what it refuses
     */
    record Query(int object, int number, List<AttributePlace> places, BiConsumer<DriverContext, Udata> answer)
            implements VendorMethod {}

    /**
     * Answers a question about a PD.
     *
     * @param object kind of object
     * @param number of the method
     * @param handle attribute that names the PD
     * @param places of the other attributes
     * @param answer by the driver, which throws for what it refuses
     */
    record QueryPd(int object, int number, int handle, List<AttributePlace> places, BiConsumer<DriverPd, Udata> answer)
            implements VendorMethod {}

    /**
     * Answers a question about device memory.
     *
     * @param object kind of object
     * @param number of the method
     * @param handle attribute that names the device memory
     * @param places of the other attributes
     * @param answer by the driver, which throws for what it refuses
     */
    record QueryDm(int object, int number, int handle, List<AttributePlace> places, BiConsumer<DriverDm, Udata> answer)
            implements VendorMethod {}
}
