package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.abi.uverbs.PathFields;
import dev.fenestra.ib.core.abi.uverbs.WriteCommand;
import dev.fenestra.ib.core.kernel.QueueRule;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;

/** Checks that the commands of several groups share. */
final class AbiChecks {
    private AbiChecks() {}

    /** The command of a number; EOPNOTSUPP for one that is not known. */
    static WriteCommand command(int number) {
        return WriteCommand.of(number)
                .orElseThrow(
                        () -> new VerbsException(AbiRule.KNOWN_COMMAND, "command=0x" + Integer.toHexString(number)));
    }

    /** EOPNOTSUPP for bits that are not known. */
    static void flags(String name, int given, int known) {
        if ((given & ~known) != 0) {
            throw new VerbsException(AbiRule.KNOWN_FLAGS, String.format("%s=0x%x", name, given));
        }
    }

    /** EINVAL for a number that is not below a count. */
    static int below(String name, int given, int count) {
        if (given < 0 || given >= count) {
            throw unknown(name, given);
        }
        return given;
    }

    /** Reads a path; EINVAL for one without GIDs. LIDs have no meaning on Ethernet. */
    static AhAttributes path(PathFields fields, MemorySegment in) {
        if (!fields.isGlobal().isSet(in)) {
            throw new VerbsException(
                    QueueRule.PATH_GLOBAL,
                    "is_global=0, port=" + fields.portNum().getInt(in));
        }
        return fields.read(in);
    }

    /** The refusal of a number that means nothing. */
    static VerbsException unknown(String name, int given) {
        return new VerbsException(AbiRule.KNOWN_VALUE, name + "=" + given);
    }
}
