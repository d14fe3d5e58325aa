package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.device.HcaCounter;
import dev.fenestra.hw.sim.hca.Hca;
import dev.fenestra.hw.sim.prm.CommandOpcode;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DeviceEvents;
import dev.fenestra.ib.core.spi.DriverAh;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.DriverXrcd;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserProvider;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceIdentity;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Neighbour;
import dev.fenestra.ib.core.vocabulary.PortAttributes;
import dev.fenestra.vendor.mlx.abi.ContextUdata;
import dev.fenestra.vendor.mlx.abi.PdUdata;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** The kernel half of one HCA. */
public final class MlxDevice extends VendorOperations {
    private final String name;
    private final Hca hca;
    private final UserProvider user;
    private final CommandQueue commands;
    private final MkeyOps mkeys;
    private final FastRegionOps fastRegions;
    private final DmOps deviceMemory;
    private final DeviceMaps maps;
    private final EventDelivery events;
    private final CqOps cqs;
    private final QueueOps queues;
    private final SrqOps srqs;
    private final DatagramOps datagrams;
    private final QpOps qps;
    private final DevxOps devx;
    private final Capabilities capabilities;
    private final GidOps gids;
    private final OnDemandOps onDemand;
    private final DevicePages tablePages;

    private MlxDevice(String name, Hca hca, KernelServices services, UserProvider user) {
        this.name = name;
        this.hca = hca;
        this.user = user;
        commands = new CommandQueue(hca, services, this);
        mkeys = new MkeyOps(commands);
        fastRegions = new FastRegionOps(mkeys);
        deviceMemory = new DmOps(hca, commands);
        qps = new QpOps(commands);
        devx = new DevxOps(commands);
        commands.start();
        events = EventDelivery.start(hca, commands, services);
        cqs = new CqOps(commands, events);
        queues = new QueueOps(commands, events);
        srqs = new SrqOps(commands, events);
        datagrams = new DatagramOps(commands);
        capabilities = Capabilities.query(commands, hca);
        gids = new GidOps(commands, capabilities.gids(), capabilities.port().gidTableLength());
        maps = new DeviceMaps(
                hca,
                deviceMemory,
                ClockInfoPage.of(hca, capabilities.attributes().clock().kiloHertz()));
        onDemand = new OnDemandOps(mkeys, services);
        if (capabilities.odp().support()) {
            events.serveFaults(onDemand::handle);
        }
        tablePages = new DevicePages(commands, services);
        if (capabilities.wantsPages()) {
            commands.supply(tablePages);
        }
    }

    /**
     * Connects an HCA to its host and queries its capabilities.
     *
     * @param name of the device on its host
     * @param hca the card
     * @param services of the host's kernel
     * @param user the user half that belongs to it
     * @return the device, ready
     */
    public static MlxDevice start(String name, Hca hca, KernelServices services, UserProvider user) {
        hca.connect(new HostBus(services.busMemory()));
        hca.refusals((rule, qpn, values) -> services.refused(
                new Refusal("hw-sim", rule.id(), rule.violation(), rule.outcome(), where(qpn) + values)));
        return new MlxDevice(name, hca, services, user);
    }

