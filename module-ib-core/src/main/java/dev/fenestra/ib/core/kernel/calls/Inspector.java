package dev.fenestra.ib.core.kernel.calls;

import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.inspection.Resource;
import dev.fenestra.ib.core.kernel.inspection.ResourceDetail;
import dev.fenestra.ib.core.kernel.objects.AhObject;
import dev.fenestra.ib.core.kernel.objects.ChannelObject;
import dev.fenestra.ib.core.kernel.objects.CqObject;
import dev.fenestra.ib.core.kernel.objects.DmObject;
import dev.fenestra.ib.core.kernel.objects.HandleTable;
import dev.fenestra.ib.core.kernel.objects.KernelObject;
import dev.fenestra.ib.core.kernel.objects.MrObject;
import dev.fenestra.ib.core.kernel.objects.MwObject;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.kernel.objects.QpObject;
import dev.fenestra.ib.core.kernel.objects.SrqObject;
import dev.fenestra.ib.core.kernel.objects.VendorObject;
import dev.fenestra.ib.core.kernel.objects.XrcdObject;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.WindowState;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Describes the objects of an opened device. It takes no lock of an object, since another call would then be refused.
 * If an object is destroyed meanwhile, the facts of the device are left out.
 */
final class Inspector {
    private static final String CONTEXT_NUMBER = "ctxn";
    private static final String PD_NUMBER = "pdn";
    private static final String STATE = "state";

    private static final int PAGE_BYTES = 1 << PinnedPages.PAGE_SHIFT;

    private final KernelDevice device;
    private final ContextOwner owner;
    private final HandleTable handles;
    private final List<StackTraceElement> creation;

    /**
     * @param handles of the objects
     * @param creation the calls that opened the device, if they were noted
     */
    Inspector(KernelDevice device, ContextOwner owner, HandleTable handles, List<StackTraceElement> creation) {
        this.device = device;
        this.owner = owner;
        this.handles = handles;
        this.creation = creation;
    }

    /** The context itself, then its objects, oldest first. */
    public Stream<Resource> resources() {
        return Stream.concat(Stream.of(context()), oldestFirst().map(this::resource));
    }

    /** The same in more detail. */
    public Stream<ResourceDetail> inspect() {
        ResourceDetail context = new ResourceDetail(
                context(), owner.pid(), 0, of(CONTEXT_NUMBER, owner.context()), Collections.emptySortedMap());
        return Stream.concat(Stream.of(context), oldestFirst().map(this::detail));
    }

    private Stream<KernelObject> oldestFirst() {
        return handles.newestFirst().reversed().stream().filter(Inspector::isOfTheProgram);
    }

    /** Memory that a user half has registered for a queue is no region of the program. */
    private static boolean isOfTheProgram(KernelObject object) {
        return !(object instanceof MrObject region && region.isOfQueue());
    }

    private Resource context() {
        return resource(Resource.CONTEXT, 0, "", creation);
    }

    private Resource resource(KernelObject object) {
        return resource(object.kind().name(), object.handle(), object.heldBy(), object.creation());
    }

    private Resource resource(String kind, int handle, String holders, List<StackTraceElement> madeBy) {
        return new Resource(owner.process(), device.driver().name(), owner.context(), kind, handle, holders, madeBy);
    }

    private ResourceDetail detail(KernelObject object) {
        return new ResourceDetail(resource(object), owner.pid(), users(object), attributes(object), statistics(object));
    }

    private static long users(KernelObject object) {
        long held = object.users();
        return object instanceof MrObject region ? held + region.bound().count() : held;
    }

    private SequencedMap<String, Long> statistics(KernelObject object) {
        return switch (object) {
            case MrObject region -> device.driver().regions().statistics(region.driver());
            case QpObject qp -> counters(qp);
            default -> Collections.emptySortedMap();
        };
    }

    private SequencedMap<String, Long> counters(QpObject qp) {
        SequencedMap<String, Long> counted = new LinkedHashMap<>();
        answered(() -> device.driver().queues().statistics(qp.driver()), counted::putAll);
        return counted;
    }

    private SequencedMap<String, String> attributes(KernelObject object) {
        return switch (object) {
            case PdObject pd -> of(PD_NUMBER, pd.handle());
            case AhObject ah -> of("ahn", ah.handle());
            case MrObject region -> region(region);
            case MwObject window -> window(window);
            case DmObject dm -> dm(dm);
            case ChannelObject channel -> of("channeln", channel.handle());
            case CqObject cq -> cq(cq);
            case XrcdObject domain -> of("xrcdn", domain.handle());
            case SrqObject srq -> srq(srq);
            case QpObject qp -> qp(qp);
            case VendorObject own -> of("objn", own.handle());
        };
    }

