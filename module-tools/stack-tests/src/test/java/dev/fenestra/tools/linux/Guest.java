package dev.fenestra.tools.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A virtual machine with Linux and soft-RoCE. It runs what lies in a folder that it shares with this machine. */
final class Guest implements AutoCloseable {
    static final String ADDRESS = "10.77.0.2";
    static final String IPV6 = "fd77::2";
    /** A command of the guest that prints the index of the GID with that address. */
    static final String IPV6_GID =
            "$(grep -ls ^fd77: /sys/class/infiniband/rxe0/ports/1/gids/* | head -n 1 | xargs basename)";

    private static final Duration BOOT = Duration.ofMinutes(6);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Shell.Running machine;
    private final Path shared;
    private int jobs;
    private Impairment impairment = Impairment.NONE;

    private Guest(Shell.Running machine, Path shared) {
        this.machine = machine;
        this.shared = shared;
    }

    /** A command of the guest that was begun. */
    final class Job {
        private final Path place;

        private Job(Path place) {
            this.place = place;
        }

        boolean isOver() {
            return Files.exists(resolve(".rc"));
        }

        Shell.Ended await(Duration patience) throws IOException {
            long limit = System.nanoTime() + patience.toNanos();
            while (!isOver()) {
                if (System.nanoTime() - limit > 0 || !machine.process().isAlive()) {
                    return new Shell.Ended(-1, output() + "\nno end within " + patience);
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
            int code = Integer.parseInt(Files.readString(resolve(".rc")).trim());
            return new Shell.Ended(code, output());
        }

        private String output() throws IOException {
            Path file = resolve(".out");
            return Files.exists(file) ? Files.readString(file) : "";
        }

        private Path resolve(String suffix) {
            return place.resolveSibling(place.getFileName() + suffix);
        }
    }

    /** Boots the image of a folder; its network card is the other end of the tap of {@link PeerNetwork}. */
    static Guest boot(Path image) throws IOException, InterruptedException {
        Path shared = Files.createTempDirectory("fenestra-guest");
        List<String> command = List.of(
                "ip",
                "netns",
                "exec",
                PeerNetwork.NAME,
                "qemu-system-x86_64",
                "-machine",
                "q35",
                "-accel",
                "tcg,thread=multi",
                "-cpu",
                "max",
                "-smp",
                "2",
                "-m",
                "1024",
                "-display",
                "none",
                "-no-reboot",
                "-monitor",
                "none",
                "-serial",
                "stdio",
                "-kernel",
                image.resolve("vmlinuz").toString(),
                "-initrd",
                image.resolve("initrd.gz").toString(),
                "-append",
                "console=ttyS0 quiet panic=-1 mitigations=off no_timer_check net.ifnames=0 tsc=reliable",
                "-drive",
                "file=" + image.resolve("root.img") + ",format=raw,if=virtio,snapshot=on",
                "-virtfs",
                "local,path=" + shared + ",mount_tag=shared,security_model=none",
                "-device",
                "virtio-rng-pci",
                "-netdev",
                "tap,id=net,ifname=" + PeerNetwork.TAP + ",script=no,downscript=no",
                "-device",
                "virtio-net-pci,netdev=net,host_mtu=4500,mac=52:54:00:12:34:01");
        Guest guest = new Guest(Shell.start(command), shared);
        long limit = System.nanoTime() + BOOT.toNanos();
        while (!Files.exists(shared.resolve("up"))) {
            if (System.nanoTime() - limit > 0 || !guest.machine.process().isAlive()) {
                guest.close();
                throw new IOException("the guest did not come up: " + Files.readString(guest.machine.output()));
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return guest;
    }

    /** A file in the folder that guest and host share; the guest has it as /shared. */
    Path shared(String name) {
        return shared.resolve(name);
    }

    Job start(String script) throws IOException {
        Path place = shared.resolve("job" + ++jobs);
        Files.writeString(shared.resolve("job" + jobs + ".sh"), script + "\n");
        Files.createFile(shared.resolve("job" + jobs + ".go"));
        return new Job(place);
    }

    Shell.Ended run(String script) throws IOException {
        return start(script).await(Duration.ofMinutes(1));
    }

    /** Makes the link as good or bad as that from now on. */
    void impair(Impairment wanted) throws IOException {
        if (wanted != impairment) {
            Shell.Ended changed = run(wanted.command());
            if (!changed.isGood()) {
                throw new IOException("netem: " + changed.output());
            }
            impairment = wanted;
        }
    }

    @Override
    public void close() {
        machine.stop();
    }
}
