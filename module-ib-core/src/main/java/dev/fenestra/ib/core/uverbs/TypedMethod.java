package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.vocabulary.VerbsException;

/**
 * A method of an object, numbered as in {@code ib_user_ioctl_cmds.h}, or by the driver from 0x1000 on.
 *
 * @param object its kind
 * @param number of the method
 */
record TypedMethod(int object, int number) {
    /** The refusal of a method that does not exist here; then user libraries use the command. */
    VerbsException unknown() {
        return new VerbsException(AbiRule.KNOWN_METHOD, String.format("object=0x%x method=0x%x", object, number));
    }
}
