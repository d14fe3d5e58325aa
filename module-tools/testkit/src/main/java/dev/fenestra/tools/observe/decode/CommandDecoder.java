package dev.fenestra.tools.observe.decode;

import dev.fenestra.hw.sim.mlx5.prm.BoundWindows;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.Cqc;
import dev.fenestra.hw.sim.mlx5.prm.CreateCq;
import dev.fenestra.hw.sim.mlx5.prm.CreateEq;
import dev.fenestra.hw.sim.mlx5.prm.CreateMkey;
import dev.fenestra.hw.sim.mlx5.prm.CreateQp;
import dev.fenestra.hw.sim.mlx5.prm.Eqc;
import dev.fenestra.hw.sim.mlx5.prm.Field;
import dev.fenestra.hw.sim.mlx5.prm.HcaCapability;
import dev.fenestra.hw.sim.mlx5.prm.Layout;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.ModifyCq;
import dev.fenestra.hw.sim.mlx5.prm.ModifyMkey;
import dev.fenestra.hw.sim.mlx5.prm.QueryMkey;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decodes the input or the output of a command in one piece, as it is before it is split into mailboxes. */
public final class CommandDecoder {
    private static final Map<Field, Meaning> WINDOW = Map.of(BoundWindows.RKEY, Meaning.KEY);

    private final Bytes bytes;
    private final Section command;

    private CommandDecoder(Bytes bytes, String title) {
        this.bytes = bytes;
        command = new Section(title, 0, bytes.size());
    }

    /** A command's input, whose first bytes name the command. */
    public static Decoded input(byte[] input) throws DecodeException {
        Bytes bytes = new Bytes(input);
        Decoded header = inputHeader(bytes, 0);
        @Nullable CommandOpcode opcode = CommandOpcode.of(bytes.getInt(CommandInput.OPCODE, 0));
        CommandDecoder decoder = new CommandDecoder(bytes, "input of " + name(opcode));
        decoder.command.part(header);
        decoder.inputOf(opcode);
        return decoder.command.build();
    }

    /** A command's output, which does not name its command. */
    public static Decoded output(byte[] input, CommandOpcode opcode) throws DecodeException {
        CommandDecoder decoder = new CommandDecoder(new Bytes(input), "output of " + opcode);
        decoder.command.part(outputHeader(decoder.bytes, 0));
        decoder.outputOf(opcode);
        return decoder.command.build();
    }

    static Decoded inputHeader(Bytes bytes, long base) throws DecodeException {
        return bytes.segment("command input", CommandInput.LAYOUT, base, CommandMeanings.INPUT);
    }

    static Decoded outputHeader(Bytes bytes, long base) throws DecodeException {
        return bytes.segment("command output", CommandOutput.LAYOUT, base, CommandMeanings.OUTPUT);
    }

    private void inputOf(@Nullable CommandOpcode opcode) throws DecodeException {
        switch (opcode) {
            case null -> command.note("The opcode is not known; only the header is decoded.");
            case CREATE_MKEY -> mkey(CreateMkey.LAYOUT);
            case MODIFY_MKEY -> mkey(ModifyMkey.LAYOUT);
            case CREATE_QP -> {
                qp();
                pages(CreateQp.PAGES_OFFSET);
            }
            case RST2INIT_QP,
                    INIT2INIT_QP,
                    INIT2RTR_QP,
                    RTR2RTS_QP,
                    RTS2RTS_QP,
                    SQERR2RTS_QP,
                    RTS2SQD_QP,
                    SQD2SQD_QP,
                    SQD_RTS_QP -> qp();
            case CREATE_CQ -> {
                cq();
                pages(CreateCq.PAGES_OFFSET);
            }
            case MODIFY_CQ -> {
                frame("CQ command", ModifyCq.LAYOUT);
                cq();
                pages(CreateCq.PAGES_OFFSET);
            }
            case CREATE_EQ -> {
                frame("EQ command", CreateEq.LAYOUT);
                command.part(bytes.segment("EQ context", Eqc.LAYOUT, CreateEq.EQC_OFFSET, CommandMeanings.EQC));
                pages(CreateEq.PAGES_OFFSET);
            }
            default -> rest(CommandInput.BYTES);
        }
    }

    private void outputOf(CommandOpcode opcode) throws DecodeException {
        switch (opcode) {
            case QUERY_MKEY -> {
                frame("mkey query", QueryMkey.LAYOUT);
                command.part(MkeyDecoder.decode(bytes, QueryMkey.MKEY_OFFSET));
            }
            case QUERY_HCA_CAP -> frame("capabilities", HcaCapability.LAYOUT);
            case QUERY_QP -> qp();
            case QUERY_CQ -> cq();
            case QUERY_BOUND_WINDOWS -> {
                frame("bound windows", BoundWindows.LAYOUT);
                int window = 0;
                for (long at = BoundWindows.LIST_OFFSET; at < bytes.size(); at += BoundWindows.ENTRY_BYTES) {
                    command.part(bytes.segment("window " + window++, BoundWindows.ENTRY_LAYOUT, at, WINDOW));
                }
            }
            default -> rest(CommandOutput.BYTES);
        }
    }

    private void mkey(Layout frame) throws DecodeException {
        frame("mkey command", frame);
        command.part(MkeyDecoder.decode(bytes, CreateMkey.MKEY_OFFSET));
        if (MkeyMeanings.accessMode(bytes, CreateMkey.MKEY_OFFSET) == MkeyContext.ACCESS_MODE_MTT) {
            pages(CreateMkey.LIST_OFFSET);
        } else {
            TranslationList.klms(command, bytes, CreateMkey.LIST_OFFSET, bytes.size());
        }
    }

    private void cq() throws DecodeException {
        command.part(bytes.segment("CQ context", Cqc.LAYOUT, CreateCq.CQC_OFFSET, CommandMeanings.CQC));
    }

    private void qp() throws DecodeException {
        frame("QP command", CreateQp.LAYOUT);
        command.part(QpcDecoder.decode(bytes, CreateQp.QPC_OFFSET));
    }

    private void pages(long from) throws DecodeException {
        TranslationList.pages(command, bytes, from);
    }

    /** The fields of a command around the structures in it. */
    private void frame(String title, Layout layout) throws DecodeException {
        command.part(bytes.segment(title, layout, 0, CommandMeanings.FRAME));
    }

    private void rest(long from) {
        if (bytes.size() > from) {
            command.part(bytes.raw("not decoded", from, bytes.size() - from));
        }
    }

    private static String name(@Nullable CommandOpcode opcode) {
        return opcode == null ? "an unknown command" : opcode.name();
    }
}
