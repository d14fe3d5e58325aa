package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.Compared;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Every remote operation by every kind of key, against every rule that a key can break: one case for each operation and
 * kind. Exactly one thing is wrong in each access, and between two refusals the right key works.
 */
final class RemoteGridCases {
    private static final int UNKNOWN = 0x7fffff00;
    private static final int OFFSET = KeyKind.OFFSET;
    /** Other numbers in a refusal are unlikely to equal this one. */
    private static final int LENGTH = 448;
    /** An address other than the beginning of the bounds. */
    private static final int INSIDE = 16;

    private static final AccessFlag[] RIGHTS = {
        AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC, AccessFlag.FLUSH_GLOBAL
    };

    private RemoteGridCases() {}

    /** What is wrong with the key, the range or the QP of an access. */
    private enum Fault {
        UNKNOWN_KEY("R1", "R1"),
        STALE_TAG("R2", "R2"),
        OTHER_PD("R3", "A2"),
        OTHER_QP("", "A3"),
        UNBOUND("", "A4"),
        NO_RIGHT("R4", "A5"),
        BEFORE("R6", "A7"),
        LAST_BYTE("R6", "A7"),
        QP_RIGHT("A8", "A8");

        private final String ofRegion;
        private final String ofWindow;

        Fault(String ofRegion, String ofWindow) {
            this.ofRegion = ofRegion;
            this.ofWindow = ofWindow;
        }

        boolean isOfBounds() {
            return this == BEFORE || this == LAST_BYTE;
        }

        /** The rule that refuses it; empty if it is allowed. */
        String rule(KeyKind kind) {
            if (this == OTHER_QP) {
                return kind == KeyKind.TYPE_2 ? ofWindow : "";
            }
            return kind == KeyKind.REGION ? ofRegion : ofWindow;
        }
    }

    static List<ConformanceCase> all() {
        List<ConformanceCase> cases = new ArrayList<>();
        for (RemoteOperation operation : RemoteOperation.values()) {
            for (KeyKind kind : KeyKind.values()) {
                cases.add(caseOf(operation, kind));
            }
        }
        return cases;
    }

    private static ConformanceCase caseOf(RemoteOperation operation, KeyKind kind) {
        String[] rules = Arrays.stream(Fault.values())
                .map(fault -> fault.rule(kind))
                .filter(rule -> !rule.isEmpty())
                .distinct()
                .toArray(String[]::new);
        ConformanceCase one = ConformanceCase.of(
                        "GRID-" + operation.text() + "/" + kind,
                        operation.text() + " is refused by every rule of the key",
                        b -> new Grid(b, operation, kind).run())
                .breaking(rules);
        ConformanceCase offered = operation.need().map(one::needing).orElse(one);
        return kind == KeyKind.REGION ? offered : offered.needing(Requirement.WINDOWS);
    }

    /** One operation by one kind of key. */
    private record Grid(CaseBench b, RemoteOperation operation, KeyKind kind) {

        void run() {
            for (Fault fault : Fault.values()) {
                if (!fault.rule(kind).isEmpty()) {
                    refuse(fault);
                }
            }
        }

        private void refuse(Fault fault) {
            QpConnection own = connection(b.bob().pd(), usual());
            RemoteBuffer good = open(own, b.bob().pd(), usual());
            b.expect().succeeds(operation.text(), operation.by(b, own, good.slice(0, RemoteOperation.BYTES)));
            restore();
            QpConnection connection = switch (fault) {
                case OTHER_PD -> connection(b.bob().otherPd(), usual());
                case OTHER_QP -> connection(b.bob().pd(), usual());
                case QP_RIGHT -> connection(b.bob().pd(), others());
                default -> own;
            };
            RemoteBuffer target = spoiled(fault, connection, good);
            b.expect()
                    .refusedByPeer(
                            operation.text() + ", " + fault,
                            fault.rule(kind),
                            () -> operation.by(b, connection, target));
            if (fault != Fault.QP_RIGHT) {
                Compared access = Compared.access(target);
                b.expect().told(b.bob(), fault.rule(kind), fault.isOfBounds() ? access.within(good) : access);
            }
        }

        /** Restores the bytes of alice and bob after a READ or an atomic. */
        private void restore() {
            b.alice().memory().fill(b.alice().fill());
            b.bob().memory().fill(b.bob().fill());
        }

        private RemoteBuffer spoiled(Fault fault, QpConnection connection, RemoteBuffer good) {
            int bytes = RemoteOperation.BYTES;
            return switch (fault) {
                case UNKNOWN_KEY -> new RemoteBuffer(good.address(), bytes, UNKNOWN);
                case STALE_TAG -> new RemoteBuffer(good.address(), bytes, MemoryKey.next(good.rkey()));
                case OTHER_PD, OTHER_QP -> good.slice(INSIDE, bytes);
                case UNBOUND ->
                    new RemoteBuffer(
                            good.address(), bytes, b.window(kind.type()).key());
                case NO_RIGHT -> open(connection, b.bob().pd(), others()).slice(INSIDE, bytes);
                case BEFORE -> new RemoteBuffer(good.address() - bytes, bytes, good.rkey());
                case LAST_BYTE -> new RemoteBuffer(good.address() + LENGTH - operation.slack(), bytes, good.rkey());
                // A type-2 window serves only the QP that bound it, so it is bound through this QP.
                case QP_RIGHT -> open(connection, b.bob().pd(), usual()).slice(0, bytes);
            };
        }

        private QpConnection connection(ProtectionDomain pd, AccessFlag... rights) {
            return b.connectionTo(b.bob().createQp(pd), ConnectOptions.DEFAULT.withAccess(rights));
        }

        private RemoteBuffer open(QpConnection connection, ProtectionDomain pd, AccessFlag... rights) {
            if (kind == KeyKind.REGION) {
                AccessFlag[] access = Arrays.copyOf(rights, rights.length + 1);
                access[rights.length] = LOCAL_WRITE;
                MemoryRegion region = pd.regMr(b.bob().memory(), OFFSET, LENGTH, access);
                return region.remote();
            }
            CaseWindow window = b.window(pd, kind == KeyKind.TYPE_1 ? MwType.TYPE_1 : MwType.TYPE_2);
            b.expect().succeeds("bind", window.bind(connection.bob(), b.bob().slice(OFFSET, LENGTH), rights));
            return window.remote();
        }

        /** The rights that this device supports. */
        private AccessFlag[] usual() {
            return Arrays.stream(RIGHTS).filter(this::isKnown).toArray(AccessFlag[]::new);
        }

        /** All rights except the one that the operation needs. */
        private AccessFlag[] others() {
            return Arrays.stream(usual())
                    .filter(right -> right != operation.right())
                    .toArray(AccessFlag[]::new);
        }

        private boolean isKnown(AccessFlag right) {
            return switch (right) {
                case REMOTE_ATOMIC -> Requirement.ATOMICS.isMetBy(b.bob());
                case FLUSH_GLOBAL -> Requirement.FLUSH.isMetBy(b.bob());
                default -> true;
            };
        }
    }
}
