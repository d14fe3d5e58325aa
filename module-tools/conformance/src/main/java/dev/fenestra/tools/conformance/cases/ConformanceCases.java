package dev.fenestra.tools.conformance.cases;

import dev.fenestra.tools.conformance.ConformanceCase;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All cases of the kit. */
public final class ConformanceCases {
    private static final String PUBLISHED = "Published kit: ";
    private static final CaseGroup SOFT_ROCE = new CaseGroup("Cases run on soft-RoCE", ConformanceCases::allOfSoftRoce);
    /** A reference to a method would load its class at once, a lambda does not: who runs a few cases loads few. */
    private static final List<CaseGroup> GROUPS = List.of(
            new CaseGroup("Keys", () -> KeyCases.all()),
            new CaseGroup("Registration", () -> RegistrationCases.all()),
            new CaseGroup("Deregistration", () -> DeregistrationCases.all()),
            new CaseGroup("Reregistration", () -> ReregCases.all()),
            new CaseGroup("The last word of the device", () -> LastWordCases.all()),
            new CaseGroup("States of a type-1 window", () -> TypeOneStates.all()),
            new CaseGroup("States of a type-2 window", () -> TypeTwoStates.all()),
            new CaseGroup("Checks when a bind is posted", () -> PostCheckCases.all()),
            new CaseGroup("Checks when a bind is executed", () -> BindCheckCases.all()),
            new CaseGroup("Checks of an access through a window", () -> AccessCheckCases.all()),
            new CaseGroup("Invalidate", () -> InvalidateCases.all()),
            new CaseGroup("Order", () -> OrderCases.all()),
            new CaseGroup("Shapes of windows", () -> WindowShapeCases.all()),
            new CaseGroup("Large ranges, and the last address", () -> LargeCases.all()),
            new CaseGroup("Local keys", () -> LocalAccessCases.all()),
            new CaseGroup("Remote keys of regions", () -> RemoteAccessCases.all()),
            new CaseGroup("Every remote operation by every key", () -> RemoteGridCases.all()),
            new CaseGroup("Other processes, ports and QPs", () -> StrangerCases.all()),
            new CaseGroup("Atomics", () -> AtomicCases.all()),
            new CaseGroup("FLUSH and atomic writes", () -> PlacementCases.all()),
            new CaseGroup("Attributes of a connection", () -> TransportCases.all()),
            new CaseGroup("Changes of a QP", () -> QpChangeCases.all()),
            new CaseGroup("Windows on UC", () -> UnreliableCases.all()),
            new CaseGroup("Faults of the wire", () -> WireCases.all()),
            new CaseGroup("Events", () -> EventCases.all()),
            new CaseGroup("Events that wait for several completions", () -> ModerationCases.all()),
            new CaseGroup("Shared receive queues", () -> SharedReceiveCases.all()),
            new CaseGroup("Shared receive queues of another size", () -> SrqResizeCases.all()),
            new CaseGroup("XRC", () -> XrcCases.all()),
            new CaseGroup("On-demand paging", () -> PagingCases.all()),
            new CaseGroup("FLUSH and atomic writes of paged memory", () -> PagedPlacementCases.all()),
            new CaseGroup("Pages given up, and forks", () -> ForkCases.all()),
            new CaseGroup("Fast registration", () -> FastRegionCases.all()),
            new CaseGroup("Device memory", () -> DeviceMemoryCases.all()),
            new CaseGroup("Buffers of exporters", () -> DmaBufCases.all()),
            new CaseGroup("Buffers of the library", () -> BufCases.all()),
            new CaseGroup("Confidential guests", () -> GuestCases.all()),
            new CaseGroup("Datagrams and multicast groups", () -> DatagramCases.all()),
            new CaseGroup("Small messages", () -> SmallMessageCases.all()),
            new CaseGroup("Completions", () -> CompletionCases.all()),
            new CaseGroup("Fields of completions", () -> CompletionFieldCases.all()),
            new CaseGroup("Queues and their completions", () -> QueueCases.all()),
            new CaseGroup("CQs that are overrun", () -> OverrunCases.all()),
            new CaseGroup("Send and receive queues with CQs of their own", () -> ApartCases.all()),
            new CaseGroup("Requests of every place of a queue", () -> RingCases.all()),
            new CaseGroup("Objects that come and go", () -> ReuseCases.all()),
            new CaseGroup("What objects leave behind", () -> LeftoverCases.all()),
            new CaseGroup("Several threads", () -> ThreadCases.all()),
            new CaseGroup("Several threads at the same time", () -> RaceCases.all()),
            new CaseGroup("Pieces of memory", () -> PieceCases.all()),
            new CaseGroup("Pieces and messages that are too long by little", () -> LongPieceCases.all()),
            new CaseGroup("Bytes between the halves of a provider", () -> UdataCases.all()),
            new CaseGroup("Query", () -> QueryCases.all()),
            new CaseGroup("Life cycle", () -> LifeCycleCases.all()),
            new CaseGroup("Capabilities", () -> CapabilityCases.all()),
            new CaseGroup("Limits", () -> LimitCases.all()),
            new CaseGroup("Windows that are bound again, and dead keys", () -> RebindCases.all()),
            new CaseGroup("Windows that hold a region or a QP", () -> WindowCountCases.all()),
            SOFT_ROCE,
            new CaseGroup(PUBLISHED + "access", () -> KitAccess.all()),
            new CaseGroup(PUBLISHED + "buffers", () -> published(List.of(), "BufferMrTest", "BufferMwTest")),
            new CaseGroup(PUBLISHED + "regions", () -> published(KitRegions.all(), "MrTest", "MrLoopbackTest")),
            new CaseGroup(
                    PUBLISHED + "windows", () -> published(KitWindows.all(), "MwGeneralTest", "MwBindAccessTest")),
            new CaseGroup(
                    PUBLISHED + "windows of one type",
                    () -> published(KitTypedWindows.all(), "MwType1Test", "MwType2Test")),
            new CaseGroup(
                    PUBLISHED + "PDs",
                    () -> published(KitPds.all(), "PdTest", "PdBindTest", "PdType1MwTest", "PdRcLoopbackMrTest")),
            new CaseGroup("Attacks with stolen and guessed keys", () -> AttackCases.all()),
            new CaseGroup("Attacks on every range", () -> AttackGrids.all()),
            new CaseGroup("Attacks from inside", () -> AttackStates.all()));

