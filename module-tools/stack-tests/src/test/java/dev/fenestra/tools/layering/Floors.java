package dev.fenestra.tools.layering;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The floor of each product package. A package uses only packages of its building that stand on a lower floor.
 *
 * @param root the package of a building; it and all packages below stand in the building
 * @param fromTheGround the packages of each floor, by full name
 */
record Floors(String root, ImmutableList<ImmutableSet<String>> fromTheGround) {
    /** All buildings, each from its top floor down to the ground, as ARCHITECTURE.md shows them. */
    static final String PLAN = """
        dev.fenestra.uverbs
            cm
            handles
            request
            memory
            device
            itself

        dev.fenestra.ib.core
            uverbs
            kernel.host
            kernel.gsi
            kernel.calls
            kernel.verbs
            kernel.device
            kernel.objects
            kernel.inspection
            kernel
            cm.ids, ucma
            memory, cm.protocol, abi.ucma, abi.uverbs
            spi, mad, cm, abi
            vocabulary

        dev.fenestra.vendor
            efa, hns, irdma, mlx, mlx4, rxe
            common.driver, efa.kernel, efa.user, hns.kernel, hns.user, irdma.kernel, irdma.user,
            mlx.kernel, mlx.user, mlx4.kernel, mlx4.user, rxe.kernel, rxe.user
            common.kernel, common.user, efa.abi, hns.abi, irdma.abi, mlx.abi, mlx.dv, mlx4.abi, rxe.abi
            common

        dev.fenestra.hw.sim
            efa, hns, irdma, mlx4, rxe
            card
            hca.core, mlx5.card
            mlx5.command
            hca.engine
            hca.fast
            hca.request, hca.respond
            hca.port
            hca.qp
            mlx5.queue, hca.event, hca.protection
            hca.queue, roce.udp
            fabric
            fabric.clock, fabric.fault
            fabric.route
            fabric.link, hca.table
            hca.observe, hca.fast.burst
            format, hca.limits
            hca.host, hca.rules, hca.vocabulary, hca.number, mlx5.prm, roce.wire, roce.pcap, fabric.waits

        dev.fenestra.tools
            cli, serve.junit
            demo, proof.mutate, proof.replay, serve
            proof.mutate.worker
            measure.cost, pingpong, proof.mutants
            measure.perf, proof.explorer
            proof.oracle
            proof.oracle.generator, proof.soak
            measure.figures, observe.capture, proof.campaign, proof.oracle.model
            measure.chart, program, proof.mutate.operator, proof.oracle.program
            conformance.junit, bridge
            conformance.kit, conformance.rules
            conformance.cases
            conformance
            conformance.guard, layering, provider
            junit
            observe.report
            duties
            observe.journal, observe.rules
            observe.cost, observe.decode, observe.faults, observe.snapshot
            bench, input, observe.waits
            page
        """;

    private static final Pattern BUILDING = Pattern.compile("(?m)^(\\S+)\\n((?: +\\S.*\\n)+)");

    /** The end of a line whose floor goes on in the next one. */
    private static final Pattern CONTINUED = Pattern.compile(",\\n +");

    /** {@return the buildings of the plan} */
    static List<Floors> all() {
        return BUILDING.matcher(PLAN)
                .results()
                .map(found -> building(found.group(1), found.group(2)))
                .toList();
    }

    private static Floors building(String root, String floors) {
        List<ImmutableSet<String>> fromTheTop = CONTINUED
                .matcher(floors)
                .replaceAll(", ")
                .lines()
                .map(floor -> rooms(root, floor))
                .toList();
        return new Floors(root, ImmutableList.copyOf(fromTheTop.reversed()));
    }

    private static ImmutableSet<String> rooms(String root, String floor) {
        return Stream.of(floor.strip().split(", "))
                .map(room -> room.equals("itself") ? root : root + "." + room)
                .collect(ImmutableSet.toImmutableSet());
    }

    /** {@return whether a package stands in this building} */
    boolean holds(String packageName) {
        return packageName.equals(root) || packageName.startsWith(root + ".");
    }

    /** {@return all packages of the building} */
    Stream<String> rooms() {
        return fromTheGround.stream().flatMap(Set::stream);
    }

    /** {@return the rule that each package of the building keeps to its floor} */
    ArchRule rule() {
        return LayeringRules.roomsHaveFloors(root, List.copyOf(fromTheGround));
    }
}