    private SequencedMap<String, String> region(MrObject region) {
        SequencedMap<String, String> known = of("mrn", region.handle());
        known.put("rkey", hex(region.driver().rkey()));
        known.put("lkey", hex(region.driver().lkey()));
        known.put("iova", hex(region.iova()));
        known.put("type", region.type().name());
        known.put("mrlen", Long.toUnsignedString(region.pages().length()));
        known.put("access", rights(region.access()));
        known.put(PD_NUMBER, number(region.pd().handle()));
        long abandoned = region.isOnDemand() ? 0 : owner.memory().abandoned(region.pages());
        if (abandoned != 0) {
            known.put("dangling", Long.toString(abandoned * PAGE_BYTES));
        }
        return known;
    }

    private static SequencedMap<String, String> dm(DmObject memory) {
        SequencedMap<String, String> known = of("dmn", memory.handle());
        known.put("len", Long.toUnsignedString(memory.length()));
        return known;
    }

    private SequencedMap<String, String> window(MwObject window) {
        SequencedMap<String, String> known = of("mwn", window.handle());
        answered(() -> device.driver().windows().queryMw(window.driver()), state -> bound(known, state));
        known.put(PD_NUMBER, number(window.pd().handle()));
        return known;
    }

    private void bound(SequencedMap<String, String> known, WindowState state) {
        known.put("rkey", hex(state.rkey()));
        known.put(STATE, state.isBound() ? "BOUND" : "FREE");
        WindowState.Binding binding = state.binding();
        if (binding != null) {
            device.regionOf(binding.lkey()).ifPresent(region -> known.put("mrn", number(region.handle())));
            known.put("addr", hex(binding.address()));
            known.put("len", Long.toUnsignedString(binding.length()));
            known.put("access", rights(binding.access()));
            if (binding.qpNumber() >= 0) {
                known.put("lqpn", number(binding.qpNumber()));
            }
        }
    }

    private SequencedMap<String, String> cq(CqObject cq) {
        SequencedMap<String, String> known = of("cqn", cq.handle());
        known.put("cqe", number(cq.cqe()));
        known.put(CONTEXT_NUMBER, number(owner.context()));
        return known;
    }

    private static SequencedMap<String, String> srq(SrqObject srq) {
        SequencedMap<String, String> known = of("srqn", srq.driver().number());
        CqObject cq = srq.cq();
        known.put("type", cq == null ? "BASIC" : "XRC");
        known.put(PD_NUMBER, number(srq.pd().handle()));
        if (cq != null) {
            known.put("cqn", number(cq.handle()));
        }
        return known;
    }

    private SequencedMap<String, String> qp(QpObject qp) {
        SequencedMap<String, String> known = of("lqpn", qp.driver().number());
        answered(() -> device.driver().queues().queryQp(qp.driver()), told -> connection(known, qp, told));
        known.putIfAbsent("type", qp.type().name());
        PdObject pd = qp.pd();
        if (pd != null) {
            known.put(PD_NUMBER, number(pd.handle()));
        }
        return known;
    }

    private static void connection(SequencedMap<String, String> known, QpObject qp, QpAttributes told) {
        if (told.has(QpAttribute.DEST_QPN) && told.destinationQpn() != 0) {
            known.put("rqpn", number(told.destinationQpn()));
        }
        known.put("type", qp.type().name());
        known.put(STATE, told.state().name());
        if (told.has(QpAttribute.RQ_PSN)) {
            known.put("rq-psn", number(told.rqPsn()));
        }
        if (told.has(QpAttribute.SQ_PSN)) {
            known.put("sq-psn", number(told.sqPsn()));
        }
    }

    /** An object may have gone, or the device not know the question: then there is no answer. */
    private static <T> void answered(Supplier<T> question, Consumer<T> answer) {
        T found;
        try {
            found = question.get();
        } catch (VerbsException gone) {
            return;
        }
        answer.accept(found);
    }

    private static SequencedMap<String, String> of(String name, int number) {
        SequencedMap<String, String> attributes = new LinkedHashMap<>();
        attributes.put(name, number(number));
        return attributes;
    }

    private static String number(int number) {
        return Integer.toString(number);
    }

    private static String hex(int value) {
        return "0x" + Integer.toHexString(value);
    }

    private static String hex(long value) {
        return "0x" + Long.toHexString(value);
    }

    private static String rights(int access) {
        return access == 0
                ? "0"
                : AccessFlag.of(access).stream().map(AccessFlag::name).collect(Collectors.joining(","));
    }
}
