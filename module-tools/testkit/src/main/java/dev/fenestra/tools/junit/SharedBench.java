package dev.fenestra.tools.junit;

import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.RefusalMark;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.duties.BenchCheck;
import dev.fenestra.tools.duties.CheckSettings;
import dev.fenestra.tools.duties.DutyFindings;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.handles.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ParameterResolutionException;

/** A bench with what was handed out of it, made when it is first asked for. */
final class SharedBench implements AutoCloseable {
    private final Settings settings;
    private final String owner;
    private final TestBench bench;
    private final List<BenchHost> hosts;
    private final Map<Integer, Context> contexts = new TreeMap<>();
    private final Map<Integer, QpPair> pairs = new TreeMap<>();
    /** The objects from before the present test. */
    private final Set<Leak.Id> before = new HashSet<>();

    /** The leaked objects that were charged to a test. */
    private final Set<Leak.Id> told = new HashSet<>();

    /** How much each host had refused before the present test. */
    private RefusalMark refusedBefore;

    private final Optional<BenchCheck> check;
    private Optional<Artefacts> artefacts = Optional.empty();
    /** DutyFindings that a test has failed with already. */
    private int foundBefore;

    /** The first failure of a test on this bench; null while none has failed. */
    private @Nullable Throwable failure;

    private boolean open = true;

    /**
     * @param owner the test or class with which it ends
     */
    SharedBench(Settings settings, String owner) {
        this.settings = settings;
        this.owner = owner;
        bench = settings.build(built -> artefacts = settings.artefacts().map(folder -> Artefacts.of(built, folder)));
        check = settings.check().least().map(least -> BenchCheck.of(bench, CheckSettings.ALL.atLeast(least)));
        check.ifPresent(it -> it.findings().onFinding(found -> artefacts.ifPresent(files -> files.note(found))));
        hosts = List.copyOf(bench.hosts());
        // Until the first test begins, all that was refused counts.
        refusedBefore = new RefusalMark(hosts, Map.of());
    }

    boolean isOwnedBy(String context) {
        return owner.equals(context);
    }

    AnnotatedElement source() {
        return settings.source();
    }

    TestBench bench() {
        return bench;
    }

    /** What explains a failure: what the hosts refused, the seed, and where the files are. */
    synchronized List<RuntimeException> explain(Throwable of) {
        failure = failure == null ? of : failure;
        List<RuntimeException> told = new ArrayList<>();
        HostsRefused.since(refusedBefore).ifPresent(told::add);
        String files = artefacts
                .map(it -> "; " + it.contents() + " in " + it.folder() + ", report " + it.page())
                .orElse("");
        told.add(new BenchSeed(seed() + files));
        return told;
    }

    String seed() {
        return "seed " + settings.seed() + ", " + settings.replay();
    }

    BenchHost host(int number) {
        if (number < 0 || number >= hosts.size()) {
            throw new ParameterResolutionException(
                    "there is no host " + number + " among " + hosts.size() + ", counted from 0");
        }
        return hosts.get(number);
    }

    synchronized Context context(int number) {
        BenchHost host = host(number);
        return contexts.computeIfAbsent(number, unused -> host.open());
    }

    synchronized QpPair pair(int number) {
        if (number < 0) {
            throw new ParameterResolutionException("there is no QP pair " + number);
        }
        int one = hosts.size() == 2 ? 0 : number % hosts.size();
        int other = (one + 1) % hosts.size();
        return pairs.computeIfAbsent(number, unused -> bench.pair(context(one), context(other), settings.pairs()));
    }

    Peer peer(int number) {
        QpPair pair = pair(Math.floorDiv(number, 2));
        return number % 2 == 0 ? pair.one() : pair.other();
    }

    /** A test begins: it answers for what is created from now on. */
    synchronized void begin() {
        before.clear();
        everything().map(Leak::id).forEach(before::add);
        refusedBefore = RefusalMark.of(hosts);
    }

    /**
     * A test ends.
     *
     * @param failed whether it has failed already: then what it left is no news
     * @throws LeakedObjectsError when it left something
     */
    synchronized void end(boolean failed) {
        List<Leak> left = left(before);
        left.forEach(leak -> told.add(leak.id()));
        before.clear();
        if (!failed) {
            report(left);
            reportDuties();
        }
    }

    /** The bench ends, with its last check: after that of its tests, only what they did not answer for can be left. */
    synchronized void finish(boolean failed) {
        try {
            List<Leak> left = left(told);
            if (!failed) {
                report(left);
            }
            if (left.isEmpty() && told.isEmpty()) {
                pairs.values().forEach(QpPair::close);
                contexts.values().forEach(Context::close);
                report(left(Set.of()));
            }
            check.ifPresent(BenchCheck::close);
            if (!failed) {
                reportDuties();
            }
        } finally {
            close();
        }
    }

    /** Ends all hosts, whatever is there still. */
    @Override
    public synchronized void close() {
        if (open) {
            open = false;
            try {
                Throwable first = failure;
                if (first != null && artefacts.isPresent()) {
                    write(artefacts.get(), first);
                }
            } finally {
                bench.close();
            }
        }
    }

    private static void write(Artefacts artefacts, Throwable failure) {
        try {
            artefacts.write(failure);
        } catch (IOException e) {
            throw new UncheckedIOException(artefacts.folder() + " cannot be written", e);
        }
    }

    private void reportDuties() {
        List<DutyFindings.Counted> all = check.map(it -> it.findings().all()).orElse(List.of());
        List<DutyFindings.Counted> broken = all.subList(foundBefore, all.size());
        foundBefore = all.size();
        if (!broken.isEmpty()) {
            BrokenDutiesError found = new BrokenDutiesError(broken, seed());
            failure = failure == null ? found : failure;
            throw found;
        }
    }

    private void report(List<Leak> left) {
        if (!left.isEmpty()) {
            LeakedObjectsError leaked = new LeakedObjectsError(left, seed());
            failure = failure == null ? leaked : failure;
            throw leaked;
        }
    }

    private List<Leak> left(Set<Leak.Id> excused) {
        Set<Leak.Id> lent = lent();
        return everything()
                .filter(leak -> !excused.contains(leak.id()) && !lent.contains(leak.id()))
                .toList();
    }

    private Stream<Leak> everything() {
        return hosts.stream().flatMap(host -> host.kernel().resources().stream().map(it -> new Leak(host.name(), it)));
    }

    /** The objects that tests got from here, and that are closed here. */
    private Set<Leak.Id> lent() {
        Set<Leak.Id> lent = new HashSet<>();
        contexts.forEach((number, context) -> lent.add(new Leak.Id(host(number).name(), context.number(), 0)));
        pairs.values().stream()
                .flatMap(pair -> Stream.of(pair.one(), pair.other()))
                .forEach(peer -> lend(peer, lent));
        return lent;
    }

    private static void lend(Peer peer, Set<Leak.Id> lent) {
        String host = peer.host().name();
        peer.objects().stream()
                .filter(VerbsObject::isOpen)
                .forEach(it -> lent.add(new Leak.Id(host, peer.context().number(), it.handle())));
        peer.cm()
                .ifPresent(end -> lent.add(
                        new Leak.Id(host, Leak.Id.OF_NO_CONTEXT, end.id().handle())));
    }
}
