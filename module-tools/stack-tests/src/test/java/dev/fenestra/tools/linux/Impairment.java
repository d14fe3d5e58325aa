package dev.fenestra.tools.linux;

import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.FaultRates;
import dev.fenestra.tools.observe.capture.CaptureRule;
import java.util.Set;

/** What happens to the packets between guest and host, by netem in the guest: on what it sends and on what it gets. */
enum Impairment {
    NONE("no fault", "", 0),
    LOSS_HALF("0.5 % lost each way", "loss 0.5%", 0),
    LOSS("2 % lost each way", "loss 2%", 0),
    LOSS_MORE("5 % lost each way", "loss 5%", 0),
    DELAY("3 ms later each way", "delay 3ms", 0),
    REORDER("10 % overtake others", "delay 2ms reorder 10% 25%", 0),
    DUPLICATE("5 % duplicated", "duplicate 5%", 0),
    /** The guest's UDP drops what netem corrupts on its way in, so this side corrupts before it sends. */
    CORRUPT("2 % corrupted", "corrupt 2%", 0.02);

    private final String text;
    private final String netem;
    private final double corruptedHere;

    Impairment(String text, String netem, double corruptedHere) {
        this.text = text;
        this.netem = netem;
        this.corruptedHere = corruptedHere;
    }

    /** For the name of a case. */
    String suffix() {
        return this == NONE ? "" : ", " + text;
    }

    /** What Fenestra's side does to the packets that it sends. */
    FaultPlan faults(long seed) {
        return corruptedHere == 0 ? FaultPlan.NONE : FaultPlan.of(seed, new FaultRates(0, 0, 0, 0, corruptedHere, 0));
    }

    /** Commands for the guest. Only RoCE is impaired, so that the connection of the commands stays as it is. */
    static String install() {
        return String.join(
                "\n",
                "set -e",
                "modprobe -a ifb sch_netem sch_prio sch_ingress cls_u32 act_mirred",
                "ip link add ifb0 type ifb 2>/dev/null || true",
                "ip link set ifb0 up",
                "tc qdisc add dev eth0 handle ffff: ingress",
                "tc filter add dev eth0 parent ffff: protocol ip u32 match ip protocol 17 0xff"
                        + " match ip dport 4791 0xffff action mirred egress redirect dev ifb0",
                "tc qdisc add dev eth0 root handle 1: prio bands 4",
                "tc filter add dev eth0 parent 1: protocol ip u32 match ip protocol 17 0xff"
                        + " match ip dport 4791 0xffff flowid 1:4",
                "tc qdisc add dev eth0 parent 1:4 netem limit 10000",
                "tc qdisc add dev ifb0 root netem limit 10000");
    }

    /** netem keeps what it is not told again, so a new one takes its place. */
    String command() {
        return replace("eth0 parent 1:4", netem) + " && " + replace("ifb0 root", corruptedHere == 0 ? netem : "");
    }

    private static String replace(String place, String netem) {
        return "tc qdisc del dev " + place + " && tc qdisc add dev " + place + " netem limit 10000 " + netem;
    }

    /** Rules whose breach {@code capture check} sees when the link, and not a sender, has changed packets or order. */
    Set<CaptureRule> caused() {
        return switch (this) {
            case REORDER, DUPLICATE -> Set.of(CaptureRule.ANSWER_ORDER, CaptureRule.ANSWER_KIND, CaptureRule.MSN);
            // The ICRC does not cover the byte of FECN, BECN and reserved bits.
            case CORRUPT ->
                Set.of(
                        CaptureRule.ICRC,
                        CaptureRule.OPCODE,
                        CaptureRule.VERSION,
                        CaptureRule.LENGTH,
                        CaptureRule.RESERVED);
            default -> Set.of();
        };
    }
}
