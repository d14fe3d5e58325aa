package dev.fenestra.tools.observe.decode;

import static java.util.Map.entry;

import dev.fenestra.hw.sim.mlx5.prm.Eqe;
import dev.fenestra.hw.sim.mlx5.prm.EventType;
import dev.fenestra.hw.sim.mlx5.prm.Field;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Decodes an EQE. */
public final class EqeDecoder {
    private static final Map<Field, Meaning> MEANINGS = Map.ofEntries(
            entry(Eqe.TYPE, value -> EventType.name((int) value)),
            entry(Eqe.RULE, CqeDecoder::rule),
            entry(Eqe.RKEY, Meaning.KEY),
            entry(Eqe.LENGTH, Meaning.units("bytes")),
            entry(Eqe.ERROR_CQN, Meaning.DECIMAL),
            entry(Eqe.PORT, Meaning.DECIMAL),
            entry(Eqe.NUMBER, Meaning.DECIMAL),
            entry(Eqe.ERROR_SYNDROME, value -> value == Eqe.CQ_OVERRUN ? "overrun" : ""),
            entry(Eqe.OWNER, value -> "software's in " + (value == 0 ? "even" : "odd") + " laps of the EQ"));

    /** The fields of entries of every type. */
    private static final Set<Field> COMMON = Set.of(Eqe.TYPE, Eqe.SUB_TYPE, Eqe.SIGNATURE, Eqe.OWNER);

    private EqeDecoder() {}

    /** An EQE of 64 bytes. */
    public static Decoded decode(byte[] input) throws DecodeException {
        Bytes bytes = new Bytes(input);
        bytes.need("an EQE", 0, Eqe.BYTES);
        if (input.length > Eqe.BYTES) {
            throw new DecodeException("an EQE has 64 bytes, but the input goes on to offset " + Bytes.at(input.length));
        }
        int type = bytes.getInt(Eqe.TYPE, 0);
        Set<Field> shown = fields(type);
        return new Section("EQE, " + EventType.name(type), 0, Eqe.BYTES)
                .fields(Eqe.LAYOUT.fields().stream()
                        .filter(shown::contains)
                        .map(field -> bytes.field(field, 0, MEANINGS.getOrDefault(field, Meaning.NONE)))
                        .toList())
                .build();
    }

    private static Set<Field> fields(int type) {
        Set<Field> fields = new HashSet<>(COMMON);
        fields.addAll(
                switch (type) {
                    case EventType.CQ_ERROR -> Set.of(Eqe.ERROR_CQN, Eqe.ERROR_SYNDROME);
                    case EventType.PORT_CHANGE -> Set.of(Eqe.PORT);
                    case EventType.WQ_INVALID_REQUEST -> Set.of(Eqe.NUMBER, Eqe.RULE);
                    case EventType.WQ_ACCESS_ERROR -> Set.of(Eqe.NUMBER, Eqe.RULE, Eqe.RKEY, Eqe.ADDRESS, Eqe.LENGTH);
                    default -> Set.of(Eqe.NUMBER);
                });
        return fields;
    }
}
