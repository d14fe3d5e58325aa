package dev.fenestra.vendor.mlx.kernel;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.hw.sim.prm.CommandInput;
import dev.fenestra.hw.sim.prm.CommandOpcode;
import dev.fenestra.hw.sim.prm.CommandOutput;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandStatusTest {
    private final CommandMemory memory = new CommandMemory();

    @ParameterizedTest
    @CsvSource({
        "0x01, EIO",
        "0x02, EINVAL",
        "0x03, EINVAL",
        "0x04, EIO",
        "0x05, EINVAL",
        "0x06, EBUSY",
        "0x07, EIO",
        "0x08, ENOMEM",
        "0x09, EINVAL",
        "0x0a, EINVAL",
        "0x0f, EAGAIN",
        "0x10, EINVAL",
        "0x30, EINVAL",
        "0x40, EINVAL",
        "0x50, EIO",
        "0x51, EIO"
    })
    void shouldMapEveryStatusToItsErrno(String status, Errno errno) {
        try (Command command = command()) {
            CommandOutput.STATUS.set(command.out(), 0, Integer.decode(status));

            VerbsException refused = assertThrows(VerbsException.class, command::checkStatus);

            assertEquals(errno, refused.errno());
            assertEquals(MlxRule.COMMAND, refused.rule());
            assertEquals("ALLOC_PD ended with status " + status, refused.values());
        }
    }

    @Test
    void shouldTakeZeroForSuccess() {
        try (Command command = command()) {
            assertDoesNotThrow(command::checkStatus);
        }
    }

    private Command command() {
        return new Command(memory, CommandOpcode.ALLOC_PD, CommandInput.BYTES, CommandOutput.BYTES);
    }
}
