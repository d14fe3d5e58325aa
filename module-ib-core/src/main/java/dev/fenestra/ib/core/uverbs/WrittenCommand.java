package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.abi.uverbs.WriteCommand;
import dev.fenestra.ib.core.abi.uverbs.WriteLayouts.CommandHeader;
import dev.fenestra.ib.core.abi.uverbs.WriteLayouts.ExtendedHeader;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserStores;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;

/**
 * A command as a process writes it: headers, the structure, and bytes for the driver (core/uverbs_main.c
 * ib_uverbs_write).
 *
 * @param number with bit {@link WriteCommand#EXTENDED} for an extended command
 * @param call its bytes, and room for the answer
 * @param response where the answer of the kernel goes, an address of the process
 * @param driverResponse where the answer of the driver goes
 */
record WrittenCommand(int number, WriteCall call, long response, long driverResponse) {
    private static final int WORD = Integer.BYTES;
    private static final int LONG_WORD = Long.BYTES;

    /**
     * Takes the bytes apart.
     *
     * @param written all that the process wrote
     * @throws VerbsException EINVAL for a length that the headers deny, EOPNOTSUPP for a command that is not known
     */
    static WrittenCommand of(MemorySegment written, UserStores stores) {
        if (written.byteSize() < CommandHeader.SIZE) {
            throw wrong("bytes=" + written.byteSize());
        }
        int number = CommandHeader.COMMAND.getInt(written);
        WriteCommand command = AbiChecks.command(number);
        return (number & WriteCommand.EXTENDED) == 0
                ? ofLegacy(command, written, stores)
                : ofExtended(number, written, stores);
    }

    /** The structure begins with the place of the answer, if there is one. */
    private static WrittenCommand ofLegacy(WriteCommand command, MemorySegment written, UserStores stores) {
        long length = (long) CommandHeader.IN_WORDS.getInt(written) * WORD;
        int room = CommandHeader.OUT_WORDS.getInt(written) * WORD;
        MemorySegment all = Attributes.native8(written.asSlice(CommandHeader.SIZE));
        if (length != written.byteSize()) {
            throw wrong("in_words=" + length / WORD + ", bytes=" + written.byteSize());
        }
        int core = (int) Math.min(command.requestBytes(), all.byteSize());
        boolean answers = command.responseBytes() > 0 && all.byteSize() >= Long.BYTES;
        long response = answers ? ExtendedHeader.RESPONSE.get(all) : 0;
        int coreRoom = Math.min(command.responseBytes(), room);
        Udata udata = new Udata(all.asSlice(core), Attributes.zeroed(room - coreRoom), stores);
        WriteCall call = new WriteCall(all.asSlice(0, core), Attributes.zeroed(coreRoom), udata);
        return new WrittenCommand(command.number(), call, response, response + coreRoom);
    }

    private static WrittenCommand ofExtended(int number, MemorySegment written, UserStores stores) {
        int head = CommandHeader.SIZE + ExtendedHeader.SIZE;
        if (written.byteSize() < head) {
            throw wrong("bytes=" + written.byteSize());
        }
        MemorySegment second = written.asSlice(CommandHeader.SIZE, ExtendedHeader.SIZE);
        long core = (long) CommandHeader.IN_WORDS.getInt(written) * LONG_WORD;
        long driver = (long) ExtendedHeader.PROVIDER_IN_WORDS.getInt(second) * LONG_WORD;
        int room = CommandHeader.OUT_WORDS.getInt(written) * LONG_WORD;
        int driverRoom = ExtendedHeader.PROVIDER_OUT_WORDS.getInt(second) * LONG_WORD;
        long response = ExtendedHeader.RESPONSE.get(second);
        boolean isPlaced = (response != 0) == (room + driverRoom > 0);
        if (head + core + driver != written.byteSize() || ExtendedHeader.RESERVED.getInt(second) != 0 || !isPlaced) {
            throw wrong(String.format(
                    "in=%d, provider_in=%d, bytes=%d, response=0x%x", core, driver, written.byteSize(), response));
        }
        Udata udata =
                new Udata(Attributes.native8(written.asSlice(head + core)), Attributes.zeroed(driverRoom), stores);
        WriteCall call = new WriteCall(Attributes.native8(written.asSlice(head, core)), Attributes.zeroed(room), udata);
        return new WrittenCommand(number, call, response, response + room);
    }

    private static VerbsException wrong(String values) {
        return new VerbsException(AbiRule.WRITTEN, values);
    }

    /** Checks that the answer can be stored, before anything is changed. */
    void checkPlaces() {
        check(response, call.response());
        check(driverResponse, call.udata().response());
    }

    private void check(long address, MemorySegment answer) {
        if (answer.byteSize() > 0) {
            call.udata().stores().check(address, answer.byteSize());
        }
    }

    /** Stores the answers of kernel and driver. */
    void answer() {
        store(response, call.response());
        store(driverResponse, call.udata().response());
    }

    private void store(long address, MemorySegment answer) {
        if (answer.byteSize() > 0) {
            call.udata().stores().store(address, answer);
        }
    }
}
