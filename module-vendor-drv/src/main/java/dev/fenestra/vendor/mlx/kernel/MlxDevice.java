package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.hca.observe.HcaCounter;
import dev.fenestra.hw.sim.mlx5.card.Hca;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.CompletionOperations;
import dev.fenestra.ib.core.spi.DatagramOperations;
import dev.fenestra.ib.core.spi.DeviceEvents;
import dev.fenestra.ib.core.spi.DeviceMemoryOperations;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.FastRegionOperations;
import dev.fenestra.ib.core.spi.InFlight;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.OnDemandOperations;
import dev.fenestra.ib.core.spi.PortOperations;
import dev.fenestra.ib.core.spi.QueueOperations;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.spi.RegionOperations;
import dev.fenestra.ib.core.spi.SharedReceiveOperations;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserProvider;
import dev.fenestra.ib.core.spi.VendorOperations;
import dev.fenestra.ib.core.spi.WindowOperations;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceIdentity;
import dev.fenestra.vendor.common.kernel.CardWaits;
import dev.fenestra.vendor.mlx.abi.ContextUdata;
import dev.fenestra.vendor.mlx.abi.PdUdata;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** The kernel half of one HCA. */
public final class MlxDevice implements RdmaDevice {
    private static final int RDMA_DRIVER = 1;

    private final String name;
    private final Hca hca;
    private final UserProvider user;
    private final CommandQueue commands;
    private final MlxEventDelivery events;
    private final Capabilities capabilities;
    private final RegionOps regions;
    private final OnDemandOps onDemand;
    private final FastRegionOps fastRegions;
    private final DmOps deviceMemory;
    private final WindowOps windows;
    private final CqOps completions;
    private final QueueOps queues;
    private final SrqOps sharedReceives;
    private final DatagramOps datagrams;
    private final PortOps ports;
    private final DevxOps devx;
    private final DeviceMaps maps;
    private final DevicePages tablePages;

    private MlxDevice(String name, Hca hca, KernelServices services, UserProvider user) {
        this.name = name;
        this.hca = hca;
        this.user = user;
        commands = new CommandQueue(hca, services, this);
        commands.start();
        events = MlxEventDelivery.start(hca, commands, services);
        capabilities = Capabilities.query(commands, hca);
        Mkeys mkeys = new Mkeys(commands);
        onDemand = new OnDemandOps(commands, mkeys, services, capabilities.odp());
        regions = new RegionOps(commands, mkeys, onDemand);
        fastRegions = new FastRegionOps(commands, mkeys, regions);
        deviceMemory = new DmOps(hca, commands, mkeys);
        windows = new WindowOps(commands, mkeys, capabilities.attributes().memoryWindows());
        completions = new CqOps(commands, events);
        queues = new QueueOps(commands, events);
        sharedReceives = new SrqOps(commands, events);
        datagrams = new DatagramOps(commands);
        ports = new PortOps(commands, events, hca.fabric(), capabilities.port(), capabilities.gids());
        devx = new DevxOps(commands);
        maps = new DeviceMaps(
                hca,
                deviceMemory,
                ClockInfoPage.of(hca, capabilities.attributes().clock().kiloHertz()));
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
    public int driverId() {
        return RDMA_DRIVER;
    }

    @Override
    public String modalias() {
        return Capabilities.modalias();
    }

    @Override
    public DeviceIdentity identity() {
        return capabilities.identity();
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
    public UserProvider userProvider() {
        return user;
    }

    @Override
    public DriverContext openContext(AddressSpace memory, Udata udata) {
        UdataSize.check(udata, ContextUdata.REQUEST_BYTES, ContextUdata.RESPONSE_BYTES);
        int registers = Capabilities.registers(udata.request());
        capabilities.describe(udata.response(), registers);
        MlxContext context =
                new MlxContext(memory, commands.create(CommandOpcode.ALLOC_UAR), hca.doorbellPage(), registers);
        if (memory.isForeign()) {
            events.foreigner(1);
        }
        return context;
    }

    @Override
    public void queryContext(DriverContext context, Udata udata) {
        UdataSize.check(udata, 0, ContextUdata.RESPONSE_BYTES);
        capabilities.describe(udata.response(), MlxContext.of(context).registers());
    }

    @Override
    public void closeContext(DriverContext context) {
        commands.destroy(CommandOpcode.DEALLOC_UAR, MlxContext.of(context).uar());
        if (MlxContext.of(context).memory().isForeign()) {
            events.foreigner(-1);
        }
    }

    @Override
    public MappedPage map(DriverContext context, long offset) {
        return maps.map(MlxContext.of(context), offset);
    }

    @Override
    public DriverPd allocPd(DriverContext context, Udata udata) {
        MlxPd pd = new MlxPd(MlxContext.of(context), commands.create(CommandOpcode.ALLOC_PD));
        if (udata.response().byteSize() >= PdUdata.RESPONSE_BYTES) {
            PdUdata.PDN.set(udata.response(), pd.number());
        }
        return pd;
    }

    @Override
    public void deallocPd(DriverPd pd) {
        commands.destroy(CommandOpcode.DEALLOC_PD, MlxPd.of(pd).number());
    }

    @Override
    public RegionOperations regions() {
        return regions;
    }

    @Override
    public OnDemandOperations onDemand() {
        return onDemand;
    }

    @Override
    public FastRegionOperations fastRegions() {
        return fastRegions;
    }

    @Override
    public DeviceMemoryOperations deviceMemory() {
        return deviceMemory;
    }

    @Override
    public WindowOperations windows() {
        return windows;
    }

    @Override
    public CompletionOperations completions() {
        return completions;
    }

    @Override
    public QueueOperations queues() {
        return queues;
    }

    @Override
    public SharedReceiveOperations sharedReceives() {
        return sharedReceives;
    }

    @Override
    public DatagramOperations datagrams() {
        return datagrams;
    }

    @Override
    public PortOperations ports() {
        return ports;
    }

    @Override
    public VendorOperations vendor() {
        return devx;
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
    public void serveInterrupts() {
        hca.fabric().runDeferred();
    }

    @Override
    public void progress() {
        hca.fabric().progress();
    }

    @Override
    public InFlight inFlight(int... qpNumbers) {
        return CardWaits.of(hca.fabric(), hca::inFlight, qpNumbers);
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
}