    private ConformanceCases() {}

    /** The cases by table, in the order in which they run. */
    public static List<CaseGroup> groups() {
        return GROUPS;
    }

    /** The cases that were also run on soft-RoCE of the Linux kernel. */
    public static CaseGroup softRoce() {
        return SOFT_ROCE;
    }

    public static List<ConformanceCase> all() {
        return GROUPS.stream().flatMap(group -> group.cases().stream()).toList();
    }

    /** Cases of the published kit: those that only it has, then those that are cases of ours by another name. */
    private static List<ConformanceCase> published(List<ConformanceCase> own, String... tests) {
        Map<String, ConformanceCase> ours = GROUPS.stream()
                .filter(group -> !group.title().startsWith(PUBLISHED))
                .flatMap(group -> group.cases().stream())
                .collect(Collectors.toMap(ConformanceCase::id, Function.identity()));
        return Stream.concat(own.stream(), PublishedNames.of(ours, tests)).toList();
    }

    private static List<ConformanceCase> allOfSoftRoce() {
        return Stream.of(
                        SoftRoceKeys.all(),
                        SoftRoceBinds.all(),
                        SoftRoceShapes.all(),
                        SoftRoceAccess.all(),
                        SoftRoceLife.all(),
                        SoftRoceTeardown.all())
                .flatMap(List::stream)
                .toList();
    }
}
