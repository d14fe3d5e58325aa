package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_1;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;
import static dev.fenestra.ib.core.vocabulary.WcStatus.SUCCESS;

import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.List;

/** Windows on unreliable connections: bound and used as on reliable ones, but a refusal is not reported to the peer. */
final class UnreliableCases {
    private UnreliableCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                window("UC-write-t1", "UC: a WRITE goes through a type-1 window", b -> write(b, TYPE_1)),
                window("UC-write-t2", "UC: a WRITE goes through a type-2 window", b -> write(b, TYPE_2)),
                window(
                        "UC-outside",
                        "UC: a WRITE outside the window is dropped in silence",
                        UnreliableCases::outside,
                        "A7"),
                window("UC-right", "UC: so is one without the right", UnreliableCases::noRight, "A5"),
                ConformanceCase.of("UC-region", "UC: so is one to a region without the right", UnreliableCases::region)
                        .breaking("R4")
                        .needing(Requirement.UC));
    }

    private static ConformanceCase window(String id, String title, CaseBody body, String... rules) {
        return ConformanceCase.of(id, title, body).breaking(rules).needing(Requirement.UC, Requirement.WINDOWS);
    }

    private static void write(CaseBench b, MwType type) {
        QpConnection connection = b.unreliableConnection();
        CaseWindow window = b.window(type);
        b.expect().succeeds("bind", window.bind(connection.bob(), b.bob().slice(0, 64), REMOTE_WRITE));
        b.expect().succeeds("write", connection.alice().write(window.remote()));
        b.expect().landed(0, 64);
    }

    private static void dropped(CaseBench b, QpConnection connection, String rule, RemoteBuffer target) {
        b.expect()
                .refusedByPeer("write", rule, SUCCESS, () -> connection.alice().write(target));
        b.expect().same("sender's QP", QpState.RTS, connection.alice().state());
        b.expect().same("receiver's QP", QpState.RTS, connection.bob().state());
    }

    private static void outside(CaseBench b) {
        QpConnection connection = b.unreliableConnection();
        CaseWindow window = b.window(TYPE_2);
        b.expect().succeeds("bind", window.bind(connection.bob(), b.bob().slice(64, 64), REMOTE_WRITE));
        dropped(b, connection, "A7", window.at(1, 64));
    }

    private static void noRight(CaseBench b) {
        QpConnection connection = b.unreliableConnection();
        CaseWindow window = b.window(TYPE_1);
        b.expect().succeeds("bind", window.bind(connection.bob(), b.bob().slice(64, 64), REMOTE_READ));
        dropped(b, connection, "A5", window.remote());
    }

    private static void region(CaseBench b) {
        dropped(
                b,
                b.unreliableConnection(),
                "R4",
                b.bob().register(LOCAL_WRITE).remote().slice(0, 64));
    }
}
