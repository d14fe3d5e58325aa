package dev.fenestra.uverbs.device;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;

/** What control verbs were given, named as in their man pages. */
public final class VerbArguments {
    private VerbArguments() {}

    /**
     * {@return the arguments of a verb on an object}
     *
     * @param handle of the object
     */
    public static CallArguments object(int handle) {
        return CallArguments.of("handle", handle);
    }

    /**
     * {@return the arguments of a verb on a range of memory}
     *
     * @param pd handle of the PD
     * @param address virtual address of the first byte
     * @param length bytes
     */
    public static CallArguments range(int pd, long address, long length) {
        return CallArguments.of("pd", pd).hex("addr", address).with("length", length);
    }

    /**
     * {@return the arguments of a registration}
     *
     * @param pd handle of the PD
     * @param address virtual address of the first byte
     * @param length bytes
     * @param iova address of the first byte in requests
     * @param access mask of {@link AccessFlag}
     */
    public static CallArguments region(int pd, long address, long length, long iova, int access) {
        return range(pd, address, length).hex("iova", iova).access(access);
    }

    /**
     * {@return the arguments of a registration of a dma-buf}
     *
     * @param pd handle of the PD
     * @param descriptor of the buffer
     * @param offset of the first byte in the buffer
     * @param length bytes
     * @param iova address of the first byte in requests
     * @param access rights
     */
    public static CallArguments dmaBuf(
            int pd, int descriptor, long offset, long length, long iova, AccessFlag... access) {
        return CallArguments.of("pd", pd)
                .with("fd", descriptor)
                .with("offset", offset)
                .with("length", length)
                .hex("iova", iova)
                .access(AccessFlag.mask(access));
    }

    /**
     * {@return the arguments of a registration of device memory}
     *
     * @param pd handle of the PD
     * @param dm handle of the device memory
     * @param offset of the first byte in the memory
     * @param length bytes
     * @param access rights
     */
    public static CallArguments onDevice(int pd, int dm, long offset, long length, AccessFlag... access) {
        return CallArguments.of("pd", pd)
                .with("dm", dm)
                .with("offset", offset)
                .with("length", length)
                .access(AccessFlag.mask(access));
    }

    /**
     * {@return the arguments of a second registration}
     *
     * @param pd handle of the PD
     * @param mr handle of the first region
     * @param access rights
     */
    public static CallArguments shared(int pd, int mr, AccessFlag... access) {
        return CallArguments.of("pd", pd).with("mr", mr).access(AccessFlag.mask(access));
    }

    /**
     * {@return the arguments of an advice}
     *
     * @param pd handle of the PD
     * @param advice code of the advice
     * @param flags of the advice
     * @param ranges number of ranges
     */
    public static CallArguments advice(int pd, int advice, int flags, int ranges) {
        return CallArguments.of("pd", pd)
                .with("advice", advice)
                .hex("flags", flags)
                .with("num_sge", ranges);
    }

    /**
     * {@return the arguments of a change of a QP}
     *
     * @param qp its handle
     * @param attributes the new values and their mask
     */
    public static CallArguments change(int qp, QpAttributes attributes) {
        CallArguments arguments = object(qp).with("attr_mask", QpAttribute.of(attributes.mask()));
        return attributes.has(QpAttribute.STATE) ? arguments.with("qp_state", attributes.state()) : arguments;
    }
}
