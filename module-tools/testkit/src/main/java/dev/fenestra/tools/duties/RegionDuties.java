package dev.fenestra.tools.duties;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Regions, and the memory under them. */
final class RegionDuties implements DutyCheck {
    private final DutyFindings findings;
    /** Regions with rights for peers that a peer has used, or over which a window was opened. */
    private final Set<CheckedRegion> used = new HashSet<>();

    RegionDuties(DutyFindings findings) {
        this.findings = findings;
    }

    @Override
    public void posted(SendRequest request) {
        AccessedBytes remote = request.remote;
        if (remote != null && remote.region() != null) {
            used.add(remote.region());
        }
    }

    @Override
    public void regionGone(CheckedProgram program, CheckedRegion region) {
        PlacedAct gone = new PlacedAct(region + " is deregistered or changed", program.place());
        for (CheckedQp qp : program.qps.values()) {
            for (SendRequest request : qp.outstanding) {
                if (request.regions.contains(region)) {
                    findings.add(outlived(request.side(), program, region, gone));
                }
            }
            named(program, qp.receives, region, gone);
        }
        program.srqs.values().forEach(queue -> named(program, queue, region, gone));
        if (region.isRemote() && !used.remove(region)) {
            findings.add(DutyFinding.of(
                    Duty.WINDOW_INSTEAD_OF_REGION,
                    program,
                    new PlacedAct(region + " is registered with rights for peers", region.place()),
                    region + ", bytes " + region.range()));
        }
    }

    private void named(CheckedProgram program, PostedReceives queue, CheckedRegion region, PlacedAct gone) {
        for (ReceiveRequest receive : queue.outstanding) {
            if (receive.regions.contains(region)) {
                findings.add(ofReceive(outlived(receive.side(), program, region, gone)));
            }
        }
    }

    private static DutyFinding outlived(
            PlacedAct request, CheckedProgram program, CheckedRegion region, PlacedAct gone) {
        return DutyFinding.of(Duty.REGION_OUTLIVES_REQUESTS, program, request, region + ", bytes " + region.range())
                .against(gone);
    }

    /** A send request will be executed. A receive is only used when a message comes. */
    private static DutyFinding ofReceive(DutyFinding finding) {
        return finding.atLevel(DutyLevel.WARNING)
                .noting("a message that comes now is lost; where none comes, nothing is");
    }

    @Override
    public void unmapping(CheckedProgram program, AddressRange range) {
        PlacedAct unmapped = new PlacedAct("the memory is unmapped", program.place());
        for (CheckedQp qp : program.qps.values()) {
            for (SendRequest request : qp.outstanding) {
                if (request.touches(range)) {
                    findings.add(lost(program, request.side(), range, unmapped));
                }
            }
            for (ReceiveRequest receive : qp.receives.outstanding) {
                if (touches(receive.pieces, range)) {
                    findings.add(ofReceive(lost(program, receive.side(), range, unmapped)));
                }
            }
        }
        for (CheckedRegion region : program.regions()) {
            if (region.isRemote() && region.range().overlaps(range)) {
                findings.add(DutyFinding.of(
                                Duty.MEMORY_OUTLIVES_RIGHTS,
                                program,
                                new PlacedAct(region + " is registered with rights for peers", region.place()),
                                region + ", bytes " + region.range().common(range))
                        .against(unmapped));
            }
        }
    }

    private static boolean touches(List<AddressRange> pieces, AddressRange range) {
        return pieces.stream().anyMatch(range::overlaps);
    }

    private static DutyFinding lost(CheckedProgram program, PlacedAct request, AddressRange range, PlacedAct unmapped) {
        return DutyFinding.of(Duty.MEMORY_OUTLIVES_REQUESTS, program, request, "bytes " + range)
                .against(unmapped);
    }
}
