package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.kernel.inspection.ResourceDetail;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The objects of a host's devices, as RDMA netlink describes them. */
final class NetlinkResources {
    /** The name of a program's process ends with the number that the machine gave it. */
    private static final Pattern NUMBERED = Pattern.compile(".*-(\\d{1,9})");

    /** Connected QPs have a path, which stays the one they were connected by. */
    private static final Set<QpType> WITH_PATH = EnumSet.of(QpType.RC, QpType.UC, QpType.XRC_INI, QpType.XRC_TGT);

    private static final int MIGRATED = 0;
    private static final int SRQ_BASIC = 0;
    private static final int SRQ_XRC = 1;

    private final Host host;
    private final NetlinkAnswer answer;

    /** The kinds of objects that Linux lists, in the order of a summary. */
    private enum Kind {
        PD("pd", 14, NetlinkAttribute.RES_PD, NetlinkAttribute.RES_PD_ENTRY),
        CQ("cq", 12, NetlinkAttribute.RES_CQ, NetlinkAttribute.RES_CQ_ENTRY),
        QP("qp", 10, NetlinkAttribute.RES_QP, NetlinkAttribute.RES_QP_ENTRY),
        CM_ID("cm_id", 11, NetlinkAttribute.RES_CM_ID, NetlinkAttribute.RES_CM_ID_ENTRY),
        MR("mr", 13, NetlinkAttribute.RES_MR, NetlinkAttribute.RES_MR_ENTRY),
        CTX("ctx", 22, NetlinkAttribute.RES_CTX, NetlinkAttribute.RES_CTX_ENTRY),
        SRQ("srq", 23, NetlinkAttribute.RES_SRQ, NetlinkAttribute.RES_SRQ_ENTRY);

        private final String text;
        private final int command;
        private final NetlinkAttribute table;
        private final NetlinkAttribute entry;

        Kind(String text, int command, NetlinkAttribute table, NetlinkAttribute entry) {
            this.text = text;
            this.command = command;
            this.table = table;
            this.entry = entry;
        }

        private boolean isOf(ResourceDetail object) {
            return object.resource().kind().toLowerCase(Locale.ROOT).equals(text);
        }
    }

    /** Adds to the message that is begun. */
    NetlinkResources(Host host, NetlinkAnswer answer) {
        this.host = host;
        this.answer = answer;
    }

    /** Whether a command asks for objects. */
    static boolean isKnown(int command) {
        return kind(command).isPresent();
    }

    private static Optional<Kind> kind(int command) {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.command == command)
                .findFirst();
    }

    /** How many objects of each kind a device has. */
    void summary(int index, RdmaDevice device) {
        answer.nest(NetlinkAttribute.RES_SUMMARY, () -> {
            for (Kind kind : Kind.values()) {
                long count = host.inspect().stream()
                        .filter(object ->
                                kind.isOf(object) && object.resource().device().equals(device.name()))
                        .count();
                answer.nest(
                        NetlinkAttribute.RES_SUMMARY_ENTRY,
                        () -> answer.text(NetlinkAttribute.RES_SUMMARY_ENTRY_NAME, kind.text)
                                .u64(NetlinkAttribute.RES_SUMMARY_ENTRY_CURR, count));
            }
        });
    }

    /**
     * The objects of the kind that a command asks for.
     *
     * @param begin begins a message for an object
     * @param end ends it
     */
    void objects(int command, String device, Runnable begin, Runnable end) {
        Kind kind = kind(command).orElseThrow();
        for (ResourceDetail object : host.inspect()) {
            if (kind.isOf(object) && object.resource().device().equals(device)) {
                begin.run();
                answer.nest(
                        kind.table,
                        () -> answer.nest(kind.entry, () -> {
                            describe(kind, object);
                            answer.u32(NetlinkAttribute.RES_PID, pid(object));
                        }));
                end.run();
            }
        }
    }

    private static int pid(ResourceDetail object) {
        Matcher name = NUMBERED.matcher(object.resource().process());
        return name.matches() ? Integer.parseInt(name.group(1)) : object.pid();
    }

    private void describe(Kind kind, ResourceDetail object) {
        SequencedMap<String, String> known = object.attributes();
        switch (kind) {
            case PD -> {
                answer.u64(NetlinkAttribute.RES_USECNT, object.users());
                number(known, "pdn", NetlinkAttribute.RES_PDN);
                answer.u32(NetlinkAttribute.RES_CTXN, object.resource().context());
            }
            case CQ -> {
                number(known, "cqe", NetlinkAttribute.RES_CQE);
                answer.u64(NetlinkAttribute.RES_USECNT, object.users());
                number(known, "cqn", NetlinkAttribute.RES_CQN);
                answer.u32(NetlinkAttribute.RES_CTXN, object.resource().context());
            }
            case QP -> qp(known);
            case MR -> {
                number(known, "rkey", NetlinkAttribute.RES_RKEY);
                number(known, "lkey", NetlinkAttribute.RES_LKEY);
                answer.u64(NetlinkAttribute.RES_IOVA, value(known, "iova"));
                answer.u64(NetlinkAttribute.RES_MRLEN, value(known, "mrlen"));
                number(known, "mrn", NetlinkAttribute.RES_MRN);
                number(known, "pdn", NetlinkAttribute.RES_PDN);
            }
            case CTX -> number(known, "ctxn", NetlinkAttribute.RES_CTXN);
            case SRQ -> {
                number(known, "srqn", NetlinkAttribute.RES_SRQN);
                answer.u8(NetlinkAttribute.RES_TYPE, "XRC".equals(known.get("type")) ? SRQ_XRC : SRQ_BASIC);
                number(known, "pdn", NetlinkAttribute.RES_PDN);
                number(known, "cqn", NetlinkAttribute.RES_CQN);
            }
            case CM_ID -> {}
        }
    }

    /** A state that the device did not answer is that of a QP on its way out. */
    private void qp(SequencedMap<String, String> known) {
        number(known, "lqpn", NetlinkAttribute.RES_LQPN);
        number(known, "rqpn", NetlinkAttribute.RES_RQPN);
        number(known, "rq-psn", NetlinkAttribute.RES_RQ_PSN);
        answer.u32(NetlinkAttribute.RES_SQ_PSN, (int) value(known, "sq-psn"));
        QpType type = QpType.valueOf(known.getOrDefault("type", QpType.RC.name()));
        if (WITH_PATH.contains(type)) {
            answer.u8(NetlinkAttribute.RES_PATH_MIG_STATE, MIGRATED);
        }
        answer.u8(NetlinkAttribute.RES_TYPE, type.code());
        answer.u8(
                NetlinkAttribute.RES_STATE,
                QpState.valueOf(known.getOrDefault("state", QpState.RESET.name()))
                        .code());
        number(known, "pdn", NetlinkAttribute.RES_PDN);
        if (!QpState.RESET.name().equals(known.get("state"))) {
            answer.u32(NetlinkAttribute.PORT_INDEX, 1);
        }
    }

    private void number(SequencedMap<String, String> known, String name, NetlinkAttribute attribute) {
        if (known.containsKey(name)) {
            answer.u32(attribute, (int) value(known, name));
        }
    }

    /** A number of 64 bits without a sign, in decimal or hexadecimal digits; 0 where there is none. */
    private static long value(SequencedMap<String, String> known, String name) {
        String text = known.getOrDefault(name, "0");
        return text.startsWith("0x") ? Long.parseUnsignedLong(text.substring(2), 16) : Long.parseUnsignedLong(text);
    }
}
