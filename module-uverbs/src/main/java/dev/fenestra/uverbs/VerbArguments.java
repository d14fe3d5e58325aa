package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;

/** What control verbs were given, named as in their man pages. */
final class VerbArguments {
    private VerbArguments() {}

    static CallArguments object(int handle) {
        return CallArguments.of("handle", handle);
    }

    static CallArguments range(int pd, long address, long length) {
        return CallArguments.of("pd", pd).hex("addr", address).with("length", length);
    }

    static CallArguments region(int pd, long address, long length, long iova, int access) {
        return range(pd, address, length).hex("iova", iova).access(access);
    }

    static CallArguments dmaBuf(int pd, int descriptor, long offset, long length, long iova, AccessFlag... access) {
        return CallArguments.of("pd", pd)
                .with("fd", descriptor)
                .with("offset", offset)
                .with("length", length)
                .hex("iova", iova)
                .access(AccessFlag.mask(access));
    }

    static CallArguments onDevice(int pd, int dm, long offset, long length, AccessFlag... access) {
        return CallArguments.of("pd", pd)
                .with("dm", dm)
                .with("offset", offset)
                .with("length", length)
                .access(AccessFlag.mask(access));
    }

    static CallArguments shared(int pd, int mr, AccessFlag... access) {
        return CallArguments.of("pd", pd).with("mr", mr).access(AccessFlag.mask(access));
    }

    static CallArguments advice(int pd, int advice, int flags, int ranges) {
        return CallArguments.of("pd", pd)
                .with("advice", advice)
                .hex("flags", flags)
                .with("num_sge", ranges);
    }

    static CallArguments change(int qp, QpAttributes attributes) {
        CallArguments arguments = object(qp).with("attr_mask", QpAttribute.of(attributes.mask()));
        return attributes.has(QpAttribute.STATE) ? arguments.with("qp_state", attributes.state()) : arguments;
    }
}