    /** A command about a key happens on no QP. */
    private static String where(int qpn) {
        return qpn == 0 ? "" : String.format("QP 0x%x: ", qpn);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public DeviceAttributes attributes() {
        return capabilities.attributes();
    }

    @Override
    public String modalias() {
        return Capabilities.modalias();
    }

    @Override
    public DeviceIdentity identity() {
        return capabilities.identity();
    }

    /** No command is needed: the device reports changes with events, as the network device of a RoCE port does. */
    @Override
    public PortAttributes port(int number) {
        return capabilities.port().in(events.portState());
    }

    /** No command is needed: the counters lie in registers. */
    @Override
    public SequencedMap<String, Long> statistics() {
        SequencedMap<String, Long> counted = new LinkedHashMap<>();
        for (HcaCounter counter : HcaCounter.values()) {
            counted.put(counter.text(), counter.of(hca.counters()));
        }
        if (capabilities.odp().support()) {
            counted.putAll(onDemand.statistics());
        }
        return counted;
    }

    @Override
    public Gid gid(int index) {
        return gids.get(index);
    }

    @Override
    public Neighbour neighbour(int index, Gid peer) {
        return gids.neighbour(hca.fabric(), index, peer);
    }

    @Override
    public void addGid(int port, int index, Gid gid) {
        gids.set(index, gid);
    }

    @Override
    public void deleteGid(int port, int index) {
        gids.set(index, Gid.UNSPECIFIED);
    }

    @Override
    public UserProvider userProvider() {
        return user;
    }

    @Override
    public DriverContext openContext(AddressSpace memory, Udata udata) {
        UdataSize.check(udata, ContextUdata.REQUEST_BYTES, ContextUdata.RESPONSE_BYTES);
        int registers = Capabilities.registers(udata.request());
        capabilities.describe(udata.response(), registers);
        MlxContext context = new MlxContext(memory, create(CommandOpcode.ALLOC_UAR), hca.doorbellPage(), registers);
        if (memory.isForeign()) {
            events.foreigner(1);
        }
        return context;
    }

    @Override
    public void queryContext(DriverContext context, Udata udata) {
        UdataSize.check(udata, 0, ContextUdata.RESPONSE_BYTES);
        capabilities.describe(udata.response(), ((MlxContext) context).registers());
    }

    @Override
    public void closeContext(DriverContext context) {
        destroy(CommandOpcode.DEALLOC_UAR, ((MlxContext) context).uar());
        if (((MlxContext) context).memory().isForeign()) {
            events.foreigner(-1);
        }
    }

    @Override
    public MappedPage map(DriverContext context, long offset) {
        return maps.map((MlxContext) context, offset);
    }

    @Override
    public DriverPd allocPd(DriverContext context, Udata udata) {
        MlxPd pd = new MlxPd((MlxContext) context, create(CommandOpcode.ALLOC_PD));
        if (udata.response().byteSize() >= PdUdata.RESPONSE_BYTES) {
            PdUdata.PDN.set(udata.response(), pd.number());
        }
        return pd;
    }

    @Override
    public void deallocPd(DriverPd pd) {
        destroy(CommandOpcode.DEALLOC_PD, ((MlxPd) pd).number());
    }

    @Override
    public int completionVectors() {
        return EventDelivery.VECTORS;
    }

    @Override
    public void deliverTo(DeviceEvents listener) {
        events.deliverTo(listener);
    }

    @Override
    public void shutdown() {
        events.stop();
        tablePages.takeBack();
    }

    @Override
    public DriverXrcd allocXrcd() {
        return new MlxXrcd(create(CommandOpcode.ALLOC_XRCD));
    }

    @Override
    public void deallocXrcd(DriverXrcd domain) {
        destroy(CommandOpcode.DEALLOC_XRCD, ((MlxXrcd) domain).number());
    }

    @Override
    public DriverAh createAh(DriverPd pd, AhAttributes attributes, Udata udata) {
        return datagrams.createAh(attributes, udata);
    }

    @Override
    public void attachMcast(DriverQp qp, Gid group) {
        datagrams.changeGroup(CommandOpcode.ATTACH_TO_MCG, (MlxQpObject) qp, group);
    }

    @Override
    public void detachMcast(DriverQp qp, Gid group) {
        datagrams.changeGroup(CommandOpcode.DETACH_FROM_MCG, (MlxQpObject) qp, group);
    }

    @Override
    public void destroyAh(DriverAh ah) {
        // The device does not know address handles.
    }

    @Override
    public void serveInterrupts() {
        hca.fabric().runDeferred();
    }

    @Override
    public void progress() {
        hca.fabric().progress();
    }

    @Override
    public void wakeAt(long nanos, Runnable work) {
        hca.fabric().at(nanos, work);
    }

    @Override
    public long now() {
        return hca.fabric().now();
    }

    @Override
    public void progressUntil(long limitNanos) {
        hca.fabric().progressUntil(limitNanos);
    }

    @Override
    Capabilities capabilities() {
        return capabilities;
    }

    @Override
    MkeyOps mkeys() {
        return mkeys;
    }

    @Override
    FastRegionOps fastRegions() {
        return fastRegions;
    }

    @Override
    DmOps deviceMemory() {
        return deviceMemory;
    }

    @Override
    OnDemandOps onDemand() {
        return onDemand;
    }

    @Override
    CqOps cqs() {
        return cqs;
    }

    @Override
    DevxOps devx() {
        return devx;
    }

    @Override
    SrqOps srqs() {
        return srqs;
    }

    @Override
    QueueOps queues() {
        return queues;
    }

    @Override
    QpOps qps() {
        return qps;
    }

    private int create(CommandOpcode opcode) {
        try (Command command = commands.small(opcode)) {
            commands.execute(command);
            return command.created();
        }
    }

    private void destroy(CommandOpcode opcode, int number) {
        try (Command command = commands.small(opcode)) {
            commands.execute(command.about(number));
        }
    }
}
