package dev.fenestra.tools.captures;

import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.testing.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** What a capture's JSON says should happen, corrected where soft-RoCE breaks a rule. */
record Scene(JsonObject json) {

    Stream<JsonObject> sends() {
        return json.list("work_requests").stream()
                .filter(request -> request.text("post").equals("send"));
    }

    Stream<JsonObject> receives() {
        return json.list("work_requests").stream()
                .filter(request -> request.text("post").equals("recv"));
    }

    boolean has(String side, WcStatus status) {
        return json.list("completions").stream()
                .anyMatch(completion ->
                        completion.text("side").equals(side) && completion.number("status") == status.code());
    }

    List<Deviation> deviations() {
        return Arrays.stream(Deviation.values())
                .filter(deviation -> deviation.isIn(this))
                .toList();
    }

    List<WirePacket> packets(List<WirePacket> original) {
        List<WirePacket> packets = original;
        for (Deviation deviation : deviations()) {
            packets = deviation.packets(packets, json.number("retry_cnt"));
        }
        return packets;
    }

    List<Outcome> outcomes(String side) {
        return json.list("completions").stream()
                .filter(completion -> completion.text("side").equals(side))
                .map(completion -> Outcome.of(completion, QpType.valueOf(json.text("qp_type"))))
                .map(this::corrected)
                .toList();
    }

    private Outcome corrected(Outcome outcome) {
        Outcome corrected = outcome;
        for (Deviation deviation : deviations()) {
            corrected = deviation.outcome(corrected);
        }
        return corrected;
    }

    QpState state(String side) {
        QpState state = QpState.values()[json.object("after").number(side + "_qp_state")];
        for (Deviation deviation : deviations()) {
            state = deviation.state(state);
        }
        return state;
    }
}
