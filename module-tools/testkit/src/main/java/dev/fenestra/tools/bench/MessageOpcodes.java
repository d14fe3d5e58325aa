package dev.fenestra.tools.bench;

import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.ib.core.spi.WireFaults.Message;
import java.util.Arrays;
import java.util.Optional;

/** The opcodes of messages. */
final class MessageOpcodes {
    private MessageOpcodes() {}

    /** {@return the opcode of a message of an RC QP} */
    static WireOpcode of(Message message) {
        return switch (message) {
            case WRITE -> WireOpcode.RC_RDMA_WRITE_ONLY;
            case WRITE_PART -> WireOpcode.RC_RDMA_WRITE_MIDDLE;
            case SEND -> WireOpcode.RC_SEND_ONLY;
            case READ -> WireOpcode.RC_RDMA_READ_REQUEST;
            case READ_ANSWER -> WireOpcode.RC_RDMA_READ_RESPONSE_ONLY;
            case ATOMIC_ANSWER -> WireOpcode.RC_ATOMIC_ACKNOWLEDGE;
            case ACKNOWLEDGEMENT -> WireOpcode.RC_ACKNOWLEDGE;
        };
    }

    /**
     * {@return the opcode of a message of another service; empty when it has no such messages}
     *
     * @param service such as {@code UC}
     */
    static Optional<WireOpcode> of(Message message, String service) {
        String name = service + "_" + operation(of(message));
        return Arrays.stream(WireOpcode.values())
                .filter(opcode -> opcode.name().equals(name))
                .findFirst();
    }

    /** {@return the name of an opcode without its service} */
    static String operation(WireOpcode opcode) {
        return opcode.name().substring(opcode.name().indexOf('_') + 1);
    }

    /** {@return such as {@code RC}} */
    static String service(WireOpcode opcode) {
        return opcode.name().substring(0, opcode.name().indexOf('_'));
    }
}
