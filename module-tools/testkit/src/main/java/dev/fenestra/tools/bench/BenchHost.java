package dev.fenestra.tools.bench;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.hw.sim.hca.observe.HcaCounters;
import dev.fenestra.hw.sim.hca.observe.SimulatedCard;
import dev.fenestra.hw.sim.mlx5.card.Hca;
import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.uverbs.handles.Context;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A host of a {@link TestBench}: its kernel, one card, and one process or more. */
@SuppressWarnings("exports") // the kernel is exported to uverbs and to the tools only
public final class BenchHost {
    private static final String BOARD = "FEN0000000001";

    private final Host kernel;
    private final Object card;
    private final Optional<Hca> hca;
    private final Optional<Fabric> fabric;
    private final Process process;
    private final Map<String, Process> processes = new HashMap<>();
    private final List<Context> contexts = new ArrayList<>();
    private final List<Consumer<Context>> listeners = new ArrayList<>();

    /**
     * @param card that is plugged in
     * @param hca the card, if it is an HCA of hw-sim
     * @param fabric that it is plugged into, if it is one of hw-sim
     */
    BenchHost(Host kernel, Object card, Optional<Hca> hca, Optional<Fabric> fabric) {
        this.kernel = kernel;
        this.card = card;
        this.hca = hca;
        this.fabric = fabric;
        process = kernel.createProcess(kernel.name());
        processes.put(kernel.name(), process);
    }

    /** {@return the {@code board_id} of every card of a bench, as sysfs and {@code ibv_devinfo} show it} */
    public static String boardId() {
        return BOARD;
    }

    /** {@return the name of the host} */
    public String name() {
        return kernel.name();
    }

    /** {@return the kernel of the host} */
    public Host kernel() {
        return kernel;
    }

    /** {@return the hardware that is plugged in} */
    public Object card() {
        return card;
    }

    /**
     * The card as an HCA of hw-sim.
     *
     * @return the HCA
     * @throws IllegalStateException when the card is hardware of the driver's own
     */
    public Hca hca() {
        return hca.orElseThrow(() -> hasNo("HCA of hw-sim"));
    }

    /** {@return the card as one of hw-sim, of whatever vendor; empty for other hardware of a driver's own} */
    public Optional<SimulatedCard> simulated() {
        return card instanceof SimulatedCard one ? Optional.of(one) : Optional.empty();
    }

    /** {@return whether {@link TestBenchBuilder#hcaConfig} describes the card: it is an HCA of hw-sim} */
    public boolean isConfigured() {
        return hca.isPresent();
    }

    /**
     * Whether the device offers windows of these types, and no others.
     *
     * @param support the types
     * @return whether it does
     */
    public boolean offers(WindowSupport support) {
        return kernel.devices().values().stream()
                .allMatch(device -> device.attributes().memoryWindows() == ForeignHardware.announced(support));
    }

    /**
     * What the card counted.
     *
     * @return the counters
     * @throws IllegalStateException when the card is not one of hw-sim
     */
    public HcaCounters counters() {
        return simulatedCard().counters();
    }

    private SimulatedCard simulatedCard() {
        return simulated().orElseThrow(() -> hasNo("card of hw-sim"));
    }

    private IllegalStateException hasNo(String what) {
        return new IllegalStateException(
                name() + " has no " + what + " but a " + card.getClass().getName());
    }

    /** Lets the card notice what was done to it. */
    private void settle() {
        fabric.ifPresent(wire -> wire.progressUntil(wire.now()));
    }

    /**
     * A port of the card, to take its link down and up.
     *
     * @param number 1: the card has one port
     * @return the port
     * @throws IllegalArgumentException when the card has no such port
     * @throws IllegalStateException when the card is not one of hw-sim
     */
    public BenchPort port(int number) {
        if (number != 1) {
            throw new IllegalArgumentException("port " + number + " of a card with port 1 only");
        }
        return new BenchPort(simulatedCard(), kernel, device(), this::settle);
    }

    /**
     * Takes the card out while programs use it. They get DEVICE_FATAL, and the ids of RDMA CM that are bound to the
     * device DEVICE_REMOVAL. Their objects are destroyed, and calls are refused with EIO. Closing an object succeeds.
     */
    public void unplug() {
        kernel.unplug(device());
    }

    private String device() {
        return kernel.devices().keySet().iterator().next();
    }

    /**
     * Makes the card fail, for good. Programs get DEVICE_FATAL and PORT_ERR, and the ids of RDMA CM that are bound to
     * the device get DEVICE_REMOVAL. When this returns, the card has told the host.
     *
     * @throws IllegalStateException when the card is not one of hw-sim
     */
    public void failCard() {
        simulatedCard().fail();
        settle();
    }

    /** {@return the process that opens the devices} */
    public Process process() {
        return process;
    }

    /**
     * The last operations that this host, its driver or its HCA refused, oldest first.
     *
     * @return the refusals that the host keeps
     */
    public List<Refusal> refusals() {
        return kernel.refusals().refusals();
    }

    /**
     * Opens the host's first device.
     *
     * @return the open device
     */
    public Context open() {
        return open(device());
    }

    /**
     * Opens a device for the host's process.
     *
     * @param device name of the device
     * @return the open device
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException ENXIO when the host has no device of this name
     */
    public Context open(String device) {
        return open(process, device);
    }

    /**
     * Opens the host's first device for another process. The first call with a name starts the process.
     *
     * @param processName any name; that of the host is the name of its first process
     * @return the open device
     */
    public synchronized Context openIn(String processName) {
        Process other = processes.computeIfAbsent(processName, kernel::createProcess);
        return open(other, device());
    }

    private synchronized Context open(Process owner, String device) {
        Context context = Context.open(owner, device);
        contexts.add(context);
        listeners.forEach(listener -> listener.accept(context));
        return context;
    }

    synchronized boolean opened(Context context) {
        return contexts.contains(context);
    }

    /** The devices that its processes have opened, closed ones included. */
    synchronized List<Context> contexts() {
        return List.copyOf(contexts);
    }

    /**
     * Shows every context to a listener: the open ones now, later ones as they are opened.
     *
     * @param listener receives the contexts
     */
    public synchronized void onOpen(Consumer<Context> listener) {
        contexts.forEach(listener);
        listeners.add(listener);
    }
}
